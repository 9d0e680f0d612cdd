import type { Site } from '../site.ts';
import { tagKey } from './post.ts';

type TagCount = { tag: string; posts: number };

/** More would not help anybody to choose. */
const MAX_TAGS = 1_000;

/**
 * The tags of all posts with how many have them, most used first. Spellings that differ by case alone are one
 * tag, in its most used spelling.
 */
export async function tagCounts({ db: { query } }: Site): Promise<TagCount[]> {
  const rows = await query
    .selectFrom('post_tags')
    .select((eb) => ['tag', eb.fn.countAll<number>().as('posts')])
    .groupBy('tag')
    .orderBy('posts', 'desc')
    .orderBy('tag')
    .execute();
  const counts = new Map<string, TagCount>();
  for (const { tag, posts } of rows) {
    const known = counts.get(tagKey(tag));
    if (known === undefined) counts.set(tagKey(tag), { tag, posts: Number(posts) });
    else known.posts += Number(posts);
  }
  return [...counts.values()].sort((a, b) => b.posts - a.posts).slice(0, MAX_TAGS);
}
