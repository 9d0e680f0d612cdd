import { requestTypes } from '../../content/contact.ts';
import type { InquirySummary } from '../inquiry-views.ts';

export const KIND_NAMES: Record<InquirySummary['kind'], string> = {
  contact: 'Contact',
  investor: 'Investor',
  waitlist: 'Waitlist',
};

/** The form; of a contact inquiry also its request type. */
export function kindLabel({ kind, requestType }: Pick<InquirySummary, 'kind' | 'requestType'>) {
  if (kind !== 'contact') return KIND_NAMES[kind];
  const known = requestTypes.find(({ value }) => value === requestType);
  return `${KIND_NAMES.contact}: ${known?.label ?? requestType}`;
}

/** Job title and company, as far as they are given. */
export function jobLabel({ company, jobTitle }: Pick<InquirySummary, 'company' | 'jobTitle'>) {
  return [jobTitle, company].filter((part) => part !== '').join(', ');
}
