import { sql } from 'kysely';
import { publicPosts } from '../server/db/public-views.ts';
import type { Site } from '../site.ts';
import { excerptOf, markMatches } from './excerpt.ts';
import { matchingPosts } from './post-index.ts';
import { SUMMARY_COLUMNS, toSummary } from './rows.ts';
import { matcherOf } from './search-words.ts';

export type SearchPage = Awaited<ReturnType<typeof searchPosts>>;

export async function searchPosts(
  { db: { query, engine }, now }: Site,
  q: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const matching = matchingPosts(engine, q);
  if (matching === null) return { results: [], total: 0 };
  const found = publicPosts(query, now()).innerJoin(
    sql<{ post_id: string; score: number }>`(${matching})`.as('matching'),
    (join) => join.onRef('matching.post_id', '=', 'public_posts.id'),
  );
  const { total } = await found
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select([...SUMMARY_COLUMNS, 'text'])
    .orderBy('score', 'desc')
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const isMatch = matcherOf(q);
  const results = rows.map((row) => {
    const post = toSummary(row);
    const excerpt = excerptOf(row.text ?? '', isMatch) ?? post.description;
    return {
      post,
      title: markMatches(post.title, isMatch),
      excerpt: markMatches(excerpt, isMatch),
    };
  });
  return { results, total: Number(total) };
}
