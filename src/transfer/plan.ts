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

/** A key that an index cannot hold is replaced by its hash. */
function fitKey(key: string): string {
  const fits = Buffer.byteLength(key) <= KEY_BYTES && key.isWellFormed() && !/[\0\n]/.test(key);
  if (fits) return key;
  const start = fitText(key, 100).replaceAll('\n', ' ');
  return `${start}#${createHash('sha256').update(JSON.stringify(key)).digest('hex')}`;
}

/** The key of an imported post: two blogs may have the same paths, and then differ by date and title. */
export function storedKey({ key, date, title }: PostItem): string {
  return [fitKey(key), date ?? '', titleInKey(title)].join('\n');
}

function titleInKey(title: string): string {
  return fitText(title.slice(0, KEY_TITLE), KEY_TITLE).replaceAll('\n', ' ').trim();
}

/** A post with the slug that it gets or has here, and why it is not imported. */
export type PlannedPost = { slug: string; skipped?: string };

/**
 * Assigns slugs, and finds posts that are on this site already: imported before, or with the slug and the date (without a
 * date, the title) of another post. Different posts with one slug get numbers.
 */
export async function planPosts(
  items: readonly PostItem[],
  query: Kysely<Tables>,
): Promise<Map<PostItem, PlannedPost>> {
  const imported = await importedBefore(query);
  const posts = await postsBySlug(query);
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
      .get(fitKey(item.key))
      ?.find((known) => known.title === title || isUndated(known) || isSameDate(known));
    if (before !== undefined) return before.planned;
    const other = posts.get(item.slug);
    if (other && (isUndated(other) ? titleInKey(other.title) === title : isSameDate(other))) {
      return { slug: item.slug, skipped: 'another post already has its address' };
    }
    let slug = item.slug;
    let number = next.get(item.slug) ?? 2;
    for (; taken.has(slug); number++) slug = numbered(item.slug, number);
    next.set(item.slug, number);
    taken.add(slug);
    return { slug };
  };
  return new Map(items.map((item) => [item, plan(item)]));
}

function numbered(slug: string, number: number): string {
  const ending = `-${number}`;
  return `${slugify(slug.slice(0, 200 - ending.length))}${ending}`;
}

async function importedBefore(query: Kysely<Tables>) {
  const rows = await query
    .selectFrom('posts')
    .select(['import_key', 'slug', 'deleted_at'])
    .where('import_key', 'is not', null)
    .execute();
  const imported = rows.map(({ import_key, slug, deleted_at }) => {
    const [key = '', date = '', title = ''] = (import_key ?? '').split('\n');
    const before = 'it was imported before';
    const planned: PlannedPost =
      deleted_at === null
        ? { slug, skipped: before }
        : { slug: '', skipped: `${before}, and deleted since` };
    return { key, date, title, planned };
  });
  return Map.groupBy(imported, ({ key }) => key);
}

/** By slug and former slug: the current slug wins. */
async function postsBySlug(query: Kysely<Tables>) {
  const former = await query
    .selectFrom('former_slugs')
    .innerJoin('current_posts', 'current_posts.id', 'former_slugs.post_id')
    .select(['former_slugs.slug', 'title', 'date'])
    .execute();
  const current = await query
    .selectFrom('current_posts')
    .select(['slug', 'title', 'date'])
    .execute();
  return new Map([...former, ...current].map((post) => [post.slug, post]));
}
