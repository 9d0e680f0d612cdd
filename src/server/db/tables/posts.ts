import type { ColumnType, Generated } from 'kysely';

export type PostTables = {
  posts: PostsTable;
  post_versions: PostVersionsTable;
  current_posts: CurrentPostsView;
  public_posts: PublicPostsView;
  public_records: PublicRecordsView;
  public_dates: Pick<PostsTable, 'id' | 'slug' | 'date'>;
  post_tags: { post_id: string; position: number; tag: string };
  /** The words of a post that is not in the trash, separated by spaces (`post-index.ts`); the database maintains their index. */
  post_search: {
    post_id: string;
    title: string;
    tags: string;
    description: string;
    words: string;
  };
  former_slugs: { slug: string; post_id: string };
  post_records: PostRecordsTable;
  /** One row: a counter of changes of what the public sees (`changed` in public-views.ts). */
  post_changes: { changes: number };
  drafts: {
    /** Email of the administrator. */
    owner: string;
    /** Id of a post, which need not be saved yet. */
    post_id: string;
    tab: string;
    /** The etag of the version being edited; null for a new post. */
    base: string | null;
    title: string;
    /** JSON object: form values. */
    values: string;
    saved_at: string;
  };
  preview_links: {
    /** SHA-256 of the token, in hexadecimal: the token itself is not stored. */
    token_hash: string;
    post_id: string;
    /** Email of an administrator; the link ends when the administrator is removed. */
    created_by: string;
    created_at: string;
    expires_at: string;
  };
};

/** Deleted posts stay until their retention ends. */
type PostsTable = {
  id: string;
  /** That of the public version, else of the latest. Those of deleted posts are free. */
  slug: string;
  /**
   * The publish date of that version, else `first_published_at`, else `created_at`. Lists sort by it; visibility depends
   * on it.
   */
  date: string;
  created_at: ColumnType<string, string, never>;
  /**
   * When a save first published the post, or the first save after its schedule had published it. Null until such a
   * save.
   */
  first_published_at: string | null;
  /** The working text. It need not have the highest number. */
  latest_version: number;
  /** The version that the public sees from its date on; null for a draft. */
  public_version: number | null;
  /** Numbers are never given twice. */
  next_version: number;
  deleted_at: string | null;
  /** Email of an administrator, who may have been removed; null for the program itself. */
  deleted_by: string | null;
  /** What it was imported from, by which a later import skips it: a key, the date there and the title, one a line. */
  import_key: string | null;
  /** Follows from the columns above, which the database checks. */
  status: 'published' | 'draft' | 'trash';
  /** JSON array of notices (`notice.ts`). */
  notices: Generated<string>;
  title_prefix: Generated<string>;
  noticed_at: string | null;
};

type PostRecordsTable = {
  post_id: string;
  number: number;
  version: number;
  frozen_at: string;
  note: string;
  /** Which fields the hash covers (`record-document.ts`). */
  format: number;
  sha256: string;
};

type AuthoredColumns = {
  title: string;
  description: string;
  author: string;
  cover_image: string;
  cover_image_caption: string;
  /** JSON array of strings. */
  tags: string;
  publish_date: string | null;
  /** JSON array of references. */
  references: string;
  citation_style: Generated<'numbered' | 'author-date'>;
  is_research: Generated<0 | 1>;
  content: string;
  /** JSON object of those statements that are not empty. */
  statements: Generated<string>;
};

/** One save of a post. Of versions that are neither public nor the latest, the rendered form is not stored. */
type PostVersionsTable = AuthoredColumns & {
  post_id: string;
  version: number;
  /** The version that was edited; null for the first. */
  base_version: number | null;
  saved_at: string;
  /** Email of an administrator, who may have been removed; null for the program itself. */
  saved_by: string | null;
  slug: string;
  /** When it is to become public; null when nothing is scheduled. */
  publish_at: string | null;
  /** Why publishing at that time failed: it is not tried again. */
  problem: string | null;
  /** When it became the public version, due or not; null for never. */
  published_at: string | null;
  /** Minutes. */
  reading_time: Generated<number>;
  /** The `RENDERER` that made `content_html`, or failed to. 0: still to be made. Null: not stored. */
  renderer: number | null;
  content_html: string | null;
  text: string | null;
};

/** Posts that are not in the trash, as lists and pages show them: in the public version, else the latest. */
type CurrentPostsView = Pick<
  PostsTable,
  | 'id'
  | 'slug'
  | 'date'
  | 'created_at'
  | 'latest_version'
  | 'public_version'
  | 'notices'
  | 'title_prefix'
> &
  ShownVersion & { status: 'published' | 'draft' };

/** The posts that are public from their date on. The title has its prefix. */
type PublicPostsView = Pick<PostsTable, 'id' | 'slug' | 'date' | 'notices'> &
  ShownVersion & {
    /** JSON array of marks (`records.ts`), the oldest first. */
    records: string;
  };

/** The title is as it was frozen. */
type PublicRecordsView = AuthoredColumns &
  Pick<PostsTable, 'id' | 'slug' | 'date' | 'notices' | 'title_prefix'> &
  Pick<PostRecordsTable, 'number' | 'version' | 'frozen_at' | 'note' | 'format' | 'sha256'> & {
    latest: number;
  };

type ShownVersion = AuthoredColumns &
  Pick<PostVersionsTable, 'version' | 'reading_time' | 'content_html' | 'text'> & {
    /** When the version was published, else saved, or when a notice came after that. */
    updated_at: string;
  };
