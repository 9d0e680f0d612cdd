import type { Database } from '../../db/connect.ts';
import { beginningOf, excerptOf, type Fragment, markMatches } from './excerpt.ts';
import type { PostSummary } from './post.ts';
import { startCursor } from './post-list.ts';
import { readSummaries } from './rows.ts';
import { startSearch } from './search.ts';
import { matchesTerm, type Terms } from './search-terms.ts';
import { wordsOf } from './search-words.ts';

export type SearchResult = {
  post: PostSummary;
  title: Fragment[];
  /** A passage that shows what was found. */
  excerpt: Fragment[];
};

export type SearchPage = {
  results: SearchResult[];
  /** How many posts were found and ranked. */
  total: number;
  /** Whether there are more, older ones that were not ranked. */
  isPartial: boolean;
};

/** So many of the newest matches are ranked, and of those in whose title or tags all words stand. */
const RANKED = 200;
const RANKED_BY_HEAD = 100;

/** What a word is worth by where it stands. */
const WEIGHTS = { title: 8, tags: 4, description: 2, elsewhere: 1 };

type Parts = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

/** How readers search the blog. */
export function createPostSearch({ db, now }: Parts) {
  const { query } = db;

  /**
   * The posts that the public may see now and that hold every word, those first that hold them in more
   * telling places, and of these the newest. The last word may be typed half. Ranking everything would
   * cost more the more there is: the newest 200 matches are ranked, and the newest 100 with all words
   * in title or tags, however old.
   */
  async function searchPosts(
    q: string,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<SearchPage> {
    const due = now();
    const top = startCursor(due);
    const first = { before: top, limit: RANKED + 1 };
    const { index, found, ...wanted } = await startSearch(
      db,
      q,
      { status: 'published' },
      top,
      first,
    );
    const byHead =
      found.length === 0
        ? []
        : await index.newest({ ...wanted, within: 'title or tags' }, top, RANKED_BY_HEAD);
    const { terms } = wanted;
    const ids = new Set([...found.slice(0, RANKED), ...byHead].map(({ id }) => id));
    const posts = await readSummaries(query, [...ids]);
    const ranked = posts
      .filter((post) => post.status === 'published' && post.date <= due)
      .map((post) => ({ post, worth: worthOf(post, terms) }))
      .sort((a, b) => b.worth - a.worth || (a.post.date < b.post.date ? 1 : -1));
    const shown = ranked.slice(offset, offset + limit).map(({ post }) => post);
    return {
      results: await present(shown, terms),
      total: ranked.length,
      isPartial: found.length > RANKED,
    };
  }

  async function present(posts: readonly PostSummary[], terms: Terms): Promise<SearchResult[]> {
    if (posts.length === 0) return [];
    const rows = await query
      .selectFrom('post_search')
      .select(['post_id', 'text'])
      .where(
        'post_id',
        'in',
        posts.map((post) => post.id),
      )
      .execute();
    const texts = new Map(rows.map((row) => [row.post_id, row.text]));
    const sought = (word: string) => terms.some((term) => matchesTerm(term, word));
    return posts.map((post) => {
      const text = texts.get(post.id) ?? '';
      const excerpt = excerptOf(text, sought) ?? (post.description || beginningOf(text));
      return {
        post,
        title: markMatches(post.title, sought),
        excerpt: markMatches(excerpt, sought),
      };
    });
  }

  return { searchPosts };
}

/** The more of the words stand in the more telling places, the more. */
function worthOf({ title, tags, description }: PostSummary, terms: Terms): number {
  const places = [
    { words: wordsOf(title), weight: WEIGHTS.title },
    { words: tags.flatMap(wordsOf), weight: WEIGHTS.tags },
    { words: wordsOf(description), weight: WEIGHTS.description },
  ];
  const worths = terms.map((term) => {
    const found = places.find((place) => place.words.some((word) => matchesTerm(term, word)));
    return found?.weight ?? WEIGHTS.elsewhere;
  });
  return worths.reduce((sum, worth) => sum + worth, 0);
}
