import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { slugify } from '../posts/post.ts';
import type { Tables } from '../server/db/tables.ts';
import type { PostItem, SourceItem } from './source.ts';
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

/**
 * Skips what is on this site already: imported before, or with the slug and the date (without a
 * date, the title) of another post. Different posts with one slug get numbers.
 */
export async function planItems(
  items: readonly SourceItem[],
  query: Kysely<Tables>,
): Promise<SourceItem[]> {
  const imported = await importedBefore(query);
  const posts = await postsBySlug(query);
  const taken = new Set(posts.keys());
  const next = new Map<string, number>();
  return items.map((item): SourceItem => {
    if (item.kind !== 'post') return item;
    const { key, title, date, slug: wanted } = item;
    const hasTitle = (other: { title: string }) => titleInKey(other.title) === titleInKey(title);
    const isUndated = (other: { date: string }) => date === null || other.date === '';
    const hasDate = (other: { date: string }) => Date.parse(other.date) === Date.parse(date ?? '');
    // A post may have got another title or another date since.
    const before = imported
      .get(fitKey(key))
      ?.find((known) => hasTitle(known) || isUndated(known) || hasDate(known));
    if (before !== undefined) return { ...item, ...before.planned };
    const other = posts.get(wanted);
    if (other && (isUndated(other) ? hasTitle(other) : hasDate(other))) {
      return { ...item, skipped: 'another post already has its address' };
    }
    let [slug, number] = [wanted, next.get(wanted) ?? 2];
    for (; taken.has(slug); number++) slug = numbered(wanted, number);
    next.set(wanted, number);
    taken.add(slug);
    return slug === wanted ? item : { ...item, slug, notes: [RENAMED, ...item.notes] };
  });
}

const RENAMED = 'Another post already has its address, so a number was added.';

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
    const skipped = 'it was imported before';
    const planned =
      deleted_at === null
        ? { slug, skipped }
        : { slug: '', skipped: `${skipped}, and deleted since` };
    return { key, date, title, planned };
  });
  return Map.groupBy(imported, ({ key }) => key);
}

/** By slug and former slug: the current slug wins. */
async function postsBySlug(query: Kysely<Tables>) {
  const current = query.selectFrom('current_posts').select(['slug', 'title', 'date']);
  const former = query
    .selectFrom('former_slugs')
    .innerJoin('current_posts', 'current_posts.id', 'former_slugs.post_id')
    .select(['former_slugs.slug', 'title', 'date']);
  const posts = [...(await former.execute()), ...(await current.execute())];
  return new Map(posts.map((post) => [post.slug, post]));
}
