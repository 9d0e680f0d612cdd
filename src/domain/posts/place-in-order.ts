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
    const wider = last;
    last = sql.ref(`step_${length}`);
    steps.push(sql`${last} as (
      select time, above from (
        select post_times.time, post_times.posts,
          ${wider}.above + post_times.posts - sum(post_times.posts) over (
            order by post_times.time desc) as above
        from ${wider} cross join post_times
        where status = 'published' and length = ${sql.lit(length)}
          and post_times.time > ${wider}.time and post_times.time < ${wider}.time || '~') as counted
      where above >= 0 and above < posts limit 1)`);
  }
  const { rows } = await sql<Position>`
    with ${sql.join(steps)}
    select date, id from posts
    where status = 'published' and date < (select time || '~' from ${last})
    order by date desc, id desc limit 1
    offset coalesce((select above from ${last}), 0)`.execute(query);
  return rows[0] ?? null;
}
