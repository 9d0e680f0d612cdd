/** How long something is kept, and how a page says so. */
export type Period = { days: number; words: string };

const month: Period = { days: 30, words: '30 days' };
/** No two years are shorter. */
const twoYears: Period = { days: 730, words: '24 months' };

/**
 * What is kept of people, and for how long. The privacy policy says it in words, and a daily job
 * deletes what is over.
 */
export const retention = {
  /** After an inquiry was marked as handled, else after it came. */
  inquiries: twoYears,
  /** Inquiries that no person seems to have sent, after they came. */
  suspectedInquiries: month,
  /** Sign-ups for the newsletter that nobody confirmed, after the last confirmation mail. */
  unconfirmedSignUps: month,
  /** What is left of a subscription after it ended. */
  endedSubscriptions: month,
  /** The record of a mail, and the mail itself where mails are files, after it was sent or given up. */
  mails: month,
  /** What an administrator typed and did not save, after the last change. */
  autosaves: month,
  /** What administrators did. */
  audit: twoYears,
  /** How often somebody has used a form: no limit counts longer. */
  counts: { days: 1, words: '24 hours' },
  /** Within which a request for deletion is honoured. */
  deletionRequests: month,
} as const satisfies Record<string, Period>;

export type Retention = Readonly<Record<keyof typeof retention, Period>>;
