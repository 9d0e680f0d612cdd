import { randomUUID } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import type { Site } from '../site.ts';
import type { PasskeyAnswer } from './passkey-schemas.ts';
import type { Administrator } from './start-session.ts';

/** A passkey as shown in the account. */
export type PasskeySummary = {
  id: string;
  name: string;
  /** Instants, ISO 8601 in UTC. */
  createdAt: string;
  lastUsedAt: string | null;
};

/** A passkey with its administrator. */
export type StoredPasskey = {
  administrator: Administrator;
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string;
};

/** Finds the passkey of an answer, with its administrator. */
export async function findPasskey(
  { db: { query } }: Site,
  { id }: Pick<PasskeyAnswer, 'id'>,
): Promise<StoredPasskey | undefined> {
  const row = await query
    .selectFrom('passkeys')
    .innerJoin('administrators', 'administrators.id', 'passkeys.administrator_id')
    .select([
      'administrators.id as administrator_id',
      'administrators.email',
      'administrators.password_hash',
      'passkeys.credential_id',
      'passkeys.public_key',
      'passkeys.counter',
      'passkeys.transports',
    ])
    .where('passkeys.credential_id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { administrator_id, email, password_hash, ...passkey } = row;
  return { administrator: { id: administrator_id, email, password_hash }, ...passkey };
}

/** @returns false if the passkey exists */
export async function insertPasskey(
  { now }: Site,
  trx: Kysely<Tables>,
  passkey: Omit<Insertable<Tables['passkeys']>, 'id' | 'created_at' | 'last_used_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('passkeys')
    .values({ id: randomUUID(), ...passkey, created_at: now(), last_used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns false if the passkey was used since it was read */
export async function recordPasskeyUse(
  { now }: Site,
  trx: Kysely<Tables>,
  { credential_id, counter }: StoredPasskey,
  newCounter: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: now() })
    .where('credential_id', '=', credential_id)
    // Two uses with the same counter come from a cloned authenticator.
    .where('counter', '=', counter)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** An administrator's passkeys, the oldest first. */
export async function listPasskeys(
  { db: { query } }: Site,
  owner: string,
  from: Kysely<Tables> = query,
): Promise<PasskeySummary[]> {
  const rows = await from
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('administrator_id', '=', owner)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name,
    createdAt: created_at,
    lastUsedAt: last_used_at,
  }));
}

/** @returns the name of the removed passkey, or null when there is none */
export async function deletePasskey(
  _site: Site,
  trx: Kysely<Tables>,
  owner: string,
  id: string,
): Promise<string | null> {
  const removed = await trx
    .deleteFrom('passkeys')
    .where('administrator_id', '=', owner)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return removed?.name ?? null;
}

export async function credentialsOf({ db: { query } }: Site, owner: string) {
  const rows = await query
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('administrator_id', '=', owner)
    .orderBy('created_at')
    .execute();
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: JSON.parse(transports) as string[],
  }));
}
