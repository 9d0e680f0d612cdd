import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** A post knows by itself what it was imported from: the key of its source, its date there and its title, one a line. */
export function importKey(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  return {
    async up(db: Kysely<unknown>) {
      await sql`alter table posts add column import_key ${text}`.execute(db);
      // A tab or line break separates nothing in a title; PostgreSQL calls a line feed chr(10), SQLite char(10).
      const line = sql.raw(engine === 'postgres' ? 'chr(10)' : 'char(10)');
      await sql`update posts set import_key = (
        select key || ${line} || coalesce(date, '') || ${line} || trim(replace(substr(title, 1, 200), ${line}, ' '))
          from import_items where post_id = posts.id and outcome = 'imported'
          order by import_id, position limit 1)`.execute(db);
      await sql`create unique index posts_by_import_key on posts (import_key) where import_key is not null`.execute(
        db,
      );
      await sql`drop index posts_by_import`.execute(db);
      await sql`alter table posts drop column import_id`.execute(db);
      await sql`drop index redirects_by_import`.execute(db);
      await sql`alter table redirects drop column import_id`.execute(db);
      for (const table of ['import_pictures', 'import_items', 'imports']) {
        await sql`drop table ${sql.table(table)}`.execute(db);
      }
    },
  };
}
