import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { addMilliseconds, CLOCK_SKEW_MS } from '../server/instants.ts';
import type { Site } from '../site.ts';

/** The secret for an authenticator app. */
export type NewAuthenticatorApp = {
  /** 160 bits, in base32. */
  secret: string;
  /** The secret with the names of site and account, for a QR code (`otpauth://totp/…`). */
  uri: string;
  /** The deadline for the first code. */
  expiresAt: string;
};

// The defaults of RFC 6238, which all authenticator apps support.
const CODES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Accepts the previous and the next code, since clocks of phones are inaccurate. */
const WINDOW_STEPS = 1;

const ENROLMENT_MS = 15 * 60 * 1000;

/** Generates a secret, unused until {@link confirm} receives a code; replaces an earlier secret. */
export async function createAppSecret(
  { now, identity }: Site,
  trx: Kysely<Tables>,
  { id, email }: { id: string; email: string },
): Promise<NewAuthenticatorApp> {
  const { Secret, TOTP } = await import('otpauth');
  const secret = new Secret({ size: SECRET_BYTES });
  const created_at = now();
  const row = { secret: secret.base32, created_at, confirmed_at: null, last_step: 0 };
  await trx
    .insertInto('authenticator_apps')
    .values({ administrator_id: id, ...row })
    .onConflict((conflict) => conflict.column('administrator_id').doUpdateSet(row))
    .execute();
  return {
    secret: secret.base32,
    uri: new TOTP({ ...CODES, issuer: identity.name, label: email, secret }).toString(),
    expiresAt: addMilliseconds(created_at, ENROLMENT_MS),
  };
}

/** Activates an app by its first code; false when the code is wrong or late. */
export async function confirmAppCode(
  { now }: Site,
  trx: Kysely<Tables>,
  id: string,
  code: string,
): Promise<boolean> {
  const instant = now();
  const app = await trx
    .selectFrom('authenticator_apps')
    .select('secret')
    .where('administrator_id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', addMilliseconds(instant, -ENROLMENT_MS))
    .where('created_at', '<=', addMilliseconds(instant, CLOCK_SKEW_MS))
    .executeTakeFirst();
  const step = app === undefined ? null : await timeStepOf(app.secret, code, instant);
  if (step === null) return false;
  await trx
    .updateTable('authenticator_apps')
    .set({ confirmed_at: instant, last_step: step })
    .where('administrator_id', '=', id)
    .execute();
  return true;
}

/** When the administrator's app was activated, or null. */
export async function appConfirmedAt(
  { db: { query } }: Site,
  id: string,
  from: Kysely<Tables> = query,
): Promise<string | null> {
  const app = await from
    .selectFrom('authenticator_apps')
    .select('confirmed_at')
    .where('administrator_id', '=', id)
    .executeTakeFirst();
  return app?.confirmed_at ?? null;
}

/**
 * Verifies a code of an administrator's app.
 *
 * @returns a function that redeems the code within a transaction, and returns false if it was already
 * redeemed; null when the code is wrong
 */
export async function claimAppCode({ db: { query }, now }: Site, id: string, code: string) {
  const app = await query
    .selectFrom('authenticator_apps')
    .select('secret')
    .where('administrator_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const step = app === undefined ? null : await timeStepOf(app.secret, code, now());
  if (app === undefined || step === null) return null;
  return async (trx: Kysely<Tables>): Promise<boolean> => {
    const { numUpdatedRows } = await trx
      .updateTable('authenticator_apps')
      .set({ last_step: step })
      .where('administrator_id', '=', id)
      .where('secret', '=', app.secret)
      .where('last_step', '<', step)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  };
}

/** @returns true if there was an active app */
export async function deleteApp(trx: Kysely<Tables>, id: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('authenticator_apps')
    .where('administrator_id', '=', id)
    .returning('confirmed_at')
    .executeTakeFirst();
  return removed !== undefined && removed.confirmed_at !== null;
}

/** The time step of a code, or null when it is not valid within the window. */
async function timeStepOf(secret: string, code: string, instant: string): Promise<number | null> {
  const { Secret, TOTP } = await import('otpauth');
  const timestamp = Date.parse(instant);
  const delta = TOTP.validate({
    ...CODES,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: WINDOW_STEPS,
  });
  return delta === null ? null : Math.floor(timestamp / 1000 / CODES.period) + delta;
}
