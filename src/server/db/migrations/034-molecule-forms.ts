import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a post drew of a molecule: an InChIKey is the same for tautomers and zwitterions. */
export function moleculeForms(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('post_molecules').addColumn('form', 'text').execute();
    },
  };
}
