import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** The hash of the value of ADMIN_PASSWORD that was applied last. */
export function appliedPassword(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('administrators')
        .addColumn('applied_password_hash', engine === 'postgres' ? sql`text collate "C"` : 'text')
        .execute();
    },
  };
}
