import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { addMilliseconds, CLOCK_SKEW_MS } from '../server/instants.ts';
import type { Site } from '../site.ts';

export type ChallengePurpose = 'sign-in' | 'second-step' | 'confirmation' | 'registration';

const LIFETIME_MS = 5 * 60 * 1000;

/** 128 random bits in base64url, the expiry as milliseconds since 1970, and a signature. */
const CHALLENGE = /^([\w-]{22})\.(\d{1,15})\.([0-9a-f]{64})$/;

/** @param subject the administrator or ticket that the challenge is bound to; empty for none */
export async function issueChallenge(
  { signing, now }: Site,
  purpose: ChallengePurpose,
  subject = '',
): Promise<Buffer> {
  const random = randomBytes(16).toString('base64url');
  const end = `${Date.parse(addMilliseconds(now(), LIFETIME_MS))}`;
  const signature = await signing.sign('passkey-challenge', signed(purpose, subject, random, end));
  return Buffer.from(`${random}.${end}.${signature}`);
}

/**
 * Whether a challenge was issued for this purpose and subject, is not expired, and was not issued
 * while a clock was ahead.
 *
 * @param challenge in base64url, as browsers return it
 */
export async function isChallengeValid(
  { signing, now }: Site,
  challenge: string,
  purpose: ChallengePurpose,
  subject = '',
): Promise<boolean> {
  const [, random = '', end = '', signature = ''] = CHALLENGE.exec(decoded(challenge)) ?? [];
  const left = Number(end) - Date.parse(now());
  return (
    left > 0 &&
    left <= LIFETIME_MS + CLOCK_SKEW_MS &&
    (await signing.verify('passkey-challenge', signed(purpose, subject, random, end), signature))
  );
}

/** Redeems a valid challenge; false if it was already redeemed. */
export async function redeemChallenge(
  { now }: Site,
  trx: Kysely<Tables>,
  challenge: string,
): Promise<boolean> {
  const instant = now();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_challenges')
    // Decoded: the same bytes have several base64url encodings.
    .values({ challenge: decoded(challenge), expires_at: addMilliseconds(instant, LIFETIME_MS) })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** A challenge that has expired is invalid anyway: there is no need to know that it was used. */
export async function purgeChallenges({ db: { query }, now }: Site): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('used_challenges')
    .where('expires_at', '<=', now())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function signed(purpose: ChallengePurpose, subject: string, random: string, end: string): string {
  return [purpose, subject, random, end].join('\n');
}

function decoded(challenge: string): string {
  return Buffer.from(challenge, 'base64url').toString('latin1');
}
