import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../server/db/tables.ts';
import { fail, type Result } from '../server/failure.ts';
import { instant } from '../server/http/common-schemas.ts';
import { addMilliseconds } from '../server/instants.ts';
import { generateToken, hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { type Administrator, randomCharacters, STEP_SECONDS } from './administrators.ts';
import { recordEvent } from './audit.ts';
import { endToken, issueToken } from './one-time-tokens.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Wrong six-digit codes at one account, the smaller budget first, in milliseconds; three of a million codes are valid at
 * a time. 20 guesses a day find one in 16,000 days. Only somebody who knows the password can use these budgets up;
 * passkeys and recovery codes still work then.
 */
const BUDGETS = [
  { max: 10, within: 15 * 60 * 1000 },
  { max: 20, within: DAY_MS },
];

/** Codes of the app have six digits, recovery codes are longer. */
const isAppCode = (code: string) => /^\d{6}$/.test(code.replace(/\s/g, ''));

/**
 * Counts a six-digit code before it is checked: many may come at once, and none is forgotten at a restart. A right one
 * takes itself back; wrong codes before it may be an attacker's. Recovery codes are too long to guess.
 */
export async function countCode<T>(
  site: Site,
  id: string,
  code: string | null | undefined,
  check: () => Promise<Result<T>>,
): Promise<Result<T>> {
  if (code == null || !isAppCode(code)) return check();
  const { query } = site.db;
  const instant = Date.parse(site.now());
  const attempt = hashToken(generateToken());
  const expires_at = addMilliseconds(site.now(), DAY_MS);
  await issueToken(query, { hash: attempt, kind: 'codes', subject: id, expires_at });
  const counted = await query
    .selectFrom('one_time_tokens')
    .select('expires_at')
    .where((token) => token.and({ kind: 'codes', subject: id }))
    .orderBy('expires_at', 'desc')
    .execute();
  for (const { max, within } of BUDGETS) {
    const oldest = Date.parse(counted[max]?.expires_at ?? '') - DAY_MS;
    if (oldest + within > instant) {
      await endToken(query, attempt);
      const message = 'Too many wrong codes. Use a passkey or a recovery code, or try again';
      return tooMany(Math.ceil((oldest + within - instant) / 1000), message);
    }
  }
  const checked = await check();
  if (checked.ok) await endToken(query, attempt);
  return checked;
}

/** @param message the beginning of the detail, before "in 10 minutes" */
export function tooMany(retryAfter: number, message: string): Result<never> {
  const minutes = Math.ceil(retryAfter / 60);
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return fail({ kind: 'too-many', detail: `${message} in ${when}.`, retryAfter });
}

export async function redeemCode(
  site: Site,
  trx: Kysely<Tables>,
  { id, email }: Administrator,
  code: string,
): Promise<boolean> {
  if (isAppCode(code)) return redeemAppCode(site, trx, { id, code });
  const at = site.now();
  const { numUpdatedRows } = await trx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where((row) => row.and({ administrator_id: id, code_hash: hashOf(code) }))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  await recordEvent(trx, { at, actor: email, action: 'recovery-code-used' });
  return true;
}

export const newAppSchema = z
  .object({
    secret: z.string().meta({ description: 'Base32' }),
    uri: z.string().meta({ description: 'The same for a QR code' }),
  })
  .meta({ id: 'NewAuthenticatorApp' });

export type NewAuthenticatorApp = z.output<typeof newAppSchema>;

// The defaults of RFC 6238, which all authenticator apps support.
const CODES = { algorithm: 'SHA1', digits: 6, period: STEP_SECONDS } as const;
const SECRET_BYTES = 160 / 8;
/** Accepts the previous and the next code, since clocks of phones are inaccurate. */
const WINDOW_STEPS = 1;

const ENROLMENT_MS = 15 * 60 * 1000;

/** Generates a secret, unused until its first code is confirmed; replaces an earlier secret. */
export async function createAppSecret(
  { now, identity }: Site,
  trx: Kysely<Tables>,
  { id, email }: { id: string; email: string },
): Promise<NewAuthenticatorApp> {
  const { Secret, TOTP } = await import('otpauth');
  const secret = new Secret({ size: SECRET_BYTES });
  const row = { secret: secret.base32, created_at: now(), confirmed_at: null, last_step: 0 };
  await trx
    .insertInto('authenticator_apps')
    .values({ administrator_id: id, ...row })
    .onConflict((conflict) => conflict.column('administrator_id').doUpdateSet(row))
    .execute();
  return {
    secret: secret.base32,
    uri: new TOTP({ ...CODES, issuer: identity.name, label: email, secret }).toString(),
  };
}

/**
 * @param isFirst whether the code is the first one, which activates the app
 * @returns false when the code is wrong, late or was redeemed
 */
export async function redeemAppCode(
  { now }: Site,
  trx: Kysely<Tables>,
  { id, code, isFirst = false }: { id: string; code: string; isFirst?: boolean },
): Promise<boolean> {
  const instant = now();
  const app = await trx
    .selectFrom('authenticator_apps')
    .select(['secret', 'confirmed_at', 'created_at', 'last_step'])
    .where('administrator_id', '=', id)
    .executeTakeFirst();
  if (app === undefined || (app.confirmed_at === null) !== isFirst) return false;
  if (isFirst && app.created_at <= addMilliseconds(instant, -ENROLMENT_MS)) return false;
  const { Secret, TOTP } = await import('otpauth');
  const timestamp = Date.parse(instant);
  const secret = Secret.fromBase32(app.secret);
  const given = { token: code.replace(/\s/g, ''), secret, timestamp, window: WINDOW_STEPS };
  const delta = TOTP.validate({ ...CODES, ...given });
  const step = Math.floor(timestamp / 1000 / CODES.period) + (delta ?? 0);
  if (delta === null || step <= Number(app.last_step)) return false;
  await trx
    .updateTable('authenticator_apps')
    .set({ last_step: step, confirmed_at: app.confirmed_at ?? instant })
    .where('administrator_id', '=', id)
    .execute();
  return true;
}

export async function deleteApp(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('authenticator_apps').where('administrator_id', '=', id).execute();
}

export const codesLeftSchema = z.object({
  left: z.int(),
  madeAt: instant,
  /** Null when no code was used. */
  lastUsedAt: instant.nullable(),
});
export type RecoveryCodesLeft = z.output<typeof codesLeftSchema>;

const RECOVERY_CODES = 10;

/** Crockford's base32, without characters that look alike: five bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 160 bits: too many to guess, so that a hash without salt is enough. */
const CODE_LENGTH = 32;

export async function generateRecoveryCodes({ now }: Site, trx: Kysely<Tables>, id: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, generateCode);
  await deleteRecoveryCodes(trx, id);
  const rows = codes.map((code) => ({ administrator_id: id, code_hash: hashOf(code) }));
  await trx
    .insertInto('recovery_codes')
    .values(rows.map((row) => ({ ...row, created_at: now() })))
    .execute();
  return codes;
}

export async function countRecoveryCodes(query: Kysely<Tables>, id: string) {
  const codes = await query
    .selectFrom('recovery_codes')
    .select(['created_at', 'used_at'])
    .where('administrator_id', '=', id)
    .execute();
  const madeAt = codes[0]?.created_at;
  if (madeAt === undefined) return null;
  const used = codes.flatMap(({ used_at }) => used_at ?? []);
  return { left: codes.length - used.length, madeAt, lastUsedAt: used.toSorted().at(-1) ?? null };
}

export async function deleteRecoveryCodes(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('administrator_id', '=', id).execute();
}

const generateCode = () => randomCharacters(ALPHABET, CODE_LENGTH).replace(/.{4}(?=.)/g, '$&-');

/** Ignores letter case, separators and look-alikes (O for 0, I and L for 1). */
function hashOf(code: string): string {
  const characters = code.toLowerCase().replace(/[^0-9a-z]/g, '');
  return hashToken(characters.replaceAll('o', '0').replace(/[il]/g, '1'));
}
