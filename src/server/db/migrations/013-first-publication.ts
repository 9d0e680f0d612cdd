import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * First publication of each post. No date changes: the next save of a public post sets its first publication
 * (`publication` in `editing.ts`), and a draft that was public keeps the date of then.
 */
export function firstPublication(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('posts').addColumn('first_published_at', text).execute();
      // A scheduled version was public if its date came before the next save.
      await sql`
        update posts set first_published_at = created_at
        where status = 'draft' and exists (
          select 1 from post_revisions as shown
          where shown.post_id = posts.id and shown.status = 'published' and (
            shown.publish_date is null or shown.publish_date <= (
              select min(later.saved_at) from post_revisions as later
              where later.post_id = posts.id and later.version > shown.version
            )
          )
        )`.execute(db);
    },
  };
}
