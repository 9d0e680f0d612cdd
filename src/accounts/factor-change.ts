import type { Kysely } from 'kysely';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result } from '../server/failure.ts';
import { recordEvent } from './audit.ts';
import type { AuditAction } from './audit-actions.ts';
import type { AuthenticatorApps } from './authenticator-apps.ts';
import type { Passkeys } from './passkeys.ts';
import { wrongPassword } from './reauthentication.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import { hasSecondFactor } from './second-step.ts';
import type { Administrator } from './start-session.ts';

/** New recovery codes, to be shown once; null when the administrator already has some. */
export type NewCodes = { recoveryCodes: string[] | null };

type FactorChangeDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  apps: AuthenticatorApps;
  passkeys: Passkeys;
  recovery: RecoveryCodes;
};

/** What every change of second factors shares: its transaction, the audit log, and recovery codes. */
export function createFactorChange(deps: FactorChangeDeps) {
  const { db, now, recovery } = deps;

  /**
   * Runs a change in a transaction that locks the administrator.
   *
   * @param proven who has given a password or passkey for it; fails if the password has changed since
   */
  function change<T>(
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

  async function ensureRecoveryCodes(
    trx: Kysely<Tables>,
    email: string,
    id: string,
  ): Promise<NewCodes> {
    if ((await recovery.left(id, trx)) !== null) return { recoveryCodes: null };
    await record(trx, email, 'recovery-codes-made');
    return { recoveryCodes: await recovery.generate(trx, id) };
  }

  /** Recovery codes are of no use without a second factor. */
  async function dropUnusableCodes(trx: Kysely<Tables>, id: string): Promise<void> {
    if (!(await hasSecondFactor(deps, id, trx))) await recovery.remove(trx, id);
  }

  function record(
    trx: Kysely<Tables>,
    actor: string | null,
    action: AuditAction,
    subject = '',
  ): Promise<void> {
    return recordEvent(trx, { at: now(), actor, action, subject });
  }

  return { change, ensureRecoveryCodes, dropUnusableCodes, record };
}

export function notFound(detail: string): Result<never> {
  return fail({ kind: 'not-found', detail });
}
