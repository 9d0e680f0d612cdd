import type { Kysely } from 'kysely';
import { slugify } from '../posts/post.ts';
import { findPostIdByAnySlug } from '../posts/rows.ts';
import type { Tables } from '../server/db/tables.ts';
import type { SourceItem } from './source.ts';

type Post = { kind: 'post'; key: string; title: string; slug: string; date: string | null };
type NoPost = { kind: 'left-out' | 'unreadable'; key: string; reason: string };

type Plan =
  | { step: 'import'; slug: string; isRenamed: boolean }
  /** The post is on this site already, with this slug. */
  | { step: 'skip'; slug: string; reason: string };

/** An item, and what the import is to do with it. */
export type PlannedItem<Item = SourceItem> = { item: Item } & Plan;

/** Keys of one statement. */
const BATCH = 250;

/**
 * Assigns slugs, and finds posts that are on this site already: imported before, or with the slug and the date (without a
 * date, the title) of another post. Different posts with one slug get numbers.
 */
export async function planItems<Item extends Post | NoPost>(
  query: Kysely<Tables>,
  items: readonly Item[],
): Promise<PlannedItem<Item>[]> {
  const posts = items.filter((item): item is Item & Post => item.kind === 'post');
  const known = await findImported(query, posts);
  const taken = await findTaken(query, posts);
  const next = new Map<string, number>();
  const planned: PlannedItem<Item>[] = [];
  for (const item of items) {
    if (item.kind !== 'post') {
      planned.push({ item, step: 'skip', slug: '', reason: item.reason });
      continue;
    }
    const imported = known.get(item.key)?.find((each) => isSameItem(item, each));
    if (imported !== undefined) {
      const reason = imported.reason + (isSamePost(item, imported) ? '' : CHANGED);
      planned.push({ item, step: 'skip', slug: imported.slug ?? '', reason });
    } else planned.push({ item, ...(await planPost(query, item, { taken, next })) });
  }
  return planned;
}

type Given = {
  /** The post with the slug; null for a former slug, and for one that this plan gives. */
  taken: Map<string, { title: string; date: string } | null>;
  /** The next number to try for a slug. */
  next: Map<string, number>;
};

async function planPost(query: Kysely<Tables>, item: Post, { taken, next }: Given): Promise<Plan> {
  const other = taken.get(item.slug);
  if (other && isSamePost(item, other)) {
    return { step: 'skip', slug: item.slug, reason: 'another post already has its address' };
  }
  let slug = item.slug;
  let number = next.get(item.slug) ?? 2;
  for (; taken.has(slug); number++) {
    slug = numbered(item.slug, number);
    if (!taken.has(slug) && (await isTaken(query, slug))) taken.set(slug, null);
  }
  next.set(item.slug, number);
  taken.set(slug, null);
  return { step: 'import', slug, isRenamed: slug !== item.slug };
}

function numbered(slug: string, number: number): string {
  const ending = `-${number}`;
  return `${slugify(slug.slice(0, 200 - ending.length))}${ending}`;
}

/** Two blogs may both have a "Hello world": their dates distinguish them. */
function isSamePost(item: Post, other: { title: string; date: string | null }): boolean {
  return item.date === null || other.date === null
    ? item.title.trim() === other.title.trim()
    : Date.parse(item.date) === Date.parse(other.date);
}

type Imported = { slug: string | null; title: string; date: string | null; reason: string };

/** Two blogs may have the same keys, and one post may have got another title or another date. */
function isSameItem(item: Post, { title, date }: Imported): boolean {
  if (item.date === null || date === null) return true;
  return item.title.trim() === title.trim() || Date.parse(item.date) === Date.parse(date);
}

/** The items that were imported before, by key. */
async function findImported(
  query: Kysely<Tables>,
  items: readonly Post[],
): Promise<Map<string, Imported[]>> {
  const known = new Map<string, Imported[]>();
  for (const batch of inBatches(items.map(({ key }) => key))) {
    const rows = await query
      .selectFrom('import_items')
      .leftJoin('current_posts', 'current_posts.id', 'import_items.post_id')
      .select(['key', 'import_items.title', 'import_items.date', 'current_posts.slug'])
      .where('import_items.key', 'in', batch)
      .where('outcome', '=', 'imported')
      .execute();
    for (const { key, ...row } of rows) {
      const each = { ...row, reason: row.slug ? BEFORE : DELETED };
      const same = known.get(key);
      if (same === undefined) known.set(key, [each]);
      else same.push(each);
    }
  }
  return known;
}

const BEFORE = 'it was imported before';
const CHANGED = '; its title or date has changed since, which is not imported';
const DELETED = 'it was imported before, and deleted since';

async function findTaken(query: Kysely<Tables>, items: readonly Post[]): Promise<Given['taken']> {
  const taken: Given['taken'] = new Map();
  for (const batch of inBatches(items.map(({ slug }) => slug))) {
    const former = await query
      .selectFrom('former_slugs')
      .innerJoin('current_posts', 'current_posts.id', 'former_slugs.post_id')
      .select(['former_slugs.slug', 'title', 'date'])
      .where('former_slugs.slug', 'in', batch)
      .execute();
    const current = await query
      .selectFrom('current_posts')
      .select(['slug', 'title', 'date'])
      .where('slug', 'in', batch)
      .execute();
    for (const { slug, title, date } of [...former, ...current]) taken.set(slug, { title, date });
  }
  return taken;
}

async function isTaken(query: Kysely<Tables>, slug: string): Promise<boolean> {
  return (await findPostIdByAnySlug(query, slug)) !== null;
}

export function* inBatches(values: readonly string[]): Generator<string[]> {
  for (let at = 0; at < values.length; at += BATCH) yield values.slice(at, at + BATCH);
}
