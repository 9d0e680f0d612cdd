import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Position } from '../position.ts';

/**
 * The lengths of the names of a month, a day, an hour and a minute, in each of which the database counts
 * the posts.
 */
const LENGTHS = [7, 10, 13, 16];

/**
 * Where the published post stands that has so many newer ones above it, scheduled ones included; null
 * where there is none. An offset would read all that it skips. The counts lead to the month instead, in
 * that to the day, the hour and the minute, and only there are posts passed over.
 */
export async function placeInOrder({ query }: Database, above: number): Promise<Position | null> {
  const steps = [sql`step_0 as (select '' as time, cast(${above} as integer) as above)`];
  let last: RawBuilder<unknown> = sql.ref('step_0');
  for (const length of LENGTHS) {
    const wider = sql`from ${last}`;
    last = sql.ref(`step_${length}`);
    // Bounds as values: joined, the one wider span passes with PostgreSQL for many, and it reads every
    // span of this length. Materialized: SQLite would find each wider span once for each value.
    steps.push(sql`${last} as materialized (
      select time, above from (
        select time, posts,
          (select above ${wider}) + posts - sum(posts) over (order by time desc) as above
        from post_times
        where status = 'published' and length = ${sql.lit(length)}
          and time > (select time ${wider}) and time < (select time || '~' ${wider})) as counted
      where above >= 0 and above < posts)`);
  }
  const { rows } = await sql<Position>`
    with ${sql.join(steps)}
    select date, id from posts
    where status = 'published' and date < (select time || '~' from ${last})
    order by date desc, id desc limit 1
    offset coalesce((select above from ${last}), 0)`.execute(query);
  return rows[0] ?? null;
}
