import { publicPosts } from '../server/db/public-views.ts';
import type { Site } from '../site.ts';
import { excerptOf, type Fragment, markMatches, startOf } from './excerpt.ts';
import type { PostSummary } from './post.ts';
import { startCursor } from './post-list.ts';
import { readPublicSummaries } from './public-posts.ts';
import { startSearch } from './search.ts';
import { matchesTerm, type Terms } from './search-terms.ts';
import { wordsOf } from './search-words.ts';

export type SearchResult = {
  post: PostSummary;
  title: Fragment[];
  /** A passage with matches. */
  excerpt: Fragment[];
};

export type SearchPage = {
  results: SearchResult[];
  /** The number of ranked posts. */
  total: number;
  /** True if older matches were not ranked. */
  isPartial: boolean;
};

/** Ranking everything would cost more with every post: only the newest matches are ranked. */
const MAX_RANKED = 200;
/** Matches with all words in title or tags, ranked however old they are. */
const MAX_RANKED_BY_HEAD = 100;

/** The score of a word by the field that contains it. */
const WEIGHTS = { title: 8, tags: 4, description: 2, elsewhere: 1 };

/**
 * The posts that the public may see now and that `startSearch` finds, by score, then newest first.
 */
export async function searchPosts(
  site: Site,
  q: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<SearchPage> {
  const due = site.now();
  const start = startCursor(due);
  const first = { before: start, limit: MAX_RANKED + 1 };
  const { index, found, ...search } = await startSearch(
    site.db,
    q,
    { status: 'published' },
    start,
    first,
  );
  const byHead =
    found.length === 0
      ? []
      : await index.newest({ ...search, within: 'title or tags' }, start, MAX_RANKED_BY_HEAD);
  const { terms } = search;
  const ids = new Set([...found.slice(0, MAX_RANKED), ...byHead].map(({ id }) => id));
  const posts = await readPublicSummaries(site.db.query, [...ids], due);
  const ranked = posts
    .map((post) => ({ post, score: scoreOf(post, terms) }))
    .sort((a, b) => b.score - a.score || (a.post.date < b.post.date ? 1 : -1));
  const page = ranked.slice(offset, offset + limit).map(({ post }) => post);
  return {
    results: await present(site, page, terms, due),
    total: ranked.length,
    isPartial: found.length > MAX_RANKED,
  };
}

async function present(
  { db: { query } }: Site,
  posts: readonly PostSummary[],
  terms: Terms,
  due: string,
): Promise<SearchResult[]> {
  if (posts.length === 0) return [];
  const rows = await publicPosts(query, due)
    .select(['id', 'text'])
    .where(
      'id',
      'in',
      posts.map((post) => post.id),
    )
    .execute();
  const texts = new Map(rows.map((row) => [row.id, row.text]));
  const isMatch = (word: string) => terms.some((term) => matchesTerm(term, word));
  return posts.map((post) => {
    const text = texts.get(post.id) ?? '';
    const excerpt = excerptOf(text, isMatch) ?? (post.description || startOf(text));
    return {
      post,
      title: markMatches(post.title, isMatch),
      excerpt: markMatches(excerpt, isMatch),
    };
  });
}

/** Adds up, over the terms, the highest weight of a field that matches. */
function scoreOf({ title, tags, description }: PostSummary, terms: Terms): number {
  const fields = [
    { words: wordsOf(title), weight: WEIGHTS.title },
    { words: tags.flatMap(wordsOf), weight: WEIGHTS.tags },
    { words: wordsOf(description), weight: WEIGHTS.description },
  ];
  const scores = terms.map((term) => {
    const field = fields.find(({ words }) => words.some((word) => matchesTerm(term, word)));
    return field?.weight ?? WEIGHTS.elsewhere;
  });
  return scores.reduce((sum, score) => sum + score, 0);
}
