import type { Kysely, Selectable } from 'kysely';
import type { RenderedBody } from '../rendering/body.ts';
import { RENDERER } from '../rendering/renderer.ts';
import { withTerms } from '../science/glossary/mentions.ts';
import type { PublicTables, Tables } from '../server/db/tables.ts';
import { addressDataLinks } from '../text/data-links.ts';
import { readingTime } from '../text/word-count.ts';
import { withAuthors } from './authors/author-rows.ts';
import {
  type AuthoredFields,
  etagOf,
  isSlug,
  type Post,
  type PostSummary,
  type ReadPost,
} from './post.ts';
import { searchedText } from './search-words.ts';
import { NO_STATEMENTS, type Statements, statementsOf } from './statements.ts';

/** The mapping between posts and the rows of the tables. */

/** Columns of the fields that authors write, but for the slug, the status, and the body. */
const FIELDS = [
  'title',
  'description',
  'author',
  'cover_image',
  'cover_image_caption',
  'tags',
  'publish_date',
  'references',
  'citation_style',
  'is_research',
] as const;

export const AUTHORED_COLUMNS = ['slug', ...FIELDS, 'content', 'statements'] as const;

/** Columns of `public_posts` and of `current_posts`. */
export const SUMMARY_COLUMNS = [
  'id',
  'slug',
  'date',
  'version',
  'updated_at',
  'reading_time',
  ...FIELDS,
] as const;

export const POST_COLUMNS = [...SUMMARY_COLUMNS, 'content', 'content_html', 'statements'] as const;

/** What public readers are told besides. */
export const READ_COLUMNS = [...POST_COLUMNS, 'notices', 'records'] as const;

export type SummaryRow = Pick<
  Selectable<Tables['public_posts']>,
  (typeof SUMMARY_COLUMNS)[number]
> & {
  /** Undefined in `public_posts`. */
  status?: 'published' | 'draft';
};
export type PostRow = SummaryRow &
  Pick<Selectable<Tables['public_posts']>, 'content' | 'content_html' | 'statements'>;

export function toSummary(row: SummaryRow): PostSummary {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    date: row.date,
    updated_at: row.updated_at,
    readingTime: row.reading_time,
    tags: JSON.parse(row.tags),
    coverImage: row.cover_image,
    coverImageCaption: row.cover_image_caption,
    author: row.author,
    status: row.status ?? 'published',
    publishDate: row.publish_date,
    references: JSON.parse(row.references),
    citationStyle: row.citation_style,
    isResearch: row.is_research === 1,
    version: row.version,
    etag: etagOf(row),
  };
}

function toStatements({ statements }: Pick<VersionRow, 'statements'>): Statements {
  return { ...NO_STATEMENTS, ...JSON.parse(statements) };
}

export function toPost(row: PostRow): Post {
  const { content, content_html } = row;
  return {
    ...toSummary(row),
    ...toStatements(row),
    content,
    contentHtml: content_html ?? '',
  };
}

type ReadRow = PostRow & Pick<Selectable<Tables['public_posts']>, 'notices' | 'records'>;

/** A public post, with what is on record of it. */
export function toReadPost(row: ReadRow): ReadPost {
  const { notices, records } = row;
  return {
    ...toPost(row),
    ...(notices === NONE ? {} : { notices: JSON.parse(notices) }),
    ...(records === NONE ? {} : { records: JSON.parse(records) }),
  };
}

const NONE = '[]';

type VersionRow = Selectable<Tables['post_versions']>;
export type AuthoredRow = Pick<VersionRow, (typeof AUTHORED_COLUMNS)[number] | 'published_at'>;

/** What the author of a version wrote. The keys have the order of exported files. */
export function toAuthored(row: AuthoredRow): AuthoredFields {
  return {
    title: row.title,
    slug: row.slug,
    status: row.published_at === null ? 'draft' : 'published',
    author: row.author,
    description: row.description,
    coverImage: row.cover_image,
    coverImageCaption: row.cover_image_caption,
    citationStyle: row.citation_style,
    isResearch: row.is_research === 1,
    publishDate: row.publish_date,
    tags: JSON.parse(row.tags),
    references: JSON.parse(row.references),
    ...toStatements(row),
    content: row.content,
  };
}

/** The columns of `post_versions` that an author writes. The status follows from what is public. */
export function toAuthoredColumns(authored: Omit<AuthoredFields, 'status'>) {
  return {
    slug: authored.slug,
    title: authored.title,
    description: authored.description,
    author: authored.author,
    cover_image: authored.coverImage,
    cover_image_caption: authored.coverImageCaption,
    tags: JSON.stringify(authored.tags),
    publish_date: authored.publishDate,
    references: JSON.stringify(authored.references),
    citation_style: authored.citationStyle,
    is_research: authored.isResearch ? (1 as const) : (0 as const),
    content: authored.content,
    statements: JSON.stringify(
      Object.fromEntries(
        Object.entries(statementsOf(authored)).filter(([, value]) => value !== ''),
      ),
    ),
  };
}

/** The columns of `post_versions` that follow from its text. */
export type RenderedColumns = Pick<
  VersionRow,
  'reading_time' | 'renderer' | 'content_html' | 'text'
>;

export function toRenderedColumns(id: string, body: RenderedBody): RenderedColumns {
  return {
    reading_time: readingTime(body.words),
    renderer: RENDERER,
    content_html: addressDataLinks(body.html, id),
    text: searchedText(body.text),
  };
}

/** The id of the post with the slug, in any letter case; null if there is none. */
export async function findPostId(query: Kysely<Tables>, slug: string): Promise<string | null> {
  const wanted = slug.toLowerCase();
  // A slug from a URL may contain NUL, which PostgreSQL rejects.
  if (!isSlug(wanted)) return null;
  const post = await query
    .selectFrom('posts')
    .select('id')
    .where('slug', '=', wanted)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return post?.id ?? null;
}

/** Like {@link findPostId}, also for a former slug: a page that was open when its post was renamed knows no other. */
export async function findPostIdByAnySlug(
  query: Kysely<Tables>,
  slug: string,
): Promise<string | null> {
  return (await findPostId(query, slug)) ?? findByFormerSlug(query, slug);
}

/** The id of the post that had the slug, in any letter case; null if there is none. */
export async function findByFormerSlug(
  query: Kysely<PublicTables>,
  slug: string,
): Promise<string | null> {
  const wanted = slug.toLowerCase();
  if (!isSlug(wanted)) return null;
  const former = await query
    .selectFrom('former_slugs')
    .select('post_id')
    .where('slug', '=', wanted)
    .executeTakeFirst();
  return former?.post_id ?? null;
}

/** A post as readers see it: with the terms that it mentions, and the records of its authors. */
export async function completePost(query: Kysely<PublicTables>, post: ReadPost): Promise<ReadPost> {
  const defined = await withTerms(query, post);
  const [complete = defined] = await withAuthors(query, [defined]);
  return complete;
}
