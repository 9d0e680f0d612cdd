import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Networks from which administrators have signed in. */
export function knownNetworks(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('known_networks')
        .addColumn('network_hash', text, (c) => c.primaryKey())
        .addColumn('last_sign_in_at', text, (c) => c.notNull())
        .execute();
    },
  };
}
