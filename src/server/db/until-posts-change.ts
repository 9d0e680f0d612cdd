import { type PublicDatabase, readPublicState } from './public-views.ts';

/**
 * Caches until a public post changes, in whatever process, or becomes due. Concurrent calls share
 * one computation.
 *
 * @param compute what the public may see at an instant
 */
export function untilPostsChange<T>(
  { db: { query }, now }: { db: Pick<PublicDatabase, 'query'>; now: () => string },
  compute: (instant: string) => Promise<T>,
): () => Promise<T> {
  let cached: { changes: number; nextDue: string | null; value: Promise<T> } | undefined;

  return async () => {
    const instant = now();
    // Before the posts are read: what changes in between is seen by the next call.
    const { changes, nextDue } = await readPublicState(query, instant);
    // The next post that is due is another one once a post was.
    if (cached?.changes === changes && cached.nextDue === nextDue) return cached.value;
    const value = compute(instant);
    const own = { changes, nextDue, value };
    cached = own;
    value.catch(() => {
      if (cached === own) cached = undefined;
    });
    return value;
  };
}
