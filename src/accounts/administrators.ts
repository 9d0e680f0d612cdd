import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction, lockTransaction } from '../server/db/transaction.ts';
import { instant } from '../server/http/common-schemas.ts';
import type { Site } from '../site.ts';

export type Administrator = { id: string; email: string; password_hash: string };

/** A transaction that runs beside no other one of accounts: what it reads stays true until it ends. */
export function inAccounts<T>({ db }: Site, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
  return inTransaction(db.query, async (trx) => {
    await lockTransaction(trx, db.engine, 'accounts');
    return work(trx);
  });
}

/** One that can sign in: an invited one has no password yet. */
function accountBy(query: Kysely<Tables>, column: 'id' | 'email', value: string) {
  return query
    .selectFrom('administrators')
    .select(['id', 'email', 'password_hash'])
    .where(column, '=', value)
    .where('invited_by', 'is', null)
    .executeTakeFirst();
}

export function findById(query: Kysely<Tables>, id: string): Promise<Administrator | undefined> {
  return accountBy(query, 'id', id);
}

/** Ignores letter case. */
export function findByEmail(query: Kysely<Tables>, email: string) {
  return accountBy(query, 'email', email.toLowerCase());
}

/** Whether an account has a second factor: also one that the site's URL, which has changed, keeps from use. */
export function ofSecondFactor(account: ExpressionBuilder<Tables, 'administrators'>) {
  const factors = (table: 'authenticator_apps' | 'passkeys') =>
    account
      .selectFrom(table)
      .select('administrator_id')
      .whereRef('administrator_id', '=', 'administrators.id');
  const app = factors('authenticator_apps').where('confirmed_at', 'is not', null);
  return account.or([account.exists(app), account.exists(factors('passkeys'))]);
}

export const APP = 'app';

/** Of a code of an authenticator app (RFC 6238). */
export const STEP_SECONDS = 30;

export const factorSchema = z
  .object({
    id: z.string().meta({ description: `Of a passkey; \`${APP}\`: the authenticator app` }),
    name: z.string(),
    createdAt: instant,
    lastUsedAt: instant.nullable(),
  })
  .meta({ id: 'Factor' });

export type Factor = z.output<typeof factorSchema>;

export async function listFactors(query: Kysely<Tables>, id: string): Promise<Factor[]> {
  const apps = await query
    .selectFrom('authenticator_apps')
    .select(['confirmed_at', 'last_step'])
    .where('administrator_id', '=', id)
    .execute();
  const passkeys = await query
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('administrator_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const confirmed = apps.flatMap(({ confirmed_at: createdAt, last_step }) => {
    const lastUsedAt = new Date(Number(last_step) * STEP_SECONDS * 1000).toISOString();
    return createdAt === null
      ? []
      : [{ id: APP, name: 'Authenticator app', createdAt, lastUsedAt }];
  });
  return [...confirmed, ...passkeys];
}

/*
 * Password hashes by argon2id (RFC 9106), in the encoded form that contains the parameters. The library
 * is imported lazily, with the first sign-in.
 */

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Length instead of composition rules (NIST SP 800-63B-4, 3.1.1.2). */
const PASSWORD_LENGTH = 15;

export const newPassword = z
  .string()
  .max(1_000)
  .refine((password) => [...password.normalize('NFKC')].length >= PASSWORD_LENGTH, {
    message: `Must be at least ${PASSWORD_LENGTH} characters`,
  })
  .meta({ minLength: PASSWORD_LENGTH });

export const knownPassword = z.string().min(1, 'Must not be empty').max(1_000);

/** How many at once: each takes 30 ms of one core and 19 MiB, and half of the cores are left for pages. */
export const CHECKS = Math.max(Math.floor(availableParallelism() / 2), 1);

/** At most so many jobs at once; the others wait for their turn. */
export function createQueue(concurrency: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (running < concurrency) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await job();
    } finally {
      // The next job takes the place of the one that has ended.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

const hashInTurn = createQueue(CHECKS);

/** Normalized, since keyboards compose the same characters in different ways (NIST SP 800-63B-4, 3.1.1.2). */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hashInTurn(() => hash(password.normalize('NFKC'), PARAMETERS));
}

/** Also accepts a hash of the password as it was typed, which former versions stored. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2');
  const normalized = password.normalize('NFKC');
  if (await verify(passwordHash, normalized)) return true;
  return normalized !== password && verify(passwordHash, password);
}

/** 120 random bits, without characters that look alike. */
export const generatePassword = () => randomCharacters('abcdefghjkmnpqrstuvwxyz23456789W', 24);

/** @param alphabet has 32 characters: five bits each */
export function randomCharacters(alphabet: string, length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % 32]).join('');
}

let decoyHash: Promise<string> | undefined;

export async function checkPassword(
  { db: { query } }: Site,
  { email, password }: { email: string; password: string },
): Promise<Administrator | null> {
  const administrator = await findByEmail(query, email);
  // Also for known emails: the first check after the start hashes the decoy, which takes time.
  decoyHash ??= hashPassword(generatePassword());
  const decoy = await decoyHash;
  const isRight = await verifyPassword(administrator?.password_hash ?? decoy, password);
  return administrator !== undefined && isRight ? administrator : null;
}

export async function isPasswordUnchanged(
  trx: Kysely<Tables>,
  { email, password_hash }: Administrator,
): Promise<boolean> {
  return (await findByEmail(trx, email))?.password_hash === password_hash;
}
