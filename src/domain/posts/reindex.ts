import type { Database } from '../../db/connect.ts';
import { readTags, writeSearch } from './rows.ts';
import { SEARCH_VERSION } from './search-words.ts';

const BATCH = 100;

/**
 * Indexes the posts whose `SEARCH_VERSION` differs. Must run after the migrations and before the first
 * search; does nothing when all posts are up to date.
 *
 * @returns how many posts were indexed
 */
export async function indexOutdatedPosts({ query }: Database): Promise<number> {
  let indexed = 0;
  for (;;) {
    const posts = await query
      .selectFrom('post_search')
      .innerJoin('posts', 'posts.id', 'post_search.post_id')
      .select(['id', 'title', 'slug', 'description', 'content_html', 'text'])
      .where((eb) =>
        eb.or([
          eb('post_search.version', '<', SEARCH_VERSION),
          eb('post_search.version', '>', SEARCH_VERSION),
        ]),
      )
      .limit(BATCH)
      .execute();
    if (posts.length === 0) return indexed;
    const tagsOf = await readTags(
      query,
      posts.map(({ id }) => id),
    );
    for (const { id, content_html, ...post } of posts) {
      const text = post.text || (await textOf(content_html));
      await writeSearch(query, id, { ...post, text, tags: tagsOf(id) });
    }
    indexed += posts.length;
  }
}

/** Imports lazily: a start without outdated posts does not load the parser. */
async function textOf(html: string): Promise<string> {
  const [{ readFragment }, { plainText }] = await Promise.all([
    import('./sanitizer/fragment.ts'),
    import('./plain-text.ts'),
  ]);
  const tree = readFragment(html);
  return tree === null ? '' : plainText(tree);
}
