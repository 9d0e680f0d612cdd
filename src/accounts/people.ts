import type { Kysely } from 'kysely';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import { notAllowed, revokeInvitationsBy } from './invite.ts';
import type { Role } from './roles.ts';
import { endPasswordResets } from './stored-passwords.ts';

/** An account as administrators see it. */
export type Person = {
  id: string;
  email: string;
  role: Role;
  /** Instants, ISO 8601 in UTC. */
  createdAt: string;
  /** Exact to the minute; null until the first sign-in. */
  lastSeenAt: string | null;
  hasSecondFactor: boolean;
};

type Account = Pick<Person, 'id' | 'email' | 'role'>;

/** An account, by its id or by its email in any letter case. */
type Whom = { id: string } | { email: string };

/** The email of the administrator who acts; null for the command line. */
type Actor = { by: string | null };

/** Holds the posts and changes that a person has scheduled and that are not public at an instant (ISO 8601 in UTC). */
export type HoldScheduled = (
  trx: Kysely<Tables>,
  engine: Engine,
  scheduled: { by: string; instant: string },
) => Promise<void>;

export async function listPeople({ db: { query } }: Site): Promise<Person[]> {
  const rows = await query
    .selectFrom('administrators')
    .leftJoin('authenticator_apps', (app) =>
      app
        .onRef('authenticator_apps.administrator_id', '=', 'administrators.id')
        .on('authenticator_apps.confirmed_at', 'is not', null),
    )
    .select(['administrators.id', 'email', 'role', 'administrators.created_at'])
    .select(['last_seen_at', 'authenticator_apps.confirmed_at'])
    .select((eb) =>
      eb
        .selectFrom('passkeys')
        .whereRef('passkeys.administrator_id', '=', 'administrators.id')
        .select((passkeys) => passkeys.fn.countAll<number>().as('passkeys'))
        .as('passkeys'),
    )
    .orderBy('email')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    hasSecondFactor: row.confirmed_at !== null || Number(row.passkeys) > 0,
  }));
}

/** Changes a role. Sessions stay: each request reads the role. A new writer's invitations and reset links end. */
export function changeRole(
  site: Site,
  whom: Whom,
  role: Role,
  { by }: Actor,
): Promise<Result<void>> {
  return changeAccount(site, whom, by, async (trx, account, isLast) => {
    if (account.role === role) return succeed(undefined);
    if (isLast) return lastAdministrator(account.email);
    await trx.updateTable('administrators').set({ role }).where('id', '=', account.id).execute();
    if (role !== 'administrator') await endGrants(site, trx, account);
    const action = role === 'administrator' ? 'became-administrator' : 'became-writer';
    await recordEvent(trx, { at: site.now(), actor: by, action, subject: account.email });
    return succeed(undefined);
  });
}

/** Removes an account with its sessions and links. What the person wrote stays; what was scheduled is held. */
export function removePerson(site: Site, whom: Whom, { by }: Actor): Promise<Result<void>> {
  return changeAccount(site, whom, by, async (trx, account, isLast) => {
    if (isLast) return lastAdministrator(account.email);
    await endGrants(site, trx, account);
    await site.holdScheduled(trx, site.db.engine, { by: account.email, instant: site.now() });
    await trx.deleteFrom('administrators').where('id', '=', account.id).execute();
    const action = `${account.role}-removed` as const;
    await recordEvent(trx, { at: site.now(), actor: by, action, subject: account.email });
    return succeed(undefined);
  });
}

/**
 * Runs a change with all accounts locked: two administrators who demote each other at once are decided one
 * after the other, and the second one is no administrator any more.
 */
function changeAccount(
  { db: { engine, query } }: Site,
  whom: Whom,
  by: string | null,
  act: (trx: Kysely<Tables>, account: Account, isLast: boolean) => Promise<Result<void>>,
): Promise<Result<void>> {
  return inTransaction(query, async (trx) => {
    const accounts = await trx
      .selectFrom('administrators')
      .select(['id', 'email', 'role'])
      .orderBy('id')
      // SQLite's transactions exclude one another; PostgreSQL's need a lock.
      .$if(engine === 'postgres', (rows) => rows.forUpdate())
      .execute();
    const administrators = accounts.filter(({ role }) => role === 'administrator');
    if (by !== null && !administrators.some(({ email }) => email === by)) return notAllowed();
    const account = accounts.find((each) =>
      'id' in whom ? each.id === whom.id : each.email === whom.email.toLowerCase(),
    );
    if (account === undefined) return noSuchPerson(whom);
    const isLast = account.role === 'administrator' && administrators.length === 1;
    return act(trx, account, isLast);
  });
}

/** Ends what an administrator has handed out or was sent. */
async function endGrants(
  { now }: Site,
  trx: Kysely<Tables>,
  { id, email }: Account,
): Promise<void> {
  await revokeInvitationsBy(trx, email, now());
  await endPasswordResets(trx, id);
}

function lastAdministrator(email: string): Result<never> {
  const detail = `${email} is the last administrator. Add another one first.`;
  return fail({ kind: 'conflict', detail });
}

function noSuchPerson(whom: Whom): Result<never> {
  const detail =
    'email' in whom
      ? `There is no administrator or writer ${whom.email}.`
      : 'There is no such account. It may have been removed.';
  return fail({ kind: 'not-found', detail });
}
