import { AsyncLocalStorage } from 'node:async_hooks';
import type { Services } from '../../domain/services.ts';

/**
 * What a page has read that may change: the list of public posts, one post by its id, or something
 * of which nobody is told when it changes.
 */
export type Read = 'posts' | `post:${string}` | 'unannounced';

const recording = new AsyncLocalStorage<Set<Read>>();

/** By the name of a verb, what its answer shows; `null` for nothing that changes. */
const READS: Partial<Record<keyof Services, (answer: unknown) => Read | null>> = {
  publishedPosts: () => 'posts',
  newestPosts: () => 'posts',
  sitemapEntries: () => 'posts',
  publishedPostCount: () => 'posts',
  publishedPost: (post) => (post === null ? 'posts' : `post:${(post as { id: string }).id}`),
  now: () => null,
};

/**
 * The same services, which note what was read of them while a page is made (`recordReads`). A verb that
 * is not in the table counts as unannounced: a page that asks for it is not kept.
 */
export function observeReads(services: Services): Services {
  return new Proxy(services, {
    get(target, name: keyof Services) {
      const verb = target[name];
      if (typeof verb !== 'function') return verb;
      return (...given: unknown[]) => {
        const reads = recording.getStore();
        const answer = (verb as (...given: unknown[]) => unknown)(...given);
        if (reads === undefined) return answer;
        const note = (value: unknown) => {
          const read = READS[name] === undefined ? 'unannounced' : READS[name](value);
          if (read !== null) reads.add(read);
          return value;
        };
        return answer instanceof Promise ? answer.then(note) : note(answer);
      };
    },
  });
}

/** Runs something and tells what it read of observed services. */
export async function recordReads<T>(make: () => Promise<T>): Promise<[T, ReadonlySet<Read>]> {
  const reads = new Set<Read>();
  return [await recording.run(reads, make), reads];
}
