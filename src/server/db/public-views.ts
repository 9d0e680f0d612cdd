import type { Kysely } from 'kysely';
import type { Database } from './connect.ts';
import type { PublicTables, Tables, TablesOfPosts } from './tables.ts';

/**
 * The one door by which the public reads posts. What has no date in the future and is published stands in views;
 * whatever is shown to everybody starts from one of these functions.
 */

/** What services of anonymous readers get: it has no table of posts. */
export type PublicDatabase = Pick<Database, 'engine'> & { readonly query: Kysely<PublicTables> };

export function forPublic({ engine, query }: Database): PublicDatabase {
  return { engine, query: query.$omitTables<TablesOfPosts>() };
}

export function publicPosts(query: Kysely<PublicTables>, instant: string) {
  return query.selectFrom('public_posts').where('public_posts.date', '<=', instant);
}

/** The same without what their authors wrote: an index covers it. */
export function publicDates(query: Kysely<PublicTables>, instant: string) {
  return query.selectFrom('public_dates').where('public_dates.date', '<=', instant);
}

export function publicRecords(query: Kysely<PublicTables>, instant: string) {
  return query.selectFrom('public_records').where('public_records.date', '<=', instant);
}

/**
 * The counter of changes, and when the first scheduled post after an instant becomes public, or
 * null; instants are ISO 8601 in UTC.
 */
export async function readPublicState(query: Kysely<PublicTables>, since: string) {
  return query
    .selectFrom('post_changes')
    .select('changes')
    .select(({ selectFrom }) =>
      selectFrom('public_dates')
        .select(({ fn }) => fn.min('date').as('date'))
        .where('date', '>', since)
        .as('nextDue'),
    )
    .executeTakeFirstOrThrow();
}

/**
 * Every writer calls it at the end of the transaction that changes what the public sees: others
 * wait for the counter until that ends. Processes then drop their caches (watch-posts.ts).
 */
export async function changed(trx: Kysely<Tables>): Promise<void> {
  await trx
    .updateTable('post_changes')
    .set(({ eb }) => ({ changes: eb('changes', '+', 1) }))
    .execute();
}
