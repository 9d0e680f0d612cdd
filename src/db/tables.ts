import type { ColumnType, Generated } from 'kysely';

/**
 * The rows as both engines hold them: text, integers, ISO 8601 instants in UTC as text (so that they
 * sort as they count), JSON as text. Nothing here knows which engine is underneath.
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

/** What an author writes of a post, but for its tags. */
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
   * `publish_date`, else `first_published_at`, else `created_at`: what lists sort by and visibility
   * depends on.
   */
  date: string;
  /** Minutes. */
  reading_time: number;
  /** Starts at 1 and grows by 1 with every edit. */
  version: number;
  created_at: ColumnType<string, string, never>;
  updated_at: string;
  /**
   * When a save first made the post public, or was made of a post that its schedule had made public.
   * Null while no such save has been made.
   */
  first_published_at: string | null;
  content_html: string;
};

/** What the database copies from the post, so that an index has all that a list asks for. */
type CopiedByTrigger = ColumnType<string, never, never>;

type PostTagsTable = {
  post_id: string;
  position: number;
  tag: string;
  status: CopiedByTrigger;
  date: CopiedByTrigger;
};

/** What a post is searched by; the indexes of it are kept by the database. */
type PostSearchTable = {
  post_id: string;
  status: CopiedByTrigger;
  date: CopiedByTrigger;
  /** The post's distinct words, one space apart (`search-words.ts`). */
  words: string;
  /** The text of the body, without markup. */
  text: string;
  /** The `SEARCH_VERSION` that made `words`; 0 for none. */
  version: Generated<number>;
};

/** Former slugs of posts; the living slug is in `posts`. */
type FormerSlugsTable = { slug: string; post_id: string };

/** One row, kept by triggers: how often public posts have changed. */
type PostChangesTable = { changes: number };

/** One row per status, kept by triggers, so that counting does not read every post. */
type PostCountsTable = { status: 'published' | 'draft'; posts: Generated<number> };

/** What the author's fields held at each save, the latest too. */
type PostRevisionsTable = AuthoredColumns & {
  post_id: string;
  /** The version of the post that the save made. */
  version: number;
  saved_at: string;
  /** The e-mail address of an administrator, who may be gone; null for the program itself. */
  saved_by: string | null;
  /** JSON array of strings. */
  tags: string;
};

/** Which form made which post, so that a form that is sent twice makes one. */
type PostCreationsTable = {
  key: string;
  /** SHA-256 of what was sent, in hexadecimal. */
  fingerprint: string;
  post_id: string;
};

/** What is typed and not saved yet: one row for each administrator and document. */
type AutosavesTable = {
  /** The administrator's e-mail address. */
  owner: string;
  /** The id of a post, or the key of a form for a new one. */
  document: string;
  /** The version that is edited; null for a new post. */
  version: number | null;
  saved_at: string;
  /** JSON object: the values of the form. */
  values: string;
  /** Grows with every autosave of the document: one that arrives late is older than what stands. */
  sequence: Generated<number>;
  /** 1 when it was saved or thrown away: the row stays, so that a late autosave cannot bring it back. */
  discarded: Generated<0 | 1>;
  /** The title among the values. */
  title: Generated<string>;
};

/** By which reviewers without an account read a post that is not public. */
type PreviewLinksTable = {
  id: string;
  /** SHA-256 of the token, in hexadecimal: the token itself is not stored. */
  token_hash: string;
  post_id: string;
  /** The e-mail address of an administrator, with whom the link ends. */
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
  /** Of the value of ADMIN_PASSWORD that was applied last. */
  applied_password_hash: Generated<string | null>;
  created_at: string;
};

type SessionsTable = {
  /** SHA-256 of the token, in hexadecimal: the token itself is not stored. */
  token_hash: string;
  administrator_id: string;
  created_at: string;
  expires_at: string;
  /** As the browser called itself at sign-in; empty when it did not. */
  user_agent: Generated<string>;
  /** To the minute. */
  last_used_at: Generated<string>;
};

/** Sign-ins whose password was right, until the second factor comes. */
type PendingSignInsTable = {
  /** SHA-256 of the ticket, in hexadecimal: the ticket itself is not stored. */
  ticket_hash: string;
  administrator_id: string;
  /** How often a second factor was tried with it. */
  attempts: number;
  expires_at: string;
};

/** Apps that show one-time codes: one for each administrator. */
type AuthenticatorAppsTable = {
  administrator_id: string;
  /** What the codes are computed from, in base32. */
  secret: string;
  created_at: string;
  /** When a code of it first came; until then it counts for nothing. */
  confirmed_at: string | null;
  /** The time step (RFC 6238) of the last code that was taken. */
  last_step: number;
};

type RecoveryCodesTable = {
  administrator_id: string;
  /** SHA-256, in hexadecimal: the code itself is not stored. */
  code_hash: string;
  created_at: string;
  used_at: string | null;
};

/** Public keys that sign in (WebAuthn). */
type PasskeysTable = {
  id: string;
  administrator_id: string;
  /** As the authenticator names it, in base64url. */
  credential_id: string;
  /** COSE, in base64url. */
  public_key: string;
  /** How often it has signed, as it says itself; stays 0 with most. */
  counter: number;
  /** JSON array of how it is reached. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
};

/** Challenges that a passkey has answered: none is answered twice. */
type UsedChallengesTable = { challenge: string; expires_at: string };

/** Who did what. */
type AuditEventsTable = {
  id: string;
  at: string;
  /** The e-mail address of an administrator, who may be gone; null for the program itself. */
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
  /** 1 when no person seems to have sent it. */
  suspected: Generated<0 | 1>;
  /** When an administrator first opened it. */
  read_at: Generated<string | null>;
  handled_at: Generated<string | null>;
  /** What administrators write about it. */
  note: Generated<string>;
  /** Grows by 1 with every change of the note. */
  note_version: Generated<number>;
};

/** Counts for limits that several processes share. */
type LimitsTable = {
  /** The name of the limit, and a keyed hash of whom it counts. */
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: number | null;
};

/** From where administrators have signed in. */
type KnownNetworksTable = {
  /** A keyed hash of the network. */
  network_hash: string;
  last_sign_in_at: string;
};

type PicturesTable = {
  /** The first 32 hexadecimal digits of the SHA-256 of the uploaded file. */
  id: string;
  /** The file's name as it was uploaded. */
  name: string;
  /** Alternative text; empty when nobody has written any. */
  alt: string;
  /** Of the picture as it is kept, in pixels. */
  width: number;
  height: number;
  format: 'png' | 'jpg' | 'webp' | 'avif' | 'gif';
  /** 1 when it is an animation. */
  moving: 0 | 1;
  /** The size of the file that is kept. */
  bytes: number;
  /** The average colour, `#rrggbb`. */
  placeholder: string;
  created_at: string;
};

/** Which posts name which pictures, in their text or as their cover. The picture may be gone. */
type PostPicturesTable = { post_id: string; picture_id: string };

/** Which pictures are being added or removed now, by any process, and which have just been removed. */
type PictureOperationsTable = {
  picture_id: string;
  kind: 'upload' | 'removal' | 'removed';
  since: string;
};

/** Mail that is to be sent, and what became of it. */
type OutboxTable = {
  id: string;
  /** What it is about, and with that what its content is made of. */
  kind: string;
  /** An e-mail address. */
  recipient: string;
  /** JSON object: what its content is made of. */
  data: string;
  state: 'waiting' | 'sent' | 'refused' | 'expired' | 'withdrawn';
  attempts: number;
  /** Its next turn; while it is being sent, when another process may take it. */
  due_at: string;
  created_at: string;
  settled_at: string | null;
  /** What the mail server said last. */
  answer: string;
  /** What it was sent with to many; null for a mail of its own. */
  batch: string | null;
};

/** What the site makes once and no one else may know. */
type SecretsTable = { name: string; value: string };

/** Who has asked for the newsletter. */
type SubscribersTable = {
  id: string;
  /** Lower case; null once the person has left. */
  email: string | null;
  /** The address signed with the site's key: by it, who has left and comes again is known. */
  email_hash: string;
  state: 'pending' | 'confirmed' | 'unsubscribed' | 'bounced';
  /** When the person asked for the first time, or again after an end. */
  signed_up_at: string;
  /** When somebody last asked with this address. */
  asked_at: string;
  confirmed_at: string | null;
  /** When the person left, or the address was refused. */
  ended_at: string | null;
  /** What the mail server said when it refused the address; empty otherwise. */
  answer: string;
};

/** What has been sent to all subscribers: a post as it stood then. */
type NewsletterIssuesTable = {
  /** Also the batch of its mails in the outbox. */
  id: string;
  post_id: string;
  slug: string;
  /** The e-mail address of an administrator. */
  sent_by: string;
  sent_at: string;
  stopped_at: string | null;
  recipients: number;
  /** JSON object: how many mails ended how; null while the outbox tells. */
  tally: string | null;
  title: string;
  description: string;
  author: string;
  date: string;
  content_html: string;
};
