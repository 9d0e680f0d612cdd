import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An import that ends the site again and again is given up. */
export function importAttempts(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('imports')
        .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
    },
  };
}
