export interface FormField<Name = string> {
  name: Name;
  label: string;
  type: 'text' | 'email' | 'select' | 'textarea';
  required?: true;
  autoComplete?: string;
}
