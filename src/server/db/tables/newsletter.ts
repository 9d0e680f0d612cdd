import type { Generated } from 'kysely';

export type NewsletterTables = {
  subscribers: SubscribersTable;
  newsletter_issues: NewsletterIssuesTable;
  scheduled_issues: ScheduledIssuesTable;
};

/** Newsletter subscribers. */
type SubscribersTable = {
  id: string;
  /** Lower case; null once the person has unsubscribed. */
  email: string | null;
  /** Keyed hash of the email, by which a former subscriber is recognized. */
  email_hash: string;
  state: 'pending' | 'confirmed' | 'unsubscribed' | 'bounced';
  /** First sign-up, or sign-up after the previous subscription had ended. */
  signed_up_at: string;
  /** The latest sign-up with this email. */
  asked_at: string;
  confirmed_at: string | null;
  /** When the person unsubscribed or the mailbox bounced. */
  ended_at: string | null;
  /** The mail server's response to a bounced mail; empty otherwise. */
  answer: string;
};

/** Posts as they were sent to all subscribers. */
type NewsletterIssuesTable = {
  /** Also the batch of its mails in the outbox. */
  id: string;
  post_id: string;
  slug: string;
  /** Email of an administrator. */
  sent_by: string;
  sent_at: string;
  stopped_at: string | null;
  recipients: number;
  /** JSON object: number of mails by state; null while the outbox has the mails. */
  tally: string | null;
  title: string;
  description: string;
  author: string;
  date: string;
  content_html: string;
  /** The subject of the mails. */
  subject: Generated<string>;
  /** Markdown, shown above the post; empty for none. */
  introduction: Generated<string>;
  introduction_html: Generated<string>;
  /** JSON array. */
  references: Generated<string>;
  citation_style: Generated<'numbered' | 'author-date'>;
};

/** Issues that wait for their time: at most one of each post. */
type ScheduledIssuesTable = {
  /** Also the id of the issue that it becomes. */
  id: string;
  post_id: string;
  slug: string;
  title: string;
  /** Null for the title of the post when it is sent. */
  subject: string | null;
  introduction: string;
  introduction_html: string;
  /** The latest issue of the post when this one was scheduled; null for none. */
  follows: string | null;
  send_at: string;
  /** Differs after every save. */
  etag: string;
  scheduled_at: string;
  /** Email of an administrator. */
  scheduled_by: string;
  /** Why it was not sent at its time; null while nothing failed. */
  problem: string | null;
};
