import { type Texts, textsOf } from '../inquiries/send.ts';

const FIELDS = ['name', 'email', 'organization', 'message'] as const;

export type InvestorInquiry = Texts<(typeof FIELDS)[number]>;

export function investorInquiryFrom(form: FormData): InvestorInquiry {
  return textsOf(form, FIELDS);
}
