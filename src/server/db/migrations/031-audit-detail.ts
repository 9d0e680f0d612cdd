import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Entries of the audit log can say more than their subject. */
export function auditDetail(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const text = engine === 'postgres' ? sql`text collate "C"` : 'text';
      await db.schema.alterTable('audit_events').addColumn('detail', text).execute();
    },
  };
}
