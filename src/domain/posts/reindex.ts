import type { Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { writeSearch } from './post-index.ts';
import { SEARCH_VERSION, searchedText } from './search-words.ts';

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
      .innerJoin('current_posts', 'current_posts.id', 'post_search.post_id')
      .select(['id', 'slug', 'title', 'description', 'tags', 'content_html', 'text'])
      .select(['current_posts.status', 'current_posts.date', 'current_posts.version'])
      .where((eb) =>
        eb.or([
          eb('post_search.version', '<', SEARCH_VERSION),
          eb('post_search.version', '>', SEARCH_VERSION),
        ]),
      )
      .limit(BATCH)
      .execute();
    if (posts.length === 0) return indexed;
    for (const { content_html, version, ...post } of posts) {
      const text = post.text || searchedText(await textOf(content_html ?? ''));
      if (text !== post.text) await writeText(query, post.id, version, text);
      await writeSearch(query, { ...post, text, tags: JSON.parse(post.tags) });
    }
    indexed += posts.length;
  }
}

/** Writes the text that results quote, which versions from before the search lack. */
async function writeText(
  query: Kysely<Tables>,
  id: string,
  version: number,
  text: string,
): Promise<void> {
  await query
    .updateTable('post_versions')
    .set({ text })
    .where('post_id', '=', id)
    .where('version', '=', version)
    .execute();
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
