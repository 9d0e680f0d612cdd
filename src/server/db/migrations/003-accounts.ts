import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** The browser of a session, and the audit log. */
export function accounts(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('sessions')
        .addColumn('user_agent', text, (c) => c.notNull().defaultTo(''))
        .execute();

      await db.schema
        .createTable('audit_events')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('at', text, (c) => c.notNull())
        .addColumn('actor', text)
        .addColumn('action', text, (c) => c.notNull())
        .addColumn('subject', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('audit_events_by_time')
        .on('audit_events')
        .columns(['at', 'id'])
        .execute();
    },
  };
}
