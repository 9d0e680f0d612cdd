/** What a visitor sent by one of the forms; fields that the form lacks are empty. */
export type Inquiry = {
  kind: 'contact' | 'investor' | 'waitlist';
  name: string;
  email: string;
  company: string;
  jobTitle: string;
  message: string;
  /** The type of a contact inquiry: one of the four that the form offers, or any word of letters and hyphens. */
  requestType: string;
  /** ISO 8601. */
  receivedAt: string;
};

const REQUEST_LABELS: Readonly<Record<string, string>> = {
  general: 'General enquiry',
  demo: 'Demo request',
  support: 'Support request',
  partnership: 'Partnership proposal',
};

/** A label for the inquiry; holds nothing that a visitor wrote. */
export function inquiryLabel({ kind, requestType }: Pick<Inquiry, 'kind' | 'requestType'>): string {
  if (kind === 'investor') return 'Investor inquiry';
  if (kind === 'waitlist') return 'Waitlist registration';
  return Object.hasOwn(REQUEST_LABELS, requestType)
    ? (REQUEST_LABELS[requestType] ?? '')
    : 'Contact inquiry';
}
