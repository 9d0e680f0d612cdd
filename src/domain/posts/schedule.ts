import type { Database } from '../../db/connect.ts';

type Parts = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

/** What appears by itself. */
export function createSchedule({ db, now }: Parts) {
  /** When the next scheduled post becomes public, ISO 8601 in UTC; null when none is scheduled. */
  async function nextDue(): Promise<string | null> {
    const next = await db.query
      .selectFrom('posts')
      .select('date')
      .where('status', '=', 'published')
      .where('date', '>', now())
      .orderBy('date')
      .limit(1)
      .executeTakeFirst();
    return next?.date ?? null;
  }

  return { nextDue };
}
