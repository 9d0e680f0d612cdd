import { z } from 'zod';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { inZone } from '../dates.ts';
import type { Note } from '../source.ts';
import { htmlText } from '../text/descriptions.ts';

const line = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const id = z.union([z.string(), z.number()]).transform(String);
const flag = z.union([z.boolean(), z.number()]).nullish().transform(Boolean);

/** Fields of other programs than the reader's own; in `posts` before Ghost 3, in `posts_meta` since. */
const social = {
  meta_title: line,
  og_title: line,
  og_description: line,
  og_image: line,
  twitter_title: line,
  twitter_description: line,
  twitter_image: line,
};

const postSchema = z.object({
  id,
  title: line,
  slug: line,
  html: line,
  lexical: line,
  mobiledoc: line,
  markdown: line,
  feature_image: line,
  image: line,
  custom_excerpt: line,
  meta_description: line,
  type: line,
  page: flag,
  status: line,
  visibility: line,
  published_at: z.union([z.string(), z.number()]).nullish(),
  author_id: id.nullish(),
  codeinjection_head: line,
  codeinjection_foot: line,
  canonical_url: line,
  featured: flag,
  ...social,
});

const link = z.object({ post_id: id, sort_order: z.number().nullish() });

const dataSchema = z.looseObject({
  posts: z.array(postSchema),
  users: z.array(z.object({ id, name: line })).nullish(),
  tags: z.array(z.object({ id, name: line, visibility: line })).nullish(),
  posts_tags: z.array(link.extend({ tag_id: id })).nullish(),
  posts_authors: z.array(link.extend({ author_id: id })).nullish(),
  posts_meta: z
    .array(
      z.object({
        post_id: id,
        meta_description: line,
        feature_image_caption: line,
        feature_image_alt: line,
        email_only: flag,
        ...social,
      }),
    )
    .nullish(),
  settings: z.array(z.object({ key: z.string(), value: z.unknown() })).nullish(),
});

export type GhostPost = {
  id: string;
  title: string;
  slug: string;
  html: string;
  lexical: string;
  mobiledoc: string;
  /** Ghost before 1.0 has it. */
  markdown: string;
  description: string;
  cover: string;
  coverCaption: string;
  type: 'post' | 'page';
  status: string;
  visibility: string;
  /** Readers of the site never see it. */
  isMailOnly: boolean;
  /** ISO 8601 on the clocks of the site, or null. */
  publishedAt: string | null;
  authors: string[];
  tags: string[];
  notes: Note[];
};

export type GhostData = {
  posts: GhostPost[];
  /** Pattern of addresses. */
  permalinks: string;
  siteUrl: string | undefined;
  notes: Note[];
};

/** Returns null for other JSON than an export of Ghost, and fails for a malformed export. */
export function parseGhost(text: string): Result<GhostData> | null {
  if (!/"posts"\s*:/.test(text)) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return /__GHOST_URL__|"exported_on"/.test(text)
      ? fail({ kind: 'malformed', detail: 'The Ghost export is damaged: it is not complete JSON.' })
      : null;
  }
  const data = dataOf(json);
  if (data === undefined) return null;
  const checked = dataSchema.safeParse(data);
  if (checked.success) return succeed(toData(checked.data));
  const [issue] = checked.error.issues;
  const detail = `The Ghost export does not have the expected form: ${issue?.path.join('.')}: ${issue?.message}`;
  return fail({ kind: 'malformed', detail });
}

/** `{db: [{data}]}`; before 1.0 also `{data}`. */
function dataOf(json: unknown): unknown {
  const { db, data } = (json ?? {}) as { db?: { data?: unknown }[]; data?: unknown };
  const found = (Array.isArray(db) ? db[0]?.data : undefined) ?? data;
  const hasPosts = Array.isArray((found as { posts?: unknown } | undefined)?.posts);
  return hasPosts ? found : undefined;
}

type Data = z.output<typeof dataSchema>;

function toData(data: Data): GhostData {
  const nameOf = new Map((data.users ?? []).map((user) => [user.id, user.name]));
  const tagOf = new Map((data.tags ?? []).map((tag) => [tag.id, tag]));
  const authors = Map.groupBy(inOrder(data.posts_authors ?? []), (each) => each.post_id);
  const tags = Map.groupBy(inOrder(data.posts_tags ?? []), (each) => each.post_id);
  const meta = new Map((data.posts_meta ?? []).map((each) => [each.post_id, each]));
  const setting = new Map((data.settings ?? []).map(({ key, value }) => [key, value]));
  const zone = String(
    setting.get('timezone') ?? setting.get('active_timezone') ?? setting.get('activeTimezone'),
  );
  const posts = data.posts.map((post): GhostPost => {
    const ids = authors.get(post.id)?.map((each) => each.author_id) ?? [post.author_id ?? ''];
    const own = (tags.get(post.id) ?? []).flatMap(({ tag_id }) => tagOf.get(tag_id) ?? []);
    const isInternal = (tag: (typeof own)[number]) =>
      tag.visibility === 'internal' || tag.name.startsWith('#');
    const more = meta.get(post.id);
    return {
      ...post,
      description: post.custom_excerpt || more?.meta_description || post.meta_description,
      cover: post.feature_image || post.image,
      coverCaption: htmlText(more?.feature_image_caption ?? ''),
      type: post.type === 'page' || post.page ? 'page' : 'post',
      visibility: post.visibility || 'public',
      isMailOnly: more?.email_only ?? false,
      publishedAt: toDate(post.published_at, zone),
      authors: ids.flatMap((each) => nameOf.get(each) || []),
      tags: own.filter((tag) => !isInternal(tag)).map(({ name }) => name),
      notes: notesOf(
        { ...post, ...more },
        own.filter(isInternal).map(({ name }) => name),
      ),
    };
  });
  const permalinks = setting.get('permalinks');
  const url = setting.get('url');
  return {
    posts,
    permalinks: typeof permalinks === 'string' && permalinks !== '' ? permalinks : '/:slug/',
    siteUrl: typeof url === 'string' ? url : undefined,
    notes: siteNotes(data),
  };
}

function inOrder<Link extends { sort_order?: number | null | undefined }>(links: Link[]): Link[] {
  return links.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0));
}

type Noted = z.output<typeof postSchema> & { feature_image_alt?: string };

function notesOf(post: Noted, internalTags: readonly string[]): Note[] {
  const forOthers = Object.keys(social).filter((key) => post[key as keyof typeof social] !== '');
  const lost = [
    ...(internalTags.length > 0 ? [`internal tags (${internalTags.join(', ')})`] : []),
    ...(post.codeinjection_head || post.codeinjection_foot ? ['injected code'] : []),
    ...(post.canonical_url ? [`the canonical URL ${post.canonical_url}`] : []),
    ...(post.featured ? ['that it was featured'] : []),
    ...(post.feature_image_alt ? ['the alternative text of its cover'] : []),
    ...(forOthers.length > 0 ? [`for search engines and networks (${forOthers.join(', ')})`] : []),
  ];
  return lost.length === 0 ? [] : [{ kind: 'lost', message: `Ghost fields: ${lost.join(', ')}.` }];
}

/** Tables of an export that have no place here. */
const LOST_TABLES: Readonly<Record<string, string>> = {
  members: 'members',
  newsletters: 'newsletters',
  products: 'membership tiers',
  offers: 'offers',
  snippets: 'snippets',
  comments: 'readers’ comments',
  webhooks: 'webhooks',
  post_revisions: 'earlier versions of posts',
  mobiledoc_revisions: 'earlier versions of posts',
  recommendations: 'recommendations',
};

function siteNotes(data: Data): Note[] {
  const lost = Object.entries(LOST_TABLES).flatMap(([table, what]) => {
    const rows = data[table];
    return Array.isArray(rows) && rows.length > 0 ? [`${rows.length} ${what}`] : [];
  });
  const message = `Not part of posts: ${[...lost, 'the site settings'].join(', ')}.`;
  return [{ kind: 'lost', message }];
}

/** Old exports count milliseconds. */
function toDate(value: string | number | null | undefined, zone: string): string | null {
  if (value === null || value === undefined || value === '') return null;
  const date = new Date(typeof value === 'string' ? withZone(value) : value);
  return Number.isNaN(date.getTime()) ? null : inZone(date.toISOString(), zone);
}

/** `2017-01-01 10:00:00` is in UTC. */
function withZone(date: string): string {
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(date) ? `${date.replace(' ', 'T')}Z` : date;
}
