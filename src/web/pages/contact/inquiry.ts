import { defaultRequestType } from '../../../content/contact.ts';
import { type Texts, textsOf } from '../inquiries/send.ts';

const FIELDS = ['name', 'email', 'company', 'jobTitle', 'message', 'requestType'] as const;

export type Inquiry = Texts<(typeof FIELDS)[number]>;

/** The text fields of a submitted contact form, with the default for a missing request type. */
export function inquiryFrom(form: FormData): Inquiry {
  const inquiry = textsOf(form, FIELDS);
  return { ...inquiry, requestType: inquiry.requestType || defaultRequestType };
}
