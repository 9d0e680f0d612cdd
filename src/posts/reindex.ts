import type { Database } from '../server/db/connect.ts';
import { writeSearch } from './post-index.ts';
import { SEARCH_VERSION } from './search-words.ts';

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
