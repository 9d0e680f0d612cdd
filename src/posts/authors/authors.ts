import { recordsOf } from '../../accounts/records.ts';
import { refuseRemovedPictures } from '../../media/picture-uses.ts';
import { changed, publicPosts } from '../../server/db/public-views.ts';
import { untilPostsChange } from '../../server/db/until-posts-change.ts';
import { invalidField, succeed } from '../../server/failure.ts';
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

export const {
  add: addAuthor,
  edit: editAuthor,
  /** Posts keep the name in their bylines. */
  remove: removeAuthor,
} = recordsOf<Author, AuthorFields>({
  one: 'author',
  lock: 'authors',
  max: AUTHOR_LIMITS.authors,
  full: `There are ${AUTHOR_LIMITS.authors} authors already. Remove one first.`,
  read: readAuthors,
  nameOf: ({ name }) => name,
  async write({ db: { engine } }, trx, { all, before, fields, identity }) {
    const { name, picture } = fields;
    if (all.some((other) => other !== before && nameKey(other.name) === nameKey(name))) {
      return invalidField('name', `There is already an author “${name}”`, 'taken');
    }
    const refused = await refuseRemovedPictures(trx, engine, { content: '', coverImage: picture });
    if (refused !== null) return refused;
    const slug = before?.slug ?? freeSlug(name, new Set(all.map((other) => other.slug)));
    const author = { ...fields, ...identity, slug };
    await trx.deleteFrom('authors').where('id', '=', author.id).execute();
    await insertAuthor(trx, author);
    return succeed(author);
  },
  async remove(trx, { id }) {
    await trx.deleteFrom('authors').where('id', '=', id).execute();
    await changed(trx);
  },
});

/** Latin letters that are no letter with an accent, as their languages write them in ASCII. */
const IN_ASCII = new Map(
  'æ ae,œ oe,ø o,ł l,đ d,ð d,þ th,ß ss,ħ h,ŧ t,ı i,ŋ ng,ə e'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** The slug of a text, whose accents fall: `Élan vital` is `elan-vital`. Empty when nothing is left. */
export function asciiSlug(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return slugify(plain.replace(/\p{L}/gu, (letter) => IN_ASCII.get(letter) ?? letter));
}

/** `author` where nothing of the name can stand in a slug. */
function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const base = asciiSlug(name) || 'author';
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}
