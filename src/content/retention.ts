export type Period = { days: number; label: string };

const month: Period = { days: 30, label: '30 days' };
/** 730 days: the shortest two years. */
const twoYears: Period = { days: 730, label: '24 months' };

/** Retention of personal data. The privacy policy states the periods; a daily job purges expired data. */
export const retention = {
  /** Counts from when an inquiry was marked as handled, else from its arrival. */
  inquiries: twoYears,
  /** Suspected spam, from its arrival. */
  suspectedInquiries: month,
  /** Unconfirmed newsletter sign-ups, from the last confirmation mail. */
  unconfirmedSignUps: month,
  /** The hash of an ended subscription's email, from its end. */
  endedSubscriptions: month,
  /** The record of a mail, and its file if mails are written to files, from delivery or failure. */
  mails: month,
  /** Unsaved texts of administrators, from the last change. */
  drafts: month,
  /** Deleted posts, from their deletion. */
  trash: month,
  /** Versions of posts that were never public, from their save; the last of each day stays. */
  versions: month,
  audit: twoYears,
  /** Rate-limit counters: the longest window. */
  counts: { days: 1, label: '24 hours' },
  deletionRequests: month,
} as const satisfies Record<string, Period>;

export type Retention = Readonly<Record<keyof typeof retention, Period>>;
