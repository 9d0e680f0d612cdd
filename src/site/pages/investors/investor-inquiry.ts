import { type FormTexts, formTexts } from '../../../inquiries/pages/form/send-inquiry.ts';

const FIELDS = ['name', 'email', 'organization', 'message'] as const;

export type InvestorInquiry = FormTexts<(typeof FIELDS)[number]>;

export function investorInquiryFrom(form: FormData): InvestorInquiry {
  return formTexts(form, FIELDS);
}
