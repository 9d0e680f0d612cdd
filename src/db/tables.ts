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
  administrators: AdministratorsTable;
  sessions: SessionsTable;
  inquiries: InquiriesTable;
};

type PostsTable = {
  id: string;
  slug: string;
  title: string;
  description: string;
  author: string;
  cover_image: string;
  cover_image_caption: string;
  status: 'published' | 'draft';
  publish_date: string | null;
  /** `publish_date`, else the instant of creation: what lists sort by and visibility depends on. */
  date: string;
  /** Minutes. */
  reading_time: number;
  /** JSON array of references. */
  references: string;
  /** Starts at 1 and grows by 1 with every edit. */
  version: number;
  created_at: ColumnType<string, string, never>;
  updated_at: string;
  content: string;
  content_html: string;
};

type PostTagsTable = { post_id: string; position: number; tag: string };

/** Former slugs of posts; the living slug is in `posts`. */
type PostAddressesTable = { slug: string; post_id: string };

/** One row per status, kept by triggers, so that counting does not read every post. */
type PostCountsTable = { status: 'published' | 'draft'; posts: Generated<number> };

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
