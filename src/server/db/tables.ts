import type { AccountTables } from './tables/accounts.ts';
import type { AuthorTables } from './tables/authors.ts';
import type { GlossaryTables } from './tables/glossary.ts';
import type { InquiryTables } from './tables/inquiries.ts';
import type { MailTables } from './tables/mail.ts';
import type { MediaTables } from './tables/media.ts';
import type { MoleculeTables } from './tables/molecules.ts';
import type { NewsletterTables } from './tables/newsletter.ts';
import type { PostTables } from './tables/posts.ts';
import type { TransferTables } from './tables/transfer.ts';

/**
 * Rows as both engines store them: text, integers, ISO 8601 instants in UTC as text (which sorts by time), JSON as
 * text.
 */
export type Tables = PostTables &
  AuthorTables &
  AccountTables &
  MediaTables &
  MoleculeTables &
  GlossaryTables &
  TransferTables &
  InquiryTables &
  NewsletterTables &
  MailTables & {
    audit_events: AuditEventsTable;
    leases: LeasesTable;
    limits: LimitsTable;
    secrets: SecretsTable;
  };

/** They hold what is not public. */
export type TablesOfPosts = 'posts' | 'post_versions' | 'post_records' | 'current_posts';

/** What the public may read: of posts, the views alone. */
export type PublicTables = Omit<Tables, TablesOfPosts>;

/** The audit log. */
type AuditEventsTable = {
  id: string;
  at: string;
  /** Email of an administrator, who may have been removed; null for the program itself. */
  actor: string | null;
  action: string;
  subject: string;
  detail: string | null;
};

/** Jobs that one process at a time does. */
type LeasesTable = {
  name: string;
  /** A random id of the process. */
  holder: string;
  expires_at: string;
};

/** Rate limit counters, shared by all processes. */
type LimitsTable = {
  /** Name of the limit, and a keyed hash of the client. */
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: number | null;
};

/** Secrets that the site generates once, and a hash of the administrator's settings that were applied last. */
type SecretsTable = { name: string; value: string };
