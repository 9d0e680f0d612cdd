/** A field of a form; the label's mark for required fields is left to the page. */
export interface FormField {
  name: string;
  label: string;
  type: 'text' | 'email' | 'textarea';
  required: boolean;
  autoComplete?: string;
}
