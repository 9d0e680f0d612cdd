import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { conflict, invalidField, notFound, type Result, succeed } from '../server/failure.ts';
import { instant } from '../server/http/common-schemas.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Site } from '../site.ts';
import { recordChange } from './account-mails.ts';
import {
  type Administrator,
  checkPassword,
  findByEmail,
  generatePassword,
  hashPassword,
  inAccounts,
  isPasswordUnchanged,
  knownPassword,
  newPassword,
  ofSecondFactor,
  verifyPassword,
} from './administrators.ts';
import { recordEvent } from './audit.ts';
import type { AuditAction } from './audit-actions.ts';
import { endTokens } from './one-time-tokens.ts';
import { isAdministrator, NOT_ALLOWED, ROLES, type Role } from './roles.ts';
import { endSessions, renewToken } from './sessions.ts';
import { type Credentials, guardAttempt, type SignInClient } from './sign-in.ts';

export const personSchema = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: z.enum(ROLES),
    createdAt: instant,
    lastSeenAt: instant.nullable().meta({ description: 'To the minute; null: not signed in yet' }),
    hasSecondFactor: z.boolean(),
    /** Of an account that has not chosen a password yet. */
    invitation: z.object({ by: z.string(), expiresAt: instant, isExpired: z.boolean() }).nullable(),
  })
  .meta({ id: 'Person' });

export type Person = z.output<typeof personSchema>;

/** An account, by its id or by its email in any letter case. */
type Whom = { id: string } | { email: string };

type Account = Selectable<Tables['administrators']>;

/** Null for the command line. */
type Actor = { by: string | null };

/** Those that are not public at an instant (ISO 8601 in UTC). */
export type HoldScheduled = (
  trx: Kysely<Tables>,
  engine: Engine,
  scheduled: { by: string; instant: string },
) => Promise<void>;

const INVITATION_MS = 48 * 60 * 60 * 1000;

export const invitationEnd = (createdAt: string) => addMilliseconds(createdAt, INVITATION_MS);

export async function listPeople({ now, db: { query } }: Site): Promise<Person[]> {
  const rows = await query
    .selectFrom('administrators')
    .select(['id', 'email', 'role', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .select('invited_by')
    .select((account) => ofSecondFactor(account).as('hasSecondFactor'))
    .orderBy('email')
    .execute();
  return rows.map(({ invited_by: by, hasSecondFactor, ...row }) => {
    const expiresAt = invitationEnd(row.createdAt);
    const invitation = by === null ? null : { by, expiresAt, isExpired: expiresAt <= now() };
    return { ...row, hasSecondFactor: Boolean(hasSecondFactor), invitation };
  });
}

/** Sessions stay: each request reads the role. A new writer's invitations and reset links end. */
export function changeRole(site: Site, whom: Whom, role: Role, { by }: Actor) {
  return changeAccount(site, whom, role, by, async (trx, { id }) => {
    await trx.updateTable('administrators').set({ role }).where('id', '=', id).execute();
    return `became-${role}`;
  });
}

/** What the person wrote stays; what was scheduled is held. */
export function removePerson(site: Site, whom: Whom, { by }: Actor) {
  return changeAccount(site, whom, null, by, async (trx, { id, email, role, invited_by }) => {
    await endTokens(trx, id, ['sign-in', 'codes', 'password-reset']);
    // Waits for the saves of the person that have begun: see `keepAccount`.
    await trx.deleteFrom('administrators').where('id', '=', id).execute();
    await site.holdScheduled(trx, site.db.engine, { by: email, instant: site.now() });
    return invited_by === null ? `${role}-removed` : 'invitation-revoked';
  });
}

/** Whether there is an account; it is not removed until the transaction ends. */
export async function keepAccount(trx: Kysely<Tables>, engine: Engine, email: string) {
  const account = await trx
    .selectFrom('administrators')
    .select('id')
    .where('email', '=', email)
    .$if(engine === 'postgres', (row) => row.forKeyShare())
    .executeTakeFirst();
  return account !== undefined;
}

/** Of an invitation, the link goes on: it has the role that the invitation has when it is accepted. */
async function endGrants(trx: Kysely<Tables>, { id, email, invited_by }: Account) {
  if (invited_by !== null) return;
  await trx.deleteFrom('administrators').where('invited_by', '=', email).execute();
  await endTokens(trx, id, ['password-reset']);
}

/**
 * Two who demote each other at once are decided one after the other, and the second one is no
 * administrator any more.
 */
function changeAccount(
  site: Site,
  whom: Whom,
  next: Role | null,
  by: string | null,
  change: (trx: Kysely<Tables>, account: Account) => Promise<AuditAction>,
) {
  return inAccounts(site, async (trx): Promise<Result<void>> => {
    if (by !== null && !(await isAdministrator(trx, by))) return NOT_ALLOWED;
    const accounts = await trx.selectFrom('administrators').selectAll().execute();
    const account = accounts.find(({ id, email }) =>
      'id' in whom ? id === whom.id : email === whom.email.toLowerCase(),
    );
    if (account === undefined) return 'id' in whom ? REMOVED : noSuchAccount(whom.email);
    const { id, email, role } = account;
    if (role === next) return succeed(undefined);
    const owners = accounts.filter(
      (each) => each.role === 'administrator' && each.invited_by === null,
    );
    if (owners.length === 1 && owners[0]?.id === id) {
      return conflict(`${email} is the last administrator. Add another one first.`);
    }
    if (next !== 'administrator') await endGrants(trx, account);
    const action = await change(trx, account);
    await recordEvent(trx, { at: site.now(), actor: by, action, subject: email });
    return succeed(undefined);
  });
}

const REMOVED = notFound('There is no such account. It may have been removed.');

export const newPasswordSchema = z
  .object({ current: knownPassword, password: newPassword })
  .meta({ id: 'NewPassword' });

/**
 * Ends what the former password let in: sessions, pending sign-ins and reset links, also of mails
 * that wait.
 */
export async function setPassword(
  site: Site,
  trx: Kysely<Tables>,
  { id, email }: Pick<Administrator, 'id' | 'email'>,
  next: {
    passwordHash: string;
    by: string | null;
    keptToken?: string;
    action?: AuditAction;
    subject?: string;
  },
): Promise<void> {
  const { passwordHash, by: actor, keptToken, action = 'password-changed', subject = email } = next;
  const at = site.now();
  await trx
    .updateTable('administrators')
    .set({ password_hash: passwordHash, invited_by: null })
    .where('id', '=', id)
    .execute();
  await endSessions(trx, id, keptToken);
  await endTokens(trx, id, ['sign-in', 'password-reset']);
  await trx
    .updateTable('outbox')
    .set({ state: 'withdrawn', settled_at: at })
    .where((mail) => mail.and({ kind: 'password-reset', recipient: email, state: 'waiting' }))
    .execute();
  await recordChange(site, trx, email, action, subject, actor);
}

export async function changeOwnPassword(
  site: Site,
  { email, current, password }: Credentials & { current: string },
  token: string,
  client: SignInClient = {},
) {
  const changed = await guardAttempt(site, `confirmation ${email}`, client, async () => {
    const administrator = await checkPassword(site, { email, password: current });
    if (administrator === null) return WRONG_PASSWORD;
    const passwordHash = await hashPassword(password);
    return inAccounts(site, async (trx) => {
      const isUnchanged = await isPasswordUnchanged(trx, administrator);
      // The session may have ended while the password was checked.
      const next = isUnchanged ? await renewToken(trx, token) : null;
      if (next === null) return WRONG_PASSWORD;
      const kept = { by: email, keptToken: next.token };
      await setPassword(site, trx, administrator, { passwordHash, ...kept });
      return succeed(next);
    });
  });
  if (changed.ok) site.onMailEnqueued();
  return changed;
}

export async function addAdministrator(site: Site, whom: string, role: Role = 'administrator') {
  const credentials = { email: whom.toLowerCase(), password: generatePassword() };
  const hashed = await withHash(credentials);
  return inAccounts(site, async (trx) => {
    const id = await insertAccount(site, trx, hashed, role);
    return id === null ? conflict(`${whom} already has an account.`) : succeed(credentials);
  });
}

/** Hashing takes time, and a transaction of SQLite holds up all other requests: it comes before. */
async function withHash({ email, password }: Credentials) {
  return { email, passwordHash: await hashPassword(password) };
}

/** Second factors stay. */
export async function resetPassword(site: Site, whom: string, password = generatePassword()) {
  const passwordHash = await hashPassword(password);
  return inAccounts(site, async (trx) => {
    const account = await findByEmail(trx, whom);
    if (account === undefined) return noSuchAccount(whom);
    await setPassword(site, trx, account, { passwordHash, by: null });
    return succeed({ email: account.email, password });
  });
}

/** Apart from the account's row, which ends when the account is removed. */
const APPLIED_SETTINGS = 'applied-administrator';

/**
 * Applies ADMIN_EMAIL and ADMIN_PASSWORD if they have changed since they were last applied, or
 * when there are no administrators yet.
 */
export async function ensureAdministrator(
  site: Site,
  { email: whom, password }: Credentials,
  trx: Kysely<Tables> = site.db.query,
): Promise<void> {
  const email = whom.toLowerCase();
  const settings = `${email} ${password}`;
  const secrets = trx.selectFrom('secrets').select('value').where('name', '=', APPLIED_SETTINGS);
  const applied = (await secrets.executeTakeFirst())?.value;
  const isApplied = applied !== undefined && (await verifyPassword(applied, settings));
  if (isApplied && (await hasAdministrators(site, trx))) return;
  const account = await trx
    .selectFrom('administrators')
    .select(['id', 'email', 'password_hash', 'applied_password_hash as former'])
    .where('email', '=', email)
    .where('invited_by', 'is', null)
    .executeTakeFirst();
  // A former version noted in the row what it had applied: a password that was changed since stays.
  const known = (applied === undefined ? account?.former : null) ?? account?.password_hash;
  if (account === undefined) await insertAccount(site, trx, await withHash({ email, password }));
  else if (!(await verifyPassword(known ?? '', password))) {
    await setPassword(site, trx, account, { passwordHash: await hashPassword(password), by: null });
  }
  const value = await hashPassword(settings);
  await trx
    .insertInto('secrets')
    .values({ name: APPLIED_SETTINGS, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function createFirstAdministrator(site: Site, email: string, trx: Kysely<Tables>) {
  if (await hasAdministrators(site, trx)) return null;
  const credentials = { email, password: generatePassword() };
  return (await insertAccount(site, trx, await withHash(credentials))) ? credentials : null;
}

export async function hasAdministrators({ db: { query } }: Site, within: Kysely<Tables> = query) {
  const accounts = within.selectFrom('administrators').select('id');
  return (await accounts.where('invited_by', 'is', null).executeTakeFirst()) !== undefined;
}

/** An open invitation of that email ends. @returns its id; null if there is such an account */
export async function insertAccount(
  site: Site,
  trx: Kysely<Tables>,
  { email: whom, passwordHash: password_hash }: { email: string; passwordHash: string },
  role: Role = 'administrator',
  invited_by: string | null = null,
): Promise<string | null> {
  const email = whom.toLowerCase();
  if ((await findByEmail(trx, email)) !== undefined) return null;
  const [id, at] = [randomUUID(), site.now()];
  await trx.deleteFrom('administrators').where('email', '=', email).execute();
  await trx
    .insertInto('administrators')
    .values({ id, email, role, password_hash, invited_by, created_at: at })
    .execute();
  const action = invited_by === null ? (`${role}-added` as const) : (`${role}-invited` as const);
  await recordEvent(trx, { at, actor: invited_by, action, subject: email });
  return id;
}

const WRONG_PASSWORD = invalidField(
  'current',
  'This is not your current password',
  'wrong_password',
);

function noSuchAccount(email: string): Result<never> {
  return notFound(`There is no administrator or writer ${email}.`);
}
