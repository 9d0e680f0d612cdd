import { requestTypes } from '../../../content/contact.ts';
import type { InquirySummary } from '../../../domain/inquiries/inbox.ts';

export const KIND_NAMES: Record<InquirySummary['kind'], string> = {
  contact: 'Contact',
  investor: 'Investor',
  waitlist: 'Waitlist',
};

/** What an inquiry is: its form and, of a contact inquiry, what was asked for. */
export function kindLabel({ kind, requestType }: Pick<InquirySummary, 'kind' | 'requestType'>) {
  if (kind !== 'contact') return KIND_NAMES[kind];
  const known = requestTypes.find(({ value }) => value === requestType);
  return `${KIND_NAMES.contact}: ${known?.label ?? requestType}`;
}

/** Where somebody works and as what, as far as they said. */
export function workLabel({ company, jobTitle }: Pick<InquirySummary, 'company' | 'jobTitle'>) {
  return [jobTitle, company].filter((part) => part !== '').join(', ');
}
