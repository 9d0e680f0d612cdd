import { AsyncLocalStorage } from 'node:async_hooks';
import type { Neighbours } from '../../domain/posts/post.ts';
import type { Services } from '../../domain/services.ts';

/**
 * A dependency of a page: the list of public posts, one post by its id, or data whose changes raise no
 * event.
 */
export type Read = 'posts' | `post:${string}` | 'unannounced';

const recording = new AsyncLocalStorage<Set<Read>>();

/** The dependencies that each service function's result is; `null` for none. */
const READS: Partial<Record<keyof Services, (result: unknown) => Read | readonly Read[] | null>> = {
  publishedPosts: () => 'posts',
  publishedTitles: () => 'posts',
  newestPosts: () => 'posts',
  sitemapEntries: () => 'posts',
  publishedPostCount: () => 'posts',
  publishedPost: (post) => (post === null ? 'posts' : `post:${(post as { id: string }).id}`),
  // A page without a newer post changes with any post that becomes public after it, also when a scheduled one is due.
  // One that comes in between is announced to its neighbours (`page-cache.ts`).
  postNeighbours: (result) => {
    const { newer, older } = result as Neighbours;
    const reads: Read[] = [newer === null ? 'posts' : `post:${newer.id}`];
    return older === null ? reads : [...reads, `post:${older.id}`];
  },
  // Of a post that was read.
  postData: () => null,
  publicMolecules: () => 'posts',
  publicMolecule: () => 'posts',
  publicMoleculeCount: () => 'posts',
  moleculeSitemap: () => 'posts',
  drawMolecules: () => null,
  drawMatches: () => null,
  drawingAsPng: () => 'posts',
  glossary: () => 'posts',
  now: () => null,
};

/**
 * Wraps the services so that `recordReads` sees what a page depends on. A function that is not in the
 * table counts as unannounced: a page that calls it is not cached.
 */
export function observeReads(services: Services): Services {
  return new Proxy(services, {
    get(target, name: keyof Services) {
      const method = target[name];
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => {
        const reads = recording.getStore();
        const result = (method as (...args: unknown[]) => unknown)(...args);
        if (reads === undefined) return result;
        const note = (value: unknown) => {
          const read = READS[name] === undefined ? 'unannounced' : READS[name](value);
          for (const each of [read ?? []].flat()) reads.add(each);
          return value;
        };
        return result instanceof Promise ? result.then(note) : note(result);
      };
    },
  });
}

/** Runs a function and returns what it read of observed services. */
export async function recordReads<T>(render: () => Promise<T>): Promise<[T, ReadonlySet<Read>]> {
  const reads = new Set<Read>();
  return [await recording.run(reads, render), reads];
}
