import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { recordEvent } from '../../accounts/audit.ts';
import { refuseRemovedPictures } from '../../media/picture-uses.ts';
import { changed, publicPosts } from '../../server/db/public-views.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inTransaction, lockTransaction } from '../../server/db/transaction.ts';
import { untilPostsChange } from '../../server/db/until-posts-change.ts';
import { fail, findVersion, invalidField, type Result, succeed } from '../../server/failure.ts';
import { perSite } from '../../server/per-site.ts';
import type { Site } from '../../site.ts';
import { slugify } from '../post.ts';
import { SUMMARY_COLUMNS, toSummary } from '../rows.ts';
import {
  AUTHOR_LIMITS,
  type Author,
  type AuthorFields,
  type ListedAuthor,
  nameKey,
  namesIn,
} from './author.ts';
import { insertAuthor, readAuthors } from './author-rows.ts';

export type AuthorPage = NonNullable<Awaited<ReturnType<typeof authorPage>>>;

/** The administrator's email, and the version that was seen. */
type Versioned = { by: string; version: number };

/** Posts on the page of an author. */
const MAX_POSTS = 100;

/** Values that every engine takes in a statement: an author with more co-authors misses the posts of the rest. */
const MAX_BYLINES = 10_000;

const usedAuthors = perSite((site: Site) =>
  untilPostsChange(site, async (instant) => {
    const authors = (await readAuthors(site.db.query)).map((author) => {
      return { ...author, postCount: 0, bylines: new Set<string>() };
    });
    const byName = new Map(authors.map((author) => [nameKey(author.name), author]));
    const rows = await publicPosts(site.db.query, instant)
      .select(['author', ({ fn }) => fn.countAll().as('posts')])
      .groupBy('author')
      .execute();
    for (const { author: byline, posts } of rows) {
      // A byline may name somebody twice.
      const named = namesIn(byline, (key) => byName.get(key));
      for (const author of new Set(named.flatMap(({ record }) => record ?? []))) {
        author.bylines.add(byline);
        author.postCount += Number(posts);
      }
    }
    return authors;
  }),
);

export async function listAuthors(site: Site): Promise<ListedAuthor[]> {
  return (await usedAuthors(site)()).map(({ bylines: _, ...author }) => author);
}

export async function authorPage(site: Site, slug: string) {
  const used = (await usedAuthors(site)()).find((author) => author.slug === slug.toLowerCase());
  if (used === undefined) return null;
  const { bylines, ...author } = used;
  const posts = await publicPosts(site.db.query, site.now())
    .select(SUMMARY_COLUMNS)
    // PostgreSQL takes no empty list.
    .where('author', 'in', [author.name, ...bylines].slice(0, MAX_BYLINES))
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_POSTS)
    .execute();
  return { ...author, posts: posts.map(toSummary) };
}

export async function addAuthor(
  site: Site,
  fields: AuthorFields,
  { by }: { by: string },
): Promise<Result<Author>> {
  return change(site, async (trx, authors) => {
    if (authors.length >= AUTHOR_LIMITS.authors) return FULL;
    const slug = freeSlug(fields.name, new Set(authors.map((other) => other.slug)));
    const author = { ...fields, id: randomUUID(), slug, version: 1 };
    return write(site, trx, authors, author, { actor: by, action: 'author-added' });
  });
}

/** Fails with a conflict when `version` is not the current one; `current` is the author as it stands. */
export async function editAuthor(
  site: Site,
  id: string,
  fields: AuthorFields,
  { by, version }: Versioned,
): Promise<Result<Author>> {
  return change(site, async (trx, authors) => {
    const before = findVersion(authors, 'author', id, version);
    if (!before.ok) return before;
    const author = { ...fields, id, slug: before.value.slug, version: version + 1 };
    return write(site, trx, authors, author, { actor: by, action: 'author-edited' });
  });
}

/** Posts keep the name in their bylines. */
export async function removeAuthor(
  site: Site,
  id: string,
  { by, version }: Versioned,
): Promise<Result<void>> {
  return change(site, async (trx, authors) => {
    const before = findVersion(authors, 'author', id, version);
    if (!before.ok) return before;
    await trx.deleteFrom('authors').where('id', '=', id).execute();
    await changed(trx);
    const { name } = before.value;
    await recordEvent(trx, { at: site.now(), actor: by, action: 'author-removed', subject: name });
    return succeed(undefined);
  });
}

/** One change at a time. */
async function change<T>(
  { postChanged, db: { query, engine } }: Site,
  act: (trx: Kysely<Tables>, authors: readonly Author[]) => Promise<Result<T>>,
): Promise<Result<T>> {
  const result = await inTransaction(query, async (trx) => {
    await lockTransaction(trx, engine, 'authors');
    return act(trx, await readAuthors(trx));
  });
  if (result.ok) postChanged();
  return result;
}

async function write(
  { now, db: { engine } }: Site,
  trx: Kysely<Tables>,
  authors: readonly Author[],
  author: Omit<Author, 'updatedAt'>,
  event: { actor: string; action: 'author-added' | 'author-edited' },
): Promise<Result<Author>> {
  const { id, name, picture } = author;
  if (authors.some((other) => other.id !== id && nameKey(other.name) === nameKey(name))) {
    return invalidField('name', `There is already an author “${name}”`, 'taken');
  }
  const refused = await refuseRemovedPictures(trx, engine, { content: '', coverImage: picture });
  if (refused !== null) return refused;
  const written = { ...author, updatedAt: now() };
  await trx.deleteFrom('authors').where('id', '=', id).execute();
  await insertAuthor(trx, written);
  await recordEvent(trx, { ...event, at: written.updatedAt, subject: name });
  return succeed(written);
}

/** Latin letters that are no letter with an accent, as their languages write them in ASCII. */
const IN_ASCII = new Map(
  'æ ae,œ oe,ø o,ł l,đ d,ð d,þ th,ß ss,ħ h,ŧ t,ı i,ŋ ng,ə e'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** `author` where nothing of the name can stand in a slug. */
function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const plain = name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  const base =
    slugify(plain.replace(/\p{L}/gu, (letter) => IN_ASCII.get(letter) ?? letter)) || 'author';
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

const FULL = fail({
  kind: 'conflict',
  detail: `There are ${AUTHOR_LIMITS.authors} authors already. Remove one first.`,
});
