/** Error messages above a form, letter for letter as specified. */
export const inquiryErrors = {
  /** Followed by the names of the failing fields, joined with a comma and a space. */
  requiredFieldsPrefix: 'Please fill in all required fields: ',
  requiredFieldsMissing: 'Required fields are missing',
  failed: 'Something went wrong. Please try again.',
  network: 'Network error. Please check your connection and try again.',
};
