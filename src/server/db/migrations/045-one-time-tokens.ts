import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * One table for what is good once: tickets of sign-ins, used challenges, links of invitations and forgotten passwords.
 * Open links go on; sign-ins that are under way start again.
 */
export function oneTimeTokens(engine: Engine): Migration {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text';
  const must = `${text} not null`;
  // A link that has ended says why until its invitation is purged. SQLite drops no column with a unique index.
  const statements = `
    create table one_time_tokens (hash ${text} primary key, kind ${must}, subject ${must}, attempts integer not null, expires_at ${must});
    insert into one_time_tokens select token_hash, 'password-reset', administrator_id, 0, expires_at from password_resets;
    insert into one_time_tokens select token_hash, 'invitation', id, 0, '9999' from invitations where token_hash is not null;
    create table kept (id ${text} primary key, email ${must} unique, role ${must} check (role in ('administrator', 'writer')),
      invited_by ${must}, created_at ${must}, expires_at ${must}, accepted_at ${text}, revoked_at ${text});
    insert into kept select id, email, role, invited_by, created_at, expires_at, accepted_at, revoked_at from invitations;
    drop table invitations; drop table password_resets; drop table pending_sign_ins;
    drop table used_challenges; drop table known_networks; alter table kept rename to invitations`;
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of statements.split(';')) await sql.raw(statement).execute(db);
    },
  };
}
