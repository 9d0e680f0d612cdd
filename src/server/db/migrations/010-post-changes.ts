import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * A counter of changes to public posts, which every serving process polls. PostgreSQL also notifies listeners of
 * the post's id.
 */
export function postChanges(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('post_changes')
        .addColumn('changes', 'integer', (c) => c.notNull())
        .execute();
      await sql`insert into post_changes (changes) values (0)`.execute(db);
      for (const trigger of engine === 'postgres' ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS) {
        await sql.raw(trigger).execute(db);
      }
    },
  };
}

const IS_PUBLIC = {
  insert: "new.status = 'published'",
  update: "old.status = 'published' or new.status = 'published'",
  delete: "old.status = 'published'",
} as const;

const SQLITE_TRIGGERS = Object.entries(IS_PUBLIC).map(
  ([event, condition]) =>
    `create trigger posts_tell_${event} after ${event} on posts when ${condition} begin
       update post_changes set changes = changes + 1;
     end`,
);

const POSTGRES_TRIGGERS = [
  `create function tell_post_change() returns trigger language plpgsql as $$
   begin
     update post_changes set changes = changes + 1;
     perform pg_notify('post_changes', case when tg_op = 'DELETE' then old.id else new.id end);
     return null;
   end $$`,
  ...Object.entries(IS_PUBLIC).map(
    ([event, condition]) =>
      `create trigger posts_tell_${event} after ${event} on posts
       for each row when (${condition}) execute function tell_post_change()`,
  ),
];
