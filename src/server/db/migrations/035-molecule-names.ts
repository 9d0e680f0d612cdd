import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds the other molecules that have a name, when a post is checked. */
export function moleculeNames(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createIndex('post_molecules_by_name')
        .on('post_molecules')
        .columns(['name'])
        .execute();
    },
  };
}
