import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Last use of sessions, second factors, and pending sign-ins. */
export function secondFactors(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('sessions')
        .addColumn('last_used_at', text, (c) => c.notNull().defaultTo(''))
        .execute();
      await sql`update sessions set last_used_at = created_at`.execute(db);

      const ofAdministrator = (table: string) =>
        db.schema
          .createTable(table)
          .addColumn('administrator_id', text, (c) =>
            c.notNull().references('administrators.id').onDelete('cascade'),
          );

      await ofAdministrator('authenticator_apps')
        .addColumn('secret', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('confirmed_at', text)
        .addColumn('last_step', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('authenticator_apps_key', ['administrator_id'])
        .execute();

      await ofAdministrator('recovery_codes')
        .addColumn('code_hash', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('used_at', text)
        .addPrimaryKeyConstraint('recovery_codes_key', ['administrator_id', 'code_hash'])
        .execute();

      await ofAdministrator('passkeys')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('credential_id', text, (c) => c.notNull().unique())
        .addColumn('public_key', text, (c) => c.notNull())
        .addColumn('counter', 'bigint', (c) => c.notNull())
        .addColumn('transports', text, (c) => c.notNull())
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('last_used_at', text)
        .execute();
      await db.schema
        .createIndex('passkeys_by_administrator')
        .on('passkeys')
        .column('administrator_id')
        .execute();

      await ofAdministrator('pending_sign_ins')
        .addColumn('ticket_hash', text, (c) => c.primaryKey())
        .addColumn('attempts', 'integer', (c) => c.notNull())
        .addColumn('expires_at', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('pending_sign_ins_by_administrator')
        .on('pending_sign_ins')
        .column('administrator_id')
        .execute();

      await db.schema
        .createTable('used_challenges')
        .addColumn('challenge', text, (c) => c.primaryKey())
        .addColumn('expires_at', text, (c) => c.notNull())
        .execute();
    },
  };
}
