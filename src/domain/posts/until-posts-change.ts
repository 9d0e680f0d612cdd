import type { Database } from '../../db/connect.ts';

type UntilPostsChangeDeps = {
  db: Pick<Database, 'query'>;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

/**
 * Caches what is computed of all public posts until one of them changes, in whatever process, or becomes due. Calls at
 * once share one computation.
 *
 * @param compute what the public may see at an instant
 */
export function untilPostsChange<T>(
  { db: { query }, now }: UntilPostsChangeDeps,
  compute: (instant: string) => Promise<T>,
): () => Promise<T> {
  let cached: { changes: number; nextDue: string | null; value: Promise<T> } | undefined;

  return async () => {
    const instant = now();
    // Before the posts are read: what changes in between is seen by the next call.
    const { changes, nextDue } = await query
      .selectFrom('post_changes')
      .select('changes')
      .select(({ selectFrom }) =>
        selectFrom('posts')
          .select(({ fn }) => fn.min('date').as('date'))
          .where('status', '=', 'published')
          .where('date', '>', instant)
          .as('nextDue'),
      )
      .executeTakeFirstOrThrow();
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
