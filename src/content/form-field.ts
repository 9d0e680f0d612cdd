/** A form field; the page adds the asterisk of a required one. */
export interface FormField {
  name: string;
  label: string;
  type: 'text' | 'email' | 'textarea';
  required: boolean;
  autoComplete?: string;
}
