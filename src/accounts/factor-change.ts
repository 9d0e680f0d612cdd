import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import type { AuditAction } from './audit-actions.ts';
import { wrongPassword } from './reauthentication.ts';
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  generateRecoveryCodes,
} from './recovery-codes.ts';
import { hasSecondFactor } from './second-step.ts';
import type { Administrator } from './start-session.ts';

/** New recovery codes, to be shown once; null when the administrator already has some. */
export type NewCodes = { recoveryCodes: string[] | null };

/**
 * Runs a change in a transaction that locks the administrator.
 *
 * @param proven who has given a password or passkey for it; fails if the password has changed since
 */
export function changeFactors<T>(
  { db }: Site,
  { email, proven }: { email: string; proven?: Administrator },
  work: (trx: Kysely<Tables>, administrator: Administrator) => Promise<Result<T>>,
): Promise<Result<T>> {
  return inTransaction(db.query, async (trx) => {
    const administrator = await trx
      .selectFrom('administrators')
      .select(['id', 'email', 'password_hash'])
      .where('email', '=', email.toLowerCase())
      // SQLite's transactions exclude one another; PostgreSQL's need a lock.
      .$if(db.engine === 'postgres', (row) => row.forUpdate())
      .executeTakeFirst();
    if (administrator === undefined) return notFound(`There is no administrator ${email}.`);
    const isProven = proven === undefined || proven.password_hash === administrator.password_hash;
    return isProven ? work(trx, administrator) : wrongPassword();
  });
}

export async function ensureRecoveryCodes(
  site: Site,
  trx: Kysely<Tables>,
  email: string,
  id: string,
): Promise<NewCodes> {
  if ((await countRecoveryCodes(site, id, trx)) !== null) return { recoveryCodes: null };
  await recordFactorEvent(site, trx, email, 'recovery-codes-made');
  return { recoveryCodes: await generateRecoveryCodes(site, trx, id) };
}

/** Recovery codes are of no use without a second factor. */
export async function dropUnusableCodes(
  site: Site,
  trx: Kysely<Tables>,
  id: string,
): Promise<void> {
  if (!(await hasSecondFactor(site, id, trx))) await deleteRecoveryCodes(site, trx, id);
}

export function recordFactorEvent(
  { now }: Site,
  trx: Kysely<Tables>,
  actor: string | null,
  action: AuditAction,
  subject = '',
): Promise<void> {
  return recordEvent(trx, { at: now(), actor, action, subject });
}

export function notFound(detail: string): Result<never> {
  return fail({ kind: 'not-found', detail });
}
