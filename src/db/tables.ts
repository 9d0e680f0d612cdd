import type { ColumnType, Generated } from 'kysely';

/**
 * Rows as both engines store them: text, integers, ISO 8601 instants in UTC as text (which sorts by time), JSON as
 * text.
 */
export type Tables = {
  posts: PostsTable;
  post_tags: PostTagsTable;
  post_search: PostSearchTable;
  post_addresses: FormerSlugsTable;
  post_counts: PostCountsTable;
  post_changes: PostChangesTable;
  post_revisions: PostRevisionsTable;
  post_creations: PostCreationsTable;
  autosaves: AutosavesTable;
  preview_links: PreviewLinksTable;
  administrators: AdministratorsTable;
  sessions: SessionsTable;
  pending_sign_ins: PendingSignInsTable;
  authenticator_apps: AuthenticatorAppsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  used_challenges: UsedChallengesTable;
  audit_events: AuditEventsTable;
  inquiries: InquiriesTable;
  outbox: OutboxTable;
  limits: LimitsTable;
  known_networks: KnownNetworksTable;
  secrets: SecretsTable;
  subscribers: SubscribersTable;
  newsletter_issues: NewsletterIssuesTable;
  pictures: PicturesTable;
  post_pictures: PostPicturesTable;
  picture_operations: PictureOperationsTable;
};

/** The fields of a post that authors write, without tags. */
type AuthoredColumns = {
  slug: string;
  title: string;
  description: string;
  author: string;
  cover_image: string;
  cover_image_caption: string;
  status: 'published' | 'draft';
  publish_date: string | null;
  /** JSON array of references. */
  references: string;
  content: string;
};

type PostsTable = AuthoredColumns & {
  id: string;
  /**
   * `publish_date`, else `first_published_at`, else `created_at`. Lists sort by it; visibility depends on it.
   */
  date: string;
  /** Minutes. */
  reading_time: number;
  /** Starts at 1; every edit adds 1. */
  version: number;
  created_at: ColumnType<string, string, never>;
  updated_at: string;
  /**
   * When a save first published the post, or the first save after its schedule had published it. Null until such a
   * save.
   */
  first_published_at: string | null;
  content_html: string;
};

/** Copied from the post by triggers, so that an index covers the queries of lists. */
type CopiedByTrigger = ColumnType<string, never, never>;

type PostTagsTable = {
  post_id: string;
  position: number;
  tag: string;
  status: CopiedByTrigger;
  date: CopiedByTrigger;
};

/** The searchable text of a post; the database maintains the indexes. */
type PostSearchTable = {
  post_id: string;
  status: CopiedByTrigger;
  date: CopiedByTrigger;
  /** The post's distinct words, separated by spaces (`search-words.ts`). */
  words: string;
  /** The text of the body, without markup. */
  text: string;
  /** The `SEARCH_VERSION` that made `words`; 0 for none. */
  version: Generated<number>;
};

/** Former slugs of posts; the current slug is in `posts`. */
type FormerSlugsTable = { slug: string; post_id: string };

/** One row, maintained by triggers: a counter of changes to public posts. */
type PostChangesTable = { changes: number };

/** One row per status, maintained by triggers, so that counting does not read every post. */
type PostCountsTable = { status: 'published' | 'draft'; posts: Generated<number> };

/** The fields after each save, including the latest. */
type PostRevisionsTable = AuthoredColumns & {
  post_id: string;
  /** The version of the post after the save. */
  version: number;
  saved_at: string;
  /** Email of an administrator, who may have been removed; null for the program itself. */
  saved_by: string | null;
  /** JSON array of strings. */
  tags: string;
};

/** Idempotency keys of forms, so that a form that is sent twice creates one post. */
type PostCreationsTable = {
  key: string;
  /** SHA-256 of the request, in hexadecimal. */
  fingerprint: string;
  post_id: string;
};

/** Unsaved input: one row for each administrator and document. */
type AutosavesTable = {
  /** Email of the administrator. */
  owner: string;
  /** Id of a post, or the key of the form for a new one. */
  document: string;
  /** The version being edited; null for a new post. */
  version: number | null;
  saved_at: string;
  /** JSON object: form values. */
  values: string;
  /** Grows with every autosave of the document, so that late requests are recognized as older. */
  sequence: Generated<number>;
  /** 1 after it was saved or discarded: the row stays, so that a late autosave cannot restore it. */
  discarded: Generated<0 | 1>;
  /** The title among the values. */
  title: Generated<string>;
};

/** Links for reviewers without an account to a post that is not public. */
type PreviewLinksTable = {
  id: string;
  /** SHA-256 of the token, in hexadecimal: the token itself is not stored. */
  token_hash: string;
  post_id: string;
  /** Email of an administrator; the link ends when the administrator is removed. */
  created_by: string;
  created_at: string;
  expires_at: string;
  last_opened_at: string | null;
};

type AdministratorsTable = {
  id: string;
  /** Lower case. */
  email: string;
  password_hash: string;
  /** Hash of the value of ADMIN_PASSWORD that was applied last. */
  applied_password_hash: Generated<string | null>;
  created_at: string;
};

type SessionsTable = {
  /** SHA-256 of the token, in hexadecimal: the token itself is not stored. */
  token_hash: string;
  administrator_id: string;
  created_at: string;
  expires_at: string;
  /** The User-Agent header at sign-in, or empty. */
  user_agent: Generated<string>;
  /** Precise to the minute. */
  last_used_at: Generated<string>;
};

/** Sign-ins with a correct password that wait for the second factor. */
type PendingSignInsTable = {
  /** SHA-256 of the ticket, in hexadecimal: the ticket itself is not stored. */
  ticket_hash: string;
  administrator_id: string;
  /** Attempts at the second factor. */
  attempts: number;
  expires_at: string;
};

/** Authenticator apps (TOTP): one for each administrator. */
type AuthenticatorAppsTable = {
  administrator_id: string;
  /** Shared secret, in base32. */
  secret: string;
  created_at: string;
  /** When its first code was accepted; until then the app is not a factor. */
  confirmed_at: string | null;
  /** Time step (RFC 6238) of the last accepted code. */
  last_step: number;
};

type RecoveryCodesTable = {
  administrator_id: string;
  /** SHA-256, in hexadecimal: the code itself is not stored. */
  code_hash: string;
  created_at: string;
  used_at: string | null;
};

/** WebAuthn credentials. */
type PasskeysTable = {
  id: string;
  administrator_id: string;
  /** In base64url. */
  credential_id: string;
  /** COSE key, in base64url. */
  public_key: string;
  /** Signature counter; stays 0 with most authenticators. */
  counter: number;
  /** JSON array of WebAuthn transports. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
};

/** Challenges that were used: each is accepted once. */
type UsedChallengesTable = { challenge: string; expires_at: string };

/** The audit log. */
type AuditEventsTable = {
  id: string;
  at: string;
  /** Email of an administrator, who may have been removed; null for the program itself. */
  actor: string | null;
  action: string;
  subject: string;
};

type InquiriesTable = {
  id: string;
  name: string;
  email: string;
  company: string;
  job_title: string;
  message: string;
  request_type: string;
  received_at: string;
  kind: Generated<'contact' | 'investor' | 'waitlist'>;
  /** 1 for suspected spam. */
  suspected: Generated<0 | 1>;
  /** When an administrator first opened it. */
  read_at: Generated<string | null>;
  handled_at: Generated<string | null>;
  /** Administrators' note. */
  note: Generated<string>;
  /** Every change of the note adds 1. */
  note_version: Generated<number>;
};

/** Rate limit counters, shared by all processes. */
type LimitsTable = {
  /** Name of the limit, and a keyed hash of the client. */
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: number | null;
};

/** Networks from which administrators have signed in. */
type KnownNetworksTable = {
  /** A keyed hash of the network. */
  network_hash: string;
  last_sign_in_at: string;
};

type PicturesTable = {
  /** The first 32 hexadecimal digits of the SHA-256 of the uploaded file. */
  id: string;
  /** Name of the uploaded file. */
  name: string;
  /** Alternative text; empty when nobody has written any. */
  alt: string;
  /** Of the stored original, in pixels. */
  width: number;
  height: number;
  format: 'png' | 'jpg' | 'webp' | 'avif' | 'gif';
  /** 1 for an animation. */
  moving: 0 | 1;
  /** Size of the stored original. */
  bytes: number;
  /** The average colour, `#rrggbb`. */
  placeholder: string;
  created_at: string;
};

/** Pictures that posts use in their text or as their cover. The picture may have been removed. */
type PostPicturesTable = { post_id: string; picture_id: string };

/** Locks of pictures that are being added or removed, and pictures removed within the hour. */
type PictureOperationsTable = {
  picture_id: string;
  kind: 'upload' | 'removal' | 'removed';
  since: string;
};

/** The queue of mail, and its outcomes. */
type OutboxTable = {
  id: string;
  /** Selects the composer. */
  kind: string;
  /** An email; empty once erased. */
  recipient: string;
  /** JSON object: input of the composer. */
  data: string;
  state: 'waiting' | 'sent' | 'refused' | 'expired' | 'withdrawn';
  attempts: number;
  /** The next attempt; while the mail is claimed, when the claim expires. */
  due_at: string;
  created_at: string;
  settled_at: string | null;
  /** The mail server's last response. */
  answer: string;
  /** Id of the newsletter issue; null for a single mail. */
  batch: string | null;
};

/** Secrets that the site generates once. */
type SecretsTable = { name: string; value: string };

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
};
