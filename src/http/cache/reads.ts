import { AsyncLocalStorage } from 'node:async_hooks';
import type { Services } from '../../domain/services.ts';

/**
 * A dependency of a page: the list of public posts, one post by its id, or data whose changes raise no
 * event.
 */
export type Read = 'posts' | `post:${string}` | 'unannounced';

const recording = new AsyncLocalStorage<Set<Read>>();

/** The dependency that each service function's result is; `null` for none. */
const READS: Partial<Record<keyof Services, (result: unknown) => Read | null>> = {
  publishedPosts: () => 'posts',
  newestPosts: () => 'posts',
  sitemapEntries: () => 'posts',
  publishedPostCount: () => 'posts',
  publishedPost: (post) => (post === null ? 'posts' : `post:${(post as { id: string }).id}`),
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
          if (read !== null) reads.add(read);
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
