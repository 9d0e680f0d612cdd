import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { slugify } from '../posts/post.ts';
import type { Tables } from '../server/db/tables.ts';
import type { PostItem } from './source.ts';
import { fitText } from './text.ts';

/** Bytes of UTF-8: an index of PostgreSQL holds no more than 2,704, and a key ends with the date and the title. */
const KEY_BYTES = 1_500;
/** UTF-16 code units of the title in a key. */
const KEY_TITLE = 200;

/** Replaces a key that an index cannot hold by its hash. */
export function fitKey(key: string): string {
  const fits = Buffer.byteLength(key) <= KEY_BYTES && key.isWellFormed() && !/[\0\n]/.test(key);
  if (fits) return key;
  const start = fitText(key, 100).replaceAll('\n', ' ');
  return `${start}#${createHash('sha256').update(JSON.stringify(key)).digest('hex')}`;
}

/** The key of an imported post: two blogs may have the same paths, and then differ by date and title. */
export function storedKey({ key, date, title }: PostItem): string {
  return [key, date ?? '', titleInKey(title)].join('\n');
}

function titleInKey(title: string): string {
  return title.slice(0, KEY_TITLE).toWellFormed().replaceAll('\n', ' ').trim();
}

type Here = {
  /** What was imported before, by key; its slug is null in the trash. */
  imported: ReadonlyMap<string, { date: string; title: string; slug: string | null }[]>;
  /** The posts by slug and former slug. */
  posts: ReadonlyMap<string, { title: string; date: string }>;
};

/** Reads what is on this site already. */
export async function findHere(query: Kysely<Tables>): Promise<Here> {
  const keys = await query
    .selectFrom('posts')
    .select(['import_key', 'slug', 'deleted_at'])
    .where('import_key', 'is not', null)
    .execute();
  const former = await query
    .selectFrom('former_slugs')
    .innerJoin('current_posts', 'current_posts.id', 'former_slugs.post_id')
    .select(['former_slugs.slug', 'title', 'date'])
    .execute();
  const current = await query
    .selectFrom('current_posts')
    .select(['slug', 'title', 'date'])
    .execute();
  const imported = keys.map(({ import_key, slug, deleted_at }) => {
    const [key = '', date = '', title = ''] = (import_key ?? '').split('\n');
    return { key, date, title, slug: deleted_at === null ? slug : null };
  });
  return {
    imported: Map.groupBy(imported, ({ key }) => key),
    // The current slug wins.
    posts: new Map([...former, ...current].map((post) => [post.slug, post])),
  };
}

/** A post with the slug that it gets or has here, and why it is not imported. */
export type PlannedPost = { slug: string; skipped?: string };

/**
 * Assigns slugs, and finds posts that are on this site already: imported before, or with the slug and the date (without a
 * date, the title) of another post. Different posts with one slug get numbers.
 */
export function planPosts(
  items: readonly PostItem[],
  { imported, posts }: Here,
): Map<PostItem, PlannedPost> {
  const taken = new Set(posts.keys());
  /** The next number to try for a slug. */
  const next = new Map<string, number>();
  const plan = (item: PostItem): PlannedPost => {
    const title = titleInKey(item.title);
    const isUndated = ({ date }: { date: string }) => item.date === null || date === '';
    const isSameDate = ({ date }: { date: string }) =>
      Date.parse(item.date ?? '') === Date.parse(date);
    // A post may have got another title or another date since.
    const before = imported
      .get(item.key)
      ?.find((known) => known.title === title || isUndated(known) || isSameDate(known));
    if (before !== undefined) return { slug: before.slug ?? '', skipped: reasonFor(before.slug) };
    const other = posts.get(item.slug);
    const isThere =
      other !== undefined &&
      (isUndated(other) ? titleInKey(other.title) === title : isSameDate(other));
    if (isThere) return { slug: item.slug, skipped: 'another post already has its address' };
    let slug = item.slug;
    let number = next.get(item.slug) ?? 2;
    for (; taken.has(slug); number++) slug = numbered(item.slug, number);
    next.set(item.slug, number);
    taken.add(slug);
    return { slug };
  };
  return new Map(items.map((item) => [item, plan(item)]));
}

function reasonFor(slug: string | null): string {
  return `it was imported before${slug === null ? ', and deleted since' : ''}`;
}

function numbered(slug: string, number: number): string {
  const ending = `-${number}`;
  return `${slugify(slug.slice(0, 200 - ending.length))}${ending}`;
}
