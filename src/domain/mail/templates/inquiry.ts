/** What a visitor sent by one of the forms; what a form does not ask for is empty. */
export type Inquiry = {
  kind: 'contact' | 'investor' | 'waitlist';
  name: string;
  email: string;
  company: string;
  jobTitle: string;
  message: string;
  /** Of a contact inquiry; beside the four that the form offers, any word of letters and hyphens. */
  requestType: string;
  /** ISO 8601. */
  receivedAt: string;
};

const REQUESTS: Readonly<Record<string, string>> = {
  general: 'General enquiry',
  demo: 'Demo request',
  support: 'Support request',
  partnership: 'Partnership proposal',
};

/** What it is, in our own words: nothing in it was written by a visitor. */
export function kindOf({ kind, requestType }: Pick<Inquiry, 'kind' | 'requestType'>): string {
  if (kind === 'investor') return 'Investor inquiry';
  if (kind === 'waitlist') return 'Waitlist registration';
  return Object.hasOwn(REQUESTS, requestType) ? (REQUESTS[requestType] ?? '') : 'Contact inquiry';
}
