import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RenderedBody } from '../rendering/body.ts';
import { moleculesOfPost } from '../science/molecules/molecules.ts';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import type { Post } from './post.ts';
import { queryOf, searchedText, wordsOf } from './search-words.ts';

/** The engine's own search finds words alone: those of posts and queries are made here, so that both find the same. */

/** `text` is the body's, without markup. */
type IndexedPost = Pick<Post, 'id' | 'title' | 'slug' | 'description' | 'tags'> & { text: string };

/** To be called in the transaction that writes the post. @param body undefined where its molecules are as before */
export async function indexPost(
  trx: Kysely<Tables>,
  post: IndexedPost,
  body?: Pick<RenderedBody, 'molecules'>,
): Promise<void> {
  const { id, title, tags, slug, description, text } = post;
  const molecules = await moleculesOfPost(trx, id, body?.molecules);
  await trx.deleteFrom('post_tags').where('post_id', '=', id).execute();
  if (tags.length > 0) {
    const rows = tags.map((tag, position) => ({ post_id: id, position, tag }));
    await trx.insertInto('post_tags').values(rows).execute();
  }
  const row = {
    title: words(title),
    tags: words(...tags),
    description: words(description),
    words: words(slug, ...molecules, searchedText(text)),
  };
  await trx
    .insertInto('post_search')
    .values({ post_id: id, ...row })
    .onConflict((former) => former.column('post_id').doUpdateSet(row))
    .execute();
}

/** UTF-16 code units: a `tsvector` of PostgreSQL has at most 1 MiB, and one letter may become eighteen. */
const MAX_LENGTH = 200_000;

function words(...texts: string[]): string {
  return wordsOf(texts.join('\n')).join(' ').slice(0, MAX_LENGTH).toWellFormed();
}

/** Selects `post_id` and `score` of the posts that hold every word of a query, the last one as a prefix; null without a word. */
export function matchingPosts(engine: Engine, q: string): RawBuilder<unknown> | null {
  const { words: queried, prefix } = queryOf(q);
  if (queried.length === 0) return null;
  const match = (quote: string, and: string, beginning: string) =>
    queried.map((word) => quote + word + quote).join(and) + (prefix === null ? '' : beginning);
  if (engine === 'sqlite') {
    return sql`select post_id, -bm25(post_words, 40, 20, 10, 1) as score from post_words
      join post_search on key = post_words.rowid where post_words match ${match('"', ' AND ', '*')}`;
  }
  // The rank of words that must all be there would fall with their distance, which the index does not hold.
  return sql`select post_id, ts_rank('{0.01, 0.1, 0.5, 1}', vector, ${match("'", ' | ', ':*')}::tsquery) as score
    from post_search where vector @@ ${match("'", ' & ', ':*')}::tsquery`;
}
