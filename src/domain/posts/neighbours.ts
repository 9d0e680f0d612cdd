import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Neighbour, Neighbours, Post } from './post.ts';

type NeighboursDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

type Place = Pick<Post, 'id' | 'date'>;

export function createNeighbours({ db: { query }, now }: NeighboursDeps) {
  /** Reads both in one query, from the index of the list. */
  async function postNeighbours({ id, date }: Place): Promise<Neighbours> {
    const place = sql`(${date}, ${id})`;
    const visible = sql`select id, slug, title, date from posts where status = 'published' and date <= ${now()}`;
    // SQLite allows an order in parts of a union in subqueries only.
    const { rows } = await sql<Neighbour & Place>`
      select * from (${visible} and (date, id) > ${place} order by date, id limit 1) as newer
      union all
      select * from (${visible} and (date, id) < ${place} order by date desc, id desc limit 1) as older
    `.execute(query);
    const isNewer = (row: Place) => (row.date === date ? row.id > id : row.date > date);
    return {
      newer: neighbour(rows.find(isNewer)),
      older: neighbour(rows.find((row) => !isNewer(row))),
    };
  }

  /** The ids of the posts whose pages link a post that is public now: they change when it comes between them. */
  async function neighbourIds(id: string): Promise<string[]> {
    const post = await query
      .selectFrom('posts')
      .select(['id', 'date'])
      .where('id', '=', id)
      .where('status', '=', 'published')
      .where('date', '<=', now())
      .executeTakeFirst();
    if (post === undefined) return [];
    const { newer, older } = await postNeighbours(post);
    return [newer, older].flatMap((each) => each?.id ?? []);
  }

  return { postNeighbours, neighbourIds };
}

function neighbour(row: Neighbour | undefined): Neighbour | null {
  return row === undefined ? null : { id: row.id, slug: row.slug, title: row.title };
}
