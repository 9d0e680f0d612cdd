import { requestTypes } from '../../content/contact.ts';
import type { Inquiry } from '../inbox.ts';

export const KIND_NAMES: Record<Inquiry['kind'], string> = {
  contact: 'Contact',
  investor: 'Investor',
  waitlist: 'Waitlist',
};

export function kindLabel({ kind, requestType }: Inquiry): string {
  if (kind !== 'contact') return KIND_NAMES[kind];
  const known = requestTypes.find(({ value }) => value === requestType);
  return `${KIND_NAMES.contact}: ${known?.label ?? requestType}`;
}
