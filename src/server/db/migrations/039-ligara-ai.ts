import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Words the biography of Ligara AI more clearly, unless an administrator has edited that author. */
export function ligaraAi(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`update authors
        set fields = replace(replace(fields, ${FIRST}, ${CURRENT}), ${SECOND}, ${CURRENT})
        where id = 'ligara-ai' and version = 1`.execute(db);
    },
  };
}

/** The last sentence, as migration 038 wrote it first, and later. */
const FIRST = 'How AI was used for a post is among its statements.';
const SECOND = 'A post that states how AI was used says so below its references.';
const CURRENT = 'Where a post states how AI was used, the statement follows its references.';
