import { defaultRequestType } from '../../../content/contact.ts';
import { type Texts, textsOf } from '../inquiries/send.ts';

const FIELDS = ['name', 'email', 'company', 'jobTitle', 'message', 'requestType'] as const;

/** What is sent, by the names of the form's fields. */
export type Inquiry = Texts<(typeof FIELDS)[number]>;

/** The text fields of a submitted contact form; a request type that is not there is the default. */
export function inquiryFrom(form: FormData): Inquiry {
  const inquiry = textsOf(form, FIELDS);
  return { ...inquiry, requestType: inquiry.requestType || defaultRequestType };
}
