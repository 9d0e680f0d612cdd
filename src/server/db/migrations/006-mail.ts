import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** The queue of mail, and its outcomes. */
export function mail(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('outbox')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('recipient', text, (c) => c.notNull())
        .addColumn('data', text, (c) => c.notNull())
        .addColumn('state', text, (c) =>
          c.notNull().check(sql`state in ('waiting', 'sent', 'refused', 'expired', 'withdrawn')`),
        )
        .addColumn('attempts', 'integer', (c) => c.notNull())
        .addColumn('due_at', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('settled_at', text)
        .addColumn('answer', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('outbox_by_turn')
        .on('outbox')
        .columns(['state', 'due_at', 'id'])
        .execute();
      await db.schema
        .createIndex('outbox_by_recipient')
        .on('outbox')
        .columns(['recipient'])
        .execute();
    },
  };
}
