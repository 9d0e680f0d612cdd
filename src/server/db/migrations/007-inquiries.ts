import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Kinds and handling of inquiries, and rate limit counters. */
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

      // The schema of rate-limiter-flexible, which depends on the order of columns.
      await db.schema
        .createTable('limits')
        .addColumn('key', text, (c) => c.primaryKey())
        .addColumn('points', 'integer', (c) => c.notNull())
        .addColumn('expire', 'bigint')
        .execute();
    },
  };
}
