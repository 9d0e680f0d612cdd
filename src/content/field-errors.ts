/** What is said of fields that the browser does not accept, in place of its own bubbles. */
export const fieldErrors = {
  /** Stands above the list of fields. */
  summary: 'Please check these fields:',
  /** `{label}` is replaced by the field's. */
  required: '{label} is required.',
  email: 'Enter an email address, such as you@lab.example.',
};
