import { defaultRequestType } from '../../../content/contact.ts';
import { type FormTexts, formTexts } from '../form/send-inquiry.ts';

const FIELDS = ['name', 'email', 'company', 'jobTitle', 'message', 'requestType'] as const;

export type ContactTexts = FormTexts<(typeof FIELDS)[number]>;

/** The text fields of a submitted contact form, with the default for a missing request type. */
export function contactTexts(form: FormData): ContactTexts {
  const texts = formTexts(form, FIELDS);
  return { ...texts, requestType: texts.requestType || defaultRequestType };
}
