import type { Kysely, Selectable } from 'kysely';
import type { RenderedBody } from '../rendering/body.ts';
import { RENDERER } from '../rendering/renderer.ts';
import { withTerms } from '../science/glossary/mentions.ts';
import type { PublicTables, Tables } from '../server/db/tables.ts';
import { withAuthors } from './authors/author-rows.ts';
import { shownBody } from './data-links.ts';
import {
  type AuthoredColumn,
  type AuthoredFields,
  byName,
  FIELD_NAMES,
  type FieldName,
  LISTED_NAMES,
  POST_FIELDS,
  type PostFields,
  type PostStatus,
  STATEMENT_NAMES,
} from './fields.ts';
import { etagOf, isSlug, type Post, type PostSummary, type ReadPost } from './post.ts';
import { searchedText } from './search-words.ts';

const columnsOf = (names: readonly FieldName[]) => [
  ...new Set(names.map((name) => POST_FIELDS[name].column).filter((column) => column !== null)),
];

export const AUTHORED_COLUMNS = columnsOf(FIELD_NAMES);

/** Columns of `public_posts` and of `current_posts`. */
export const SUMMARY_COLUMNS = [
  ...(['id', 'date', 'version', 'updated_at', 'reading_time'] as const),
  ...(columnsOf(LISTED_NAMES) as Exclude<AuthoredColumn, 'content' | 'statements'>[]),
];

export const POST_COLUMNS = [...SUMMARY_COLUMNS, 'content', 'content_html', 'statements'] as const;

export const READ_COLUMNS = [...POST_COLUMNS, 'notices', 'records'] as const;

type PublicRow = Selectable<Tables['public_posts']>;
type SummaryRow = Pick<PublicRow, (typeof SUMMARY_COLUMNS)[number]> & { status?: PostStatus };
export type PostRow = SummaryRow & Pick<PublicRow, 'content' | 'content_html' | 'statements'>;

export function toSummary(row: SummaryRow): PostSummary {
  const { id, date, updated_at, reading_time: readingTime, version, status = 'published' } = row;
  const fields = { ...fieldsIn(row, LISTED_NAMES), status };
  return { ...fields, id, date, updated_at, readingTime, version, etag: etagOf(row) };
}

export function toPost(row: PostRow): Post {
  const fields = fieldsIn(row, ['content', ...STATEMENT_NAMES]);
  return { ...toSummary(row), ...fields, contentHtml: row.content_html ?? '' };
}

/** Arrays and statements are stored as JSON, ticks as 0 and 1. */
function fieldsIn<Name extends FieldName>(
  row: Partial<Pick<VersionRow, AuthoredColumn>>,
  names: readonly Name[],
): Pick<AuthoredFields, Name> {
  const statements = JSON.parse(row.statements ?? '{}');
  return byName(names, (name) => {
    const { column, initial } = POST_FIELDS[name];
    if (column === 'statements') return statements[name] ?? initial;
    const stored = column === null ? undefined : row[column];
    if (Array.isArray(initial)) return JSON.parse(String(stored));
    return typeof initial === 'boolean' ? stored === 1 : stored;
  }) as Pick<AuthoredFields, Name>;
}

export function toReadPost(row: PostRow & Pick<PublicRow, 'notices' | 'records'>): ReadPost {
  const listed = (list: string) => (list === '[]' ? undefined : JSON.parse(list));
  return { ...toPost(row), notices: listed(row.notices), records: listed(row.records) };
}

type VersionRow = Selectable<Tables['post_versions']>;

export function toChangesSummary(
  row: Pick<VersionRow, 'saved_at' | 'saved_by' | 'publish_at' | 'problem'>,
) {
  const { saved_at: savedAt, saved_by: savedBy, publish_at: publishAt, problem } = row;
  return { savedAt, savedBy, publishAt, problem };
}

export type AuthoredRow = Pick<VersionRow, (typeof AUTHORED_COLUMNS)[number] | 'published_at'>;

export function toAuthored(row: AuthoredRow): AuthoredFields {
  const status = row.published_at === null ? 'draft' : 'published';
  return { ...fieldsIn(row, FIELD_NAMES), status };
}

/** The status follows from what is public. */
export function toAuthoredColumns(authored: PostFields) {
  const stated = STATEMENT_NAMES.filter((name) => authored[name] !== '');
  const columns: Record<string, unknown> = {};
  for (const name of [...LISTED_NAMES, 'content'] as const) {
    if (name === 'status') continue;
    const value = authored[name];
    const stored = Array.isArray(value) ? JSON.stringify(value) : value;
    columns[POST_FIELDS[name].column] = typeof stored === 'boolean' ? Number(stored) : stored;
  }
  return {
    ...(columns as Pick<VersionRow, AuthoredColumn>),
    statements: JSON.stringify(byName(stated, (name) => authored[name])),
  };
}

export function toRenderedColumns(id: string, body: RenderedBody) {
  const { contentHtml, readingTime } = shownBody(body, id);
  return {
    reading_time: readingTime,
    renderer: RENDERER,
    content_html: contentHtml,
    text: searchedText(body.text),
  };
}

/** The id of the post with the slug, in any letter case; null if there is none. */
export async function findPostId(query: Kysely<Tables>, slug: string): Promise<string | null> {
  const posts = query.selectFrom('posts').select('id').where('deleted_at', 'is', null);
  const post = await posts.where('slug', '=', storedSlug(slug)).executeTakeFirst();
  return post?.id ?? null;
}

/** Like {@link findPostId}, also for a former slug: a page that was open when its post was renamed knows no other. */
export async function findPostIdByAnySlug(query: Kysely<Tables>, slug: string) {
  return (await findPostId(query, slug)) ?? findByFormerSlug(query, slug);
}

export async function findByFormerSlug(query: Kysely<PublicTables>, slug: string) {
  const former = query.selectFrom('former_slugs').select('post_id');
  const post = await former.where('slug', '=', storedSlug(slug)).executeTakeFirst();
  return post?.post_id ?? null;
}

/** Empty where it is none: a slug from a URL may contain NUL, which PostgreSQL rejects. */
export function storedSlug(written: string): string {
  const slug = written.toLowerCase();
  return isSlug(slug) ? slug : '';
}

/** In the order of the ids; those without a row are left out. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function completePost(query: Kysely<PublicTables>, post: ReadPost): Promise<ReadPost> {
  const defined = await withTerms(query, post);
  const [complete = defined] = await withAuthors(query, [defined]);
  return complete;
}
