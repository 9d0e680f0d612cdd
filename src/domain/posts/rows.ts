import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { storedMentions } from '../science/glossary/mention-rows.ts';
import { shownKeys } from '../science/molecules/post-molecules.ts';
import type { RenderedBody } from './body.ts';
import { completeDataLinks } from './data-links.ts';
import { type AuthoredFields, isSlug, type Post, type PostSummary, readingTime } from './post.ts';
import type { PostInput } from './post-input.ts';
import { renderVersion } from './render-version.ts';
import { type Searchable, toSearchRow } from './search-words.ts';

/** The mapping between posts and the rows of the tables. */

export const SUMMARY_COLUMNS = [
  'posts.id',
  'posts.slug',
  'posts.title',
  'posts.description',
  'posts.author',
  'posts.cover_image',
  'posts.cover_image_caption',
  'posts.status',
  'posts.publish_date',
  'posts.date',
  'posts.reading_time',
  'posts.references',
  'posts.citation_style',
  'posts.is_research',
  'posts.version',
  'posts.updated_at',
] as const;

export const POST_COLUMNS = [...SUMMARY_COLUMNS, 'posts.content', 'posts.content_html'] as const;

type ColumnName<C> = C extends `posts.${infer Name}` ? Name : never;
type Row<C extends readonly string[]> = {
  [Name in ColumnName<C[number]> & keyof Tables['posts']]: Name extends 'updated_at'
    ? string
    : Selectable<Tables['posts']>[Name];
};

export function toSummary(row: Row<typeof SUMMARY_COLUMNS>, tags: string[]): PostSummary {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    date: row.date,
    updated_at: row.updated_at,
    readingTime: row.reading_time,
    tags,
    coverImage: row.cover_image,
    coverImageCaption: row.cover_image_caption,
    author: row.author,
    status: row.status,
    publishDate: row.publish_date,
    references: JSON.parse(row.references),
    citationStyle: row.citation_style,
    isResearch: row.is_research === 1,
    version: row.version,
  };
}

export function toPost(row: Row<typeof POST_COLUMNS>, tags: string[]): Post {
  return {
    ...toSummary(row, tags),
    content: row.content,
    contentHtml: completeDataLinks(row.content_html, row.slug),
  };
}

/** The columns that posts and revisions share. */
export function toAuthoredColumns(authored: Omit<AuthoredFields, 'tags'>) {
  return {
    slug: authored.slug,
    title: authored.title,
    description: authored.description,
    author: authored.author,
    cover_image: authored.coverImage,
    cover_image_caption: authored.coverImageCaption,
    status: authored.status,
    publish_date: authored.publishDate,
    references: JSON.stringify(authored.references),
    citation_style: authored.citationStyle,
    is_research: authored.isResearch ? (1 as const) : (0 as const),
    content: authored.content,
  };
}

/** The columns that follow from the input, except `date`. */
export function toColumns(input: PostInput, body: RenderedBody, defaultAuthor: string) {
  const author = input.author.trim() === '' ? defaultAuthor : input.author;
  return {
    ...toAuthoredColumns({ ...input, author }),
    reading_time: readingTime(body.words),
    content_html: body.html,
    render_version: renderVersion(body.glossaryRevision),
    mentions: storedMentions(body.mentions),
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
    .executeTakeFirst();
  return post?.id ?? null;
}

/** Like {@link findPostId}, also for a former slug: a page that was open when its post was renamed knows no other. */
export async function findPostIdByAnySlug(
  query: Kysely<Tables>,
  slug: string,
): Promise<string | null> {
  const present = await findPostId(query, slug);
  if (present !== null || !isSlug(slug.toLowerCase())) return present;
  const former = await query
    .selectFrom('post_addresses')
    .select('post_id')
    .where('slug', '=', slug.toLowerCase())
    .executeTakeFirst();
  return former?.post_id ?? null;
}

/** Posts without bodies, in the order of `ids`; missing ones are left out. */
export async function readSummaries(
  query: Kysely<Tables>,
  ids: readonly string[],
): Promise<PostSummary[]> {
  if (ids.length === 0) return [];
  const [rows, tagsOf] = await Promise.all([
    query.selectFrom('posts').select(SUMMARY_COLUMNS).where('id', 'in', ids).execute(),
    readTags(query, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.id, toSummary(row, tagsOf(row.id))]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Loads the tags of posts; returns a lookup by post id. */
export async function readTags(
  query: Kysely<Tables>,
  ids: readonly string[],
): Promise<(id: string) => string[]> {
  const rows =
    ids.length === 0
      ? []
      : await query
          .selectFrom('post_tags')
          .selectAll()
          .where('post_id', 'in', ids)
          .orderBy('post_id')
          .orderBy('position')
          .execute();
  const tags = Map.groupBy(rows, (row) => row.post_id);
  return (id) => (tags.get(id) ?? []).map((row) => row.tag);
}

export async function writeTags(
  query: Kysely<Tables>,
  id: string,
  tags: readonly string[],
): Promise<void> {
  await query.deleteFrom('post_tags').where('post_id', '=', id).execute();
  if (tags.length === 0) return;
  await query
    .insertInto('post_tags')
    .values(tags.map((tag, position) => ({ post_id: id, position, tag })))
    .execute();
}

/** The text of a post's body in the search index, which rendering would give again. */
export async function readSearchText(query: Kysely<Tables>, id: string): Promise<string> {
  const search = await query
    .selectFrom('post_search')
    .select('text')
    .where('post_id', '=', id)
    .executeTakeFirst();
  return search?.text ?? '';
}

/** Updates the search index of a post, unless nothing changed. Its molecules must have been recorded. */
export async function writeSearch(
  query: Kysely<Tables>,
  id: string,
  post: Omit<Searchable, 'molecules'>,
): Promise<void> {
  const molecules = await shownKeys(query, id);
  const row = toSearchRow({ ...post, molecules });
  await query
    .insertInto('post_search')
    .values({ post_id: id, ...row })
    .onConflict((conflict) =>
      conflict
        .column('post_id')
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb('post_search.words', '<>', row.words),
            eb('post_search.text', '<>', row.text),
            eb('post_search.version', '<>', row.version),
          ]),
        ),
    )
    .execute();
}
