import type { ColumnType, Generated } from 'kysely';

/**
 * The rows as both engines hold them: text, integers, ISO 8601 instants in UTC as text (so that they
 * sort as they count), JSON as text. Nothing here knows which engine is underneath.
 */
export type Tables = {
  posts: PostsTable;
  post_tags: PostTagsTable;
  post_addresses: PostAddressesTable;
  post_counts: PostCountsTable;
  post_revisions: PostRevisionsTable;
  post_creations: PostCreationsTable;
  autosaves: AutosavesTable;
  administrators: AdministratorsTable;
  sessions: SessionsTable;
  audit_events: AuditEventsTable;
  inquiries: InquiriesTable;
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
  /** `publish_date`, else the instant of creation: what lists sort by and visibility depends on. */
  date: string;
  /** Minutes. */
  reading_time: number;
  /** Starts at 1 and grows by 1 with every edit. */
  version: number;
  created_at: ColumnType<string, string, never>;
  updated_at: string;
  content_html: string;
};

type PostTagsTable = { post_id: string; position: number; tag: string };

/** Former slugs of posts; the living slug is in `posts`. */
type PostAddressesTable = { slug: string; post_id: string };

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
};

type AdministratorsTable = {
  id: string;
  /** Lower case. */
  email: string;
  password_hash: string;
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
};

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
};
