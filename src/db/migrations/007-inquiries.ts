import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Inquiries of several kinds, what was done about them, and how often somebody has come. */
export function inquiries(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      // SQLite adds one column at a time.
      const add = db.schema.alterTable('inquiries');
      await add
        .addColumn('kind', text, (c) =>
          c.notNull().defaultTo('contact').check(sql`kind in ('contact', 'investor', 'waitlist')`),
        )
        .execute();
      await add
        .addColumn('suspected', 'integer', (c) =>
          c.notNull().defaultTo(0).check(sql`suspected in (0, 1)`),
        )
        .execute();
      await add.addColumn('read_at', text).execute();
      await add.addColumn('handled_at', text).execute();
      await add.addColumn('note', text, (c) => c.notNull().defaultTo('')).execute();
      await add.addColumn('note_version', 'integer', (c) => c.notNull().defaultTo(0)).execute();
      await db.schema
        .createIndex('inquiries_unread')
        .on('inquiries')
        .column('id')
        .where(sql.ref('read_at'), 'is', null)
        .where(sql.ref('suspected'), '=', sql.lit(0))
        .execute();

      // As rate-limiter-flexible has it; the order of the columns matters to it.
      await db.schema
        .createTable('limits')
        .addColumn('key', text, (c) => c.primaryKey())
        .addColumn('points', 'integer', (c) => c.notNull())
        .addColumn('expire', 'bigint')
        .execute();
    },
  };
}
