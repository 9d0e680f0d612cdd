import type { Kysely } from 'kysely';
import type { RenderedBody } from '../rendering/body.ts';
import { recordMolecules, shownKeys } from '../science/molecules/post-molecules.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import type { PostStatus } from './fields.ts';
import { SEARCH_VERSION, type Searchable, toSearchRow } from './search-words.ts';

const BATCH = 100;

/**
 * Indexes the posts whose `SEARCH_VERSION` differs. Must run after the migrations and before the first
 * search; does nothing when all posts are up to date. A version without a text gets one when it is rendered again.
 *
 * @returns how many posts were indexed
 */
export async function indexOutdatedPosts({ query }: Database): Promise<number> {
  let indexed = 0;
  for (;;) {
    const posts = await query
      .selectFrom('post_search')
      .innerJoin('current_posts', 'current_posts.id', 'post_search.post_id')
      .select(['id', 'slug', 'title', 'description', 'tags', 'text'])
      .select(['current_posts.status', 'current_posts.date'])
      .where((eb) =>
        eb.or([
          eb('post_search.version', '<', SEARCH_VERSION),
          eb('post_search.version', '>', SEARCH_VERSION),
        ]),
      )
      .limit(BATCH)
      .execute();
    if (posts.length === 0) return indexed;
    for (const { text, tags, ...post } of posts) {
      await writeSearch(query, { ...post, text: text ?? '', tags: JSON.parse(tags) });
    }
    indexed += posts.length;
  }
}

/** What lists and searches read of the version of a post that they show. */
export type IndexedPost = Omit<Searchable, 'molecules'> & {
  id: string;
  status: PostStatus;
  date: string;
};

/**
 * Writes everything by which the shown version of a post is found. To be called in the transaction that changes it,
 * after the post was written.
 *
 * @param body undefined where its molecules are as before
 */
export async function indexPost(
  trx: Kysely<Tables>,
  post: IndexedPost,
  body?: Pick<RenderedBody, 'molecules'>,
): Promise<void> {
  const { id, tags, status, date } = post;
  if (body !== undefined) {
    await recordMolecules(trx, id, body.molecules);
  }
  await trx.deleteFrom('post_tags').where('post_id', '=', id).execute();
  if (tags.length > 0) {
    await trx
      .insertInto('post_tags')
      .values(tags.map((tag, position) => ({ post_id: id, position, tag, status, date })))
      .execute();
  }
  await writeSearch(trx, post);
}

/** Updates the words of a post, unless nothing changed. */
export async function writeSearch(
  trx: Kysely<Tables>,
  { id, status, date, ...searchable }: IndexedPost,
): Promise<void> {
  const row = {
    status,
    date,
    ...toSearchRow({ ...searchable, molecules: await shownKeys(trx, id) }),
  };
  await trx
    .insertInto('post_search')
    .values({ post_id: id, ...row })
    .onConflict((conflict) =>
      conflict
        .column('post_id')
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb('post_search.words', '<>', row.words),
            eb('post_search.status', '<>', status),
            eb('post_search.date', '<>', date),
            eb('post_search.version', '<>', row.version),
          ]),
        ),
    )
    .execute();
}
