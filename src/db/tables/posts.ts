import type { ColumnType, Generated } from 'kysely';

/** Posts, and what is stored with them. */
export type PostTables = {
  posts: PostsTable;
  post_tags: PostTagsTable;
  post_search: PostSearchTable;
  post_addresses: FormerSlugsTable;
  post_counts: PostCountsTable;
  post_changes: PostChangesTable;
  post_revisions: PostRevisionsTable;
  post_creations: PostCreationsTable;
  unpublished_changes: UnpublishedChangesTable;
  autosaves: AutosavesTable;
  preview_links: PreviewLinksTable;
  trashed_posts: TrashedPostsTable;
  trashed_revisions: PostRevisionsTable;
  trashed_pictures: TrashedPicturesTable;
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
  citation_style: Generated<'numbered' | 'author-date'>;
  is_research: Generated<0 | 1>;
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
  render_version: RenderVersion;
  mentions: Mentions;
};

/** The `RENDER_VERSION` that made `content_html`, or that failed to; null for an unknown one. */
type RenderVersion = Generated<string | null>;

/** JSON array of where `content_html` first mentions terms of the glossary; null for nowhere. */
type Mentions = Generated<string | null>;

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

/** Changes to a public post that are saved and not public yet. Publishing them deletes the row. */
type UnpublishedChangesTable = Omit<AuthoredColumns, 'status'> & {
  post_id: string;
  /** A new UUID with every save: a counter would start again after the changes were discarded. */
  etag: string;
  /** The version of the post that they change. */
  base_version: number;
  /** JSON array of strings. */
  tags: string;
  content_html: string;
  render_version: RenderVersion;
  mentions: Mentions;
  /** Minutes. */
  reading_time: number;
  saved_at: string;
  /** Email of an administrator, who may have been removed; null for the program itself. */
  saved_by: string | null;
  /** When they are to be published; null for not by themselves. */
  publish_at: string | null;
  /** Why publishing at that time failed: it is not tried again. */
  problem: string | null;
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

/** Deleted posts that can be restored. Their revisions are in `trashed_revisions`. */
type TrashedPostsTable = {
  /** These five are the post's. */
  id: string;
  slug: string;
  title: string;
  status: 'published' | 'draft';
  date: string;
  deleted_at: string;
  /** Email of an administrator, who may have been removed; null for the program itself. */
  deleted_by: string | null;
  /** JSON object: the row of the post and those that refer to it. */
  snapshot: string;
};

/** Pictures that posts in the trash use. */
type TrashedPicturesTable = { post_id: string; picture_id: string };
