import type { Generated } from 'kysely';

export type NewsletterTables = {
  subscribers: {
    id: string;
    /** Lower case; null once the person has unsubscribed. */
    email: string | null;
    /** Keyed hash of the email, by which a former subscriber is recognized. */
    email_hash: string;
    state: 'pending' | 'confirmed' | 'unsubscribed' | 'bounced';
    /** First sign-up, or sign-up after the previous subscription had ended. */
    signed_up_at: string;
    asked_at: string;
    confirmed_at: string | null;
    ended_at: string | null;
    /** The mail server's response to a bounced mail; empty otherwise. */
    answer: string;
  };
  /** Posts as they were sent to all subscribers, and those that wait for their time: at most one of each post. */
  newsletter_issues: {
    id: string;
    state: Generated<'scheduled' | 'sent'>;
    post_id: string;
    slug: string;
    sent_by: string;
    sent_at: string;
    /** Why it was not sent at its time; null while nothing failed. */
    problem: Generated<string | null>;
    stopped_at: string | null;
    recipients: number;
    /** JSON object: number of mails by state; null while the outbox has the mails. */
    tally: string | null;
    title: string;
    description: string;
    author: string;
    date: string;
    /** Empty while it waits. */
    content_html: string;
    /** The subject of the mails; empty for the title of the post, while it waits. */
    subject: Generated<string>;
    /** Markdown, shown above the post; empty for none. */
    introduction: Generated<string>;
    introduction_html: Generated<string>;
    /** JSON array. */
    references: Generated<string>;
    citation_style: Generated<'numbered' | 'author-date'>;
  };
};
