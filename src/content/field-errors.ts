export const fieldErrors = {
  summary: 'Please check these fields:',
  required: '{label} is required.',
  email: 'Enter an email address, such as you@lab.example.',
};
