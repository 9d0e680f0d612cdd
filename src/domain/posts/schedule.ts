import type { Database } from '../../db/connect.ts';

export function createSchedule(db: Pick<Database, 'query'>) {
  /** When the first scheduled post after an instant becomes public, or null; both ISO 8601 in UTC. */
  async function nextDue(since: string): Promise<string | null> {
    const next = await db.query
      .selectFrom('posts')
      .select('date')
      .where('status', '=', 'published')
      .where('date', '>', since)
      .orderBy('date')
      .limit(1)
      .executeTakeFirst();
    return next?.date ?? null;
  }

  return { nextDue };
}
