import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Roles of accounts, invitations, and links for forgotten passwords. */
export function people(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';
  const isRole = sql`role in ('administrator', 'writer')`;

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('administrators')
        .addColumn('role', text, (c) => c.notNull().defaultTo('administrator').check(isRole))
        .execute();
      await db.schema.alterTable('administrators').addColumn('last_seen_at', text).execute();
      await sql`update administrators set last_seen_at =
        (select max(last_used_at) from sessions where administrator_id = administrators.id)`.execute(
        db,
      );

      await db.schema
        .createTable('invitations')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('email', text, (c) => c.notNull().unique())
        .addColumn('role', text, (c) => c.notNull().check(isRole))
        .addColumn('token_hash', text, (c) => c.unique())
        .addColumn('invited_by', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('expires_at', text, (c) => c.notNull())
        .addColumn('accepted_at', text)
        .addColumn('revoked_at', text)
        .execute();

      await db.schema
        .createTable('password_resets')
        .addColumn('token_hash', text, (c) => c.primaryKey())
        .addColumn('administrator_id', text, (c) =>
          c.notNull().references('administrators.id').onDelete('cascade'),
        )
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('expires_at', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('password_resets_by_administrator')
        .on('password_resets')
        .column('administrator_id')
        .execute();
    },
  };
}
