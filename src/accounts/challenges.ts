import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { CLOCK_SKEW_MS } from '../server/clock-skew.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Signing } from '../server/signing.ts';

export type ChallengePurpose = 'sign-in' | 'second-step' | 'confirmation' | 'registration';

type ChallengesDeps = {
  db: Pick<Database, 'query'>;
  signing: Signing;
  /** ISO 8601 in UTC. */
  now: () => string;
};

const LIFETIME_MS = 5 * 60 * 1000;

/** 128 random bits in base64url, the expiry as milliseconds since 1970, and a signature. */
const CHALLENGE = /^([\w-]{22})\.(\d{1,15})\.([0-9a-f]{64})$/;

/**
 * Challenges of passkeys, valid once within five minutes, for one purpose and subject. They are signed
 * instead of stored, so that anonymous requests write nothing.
 */
export function createChallenges({ db: { query }, signing, now }: ChallengesDeps) {
  /** @param subject the administrator or ticket that the challenge is bound to; empty for none */
  async function issueChallenge(purpose: ChallengePurpose, subject = ''): Promise<Buffer> {
    const random = randomBytes(16).toString('base64url');
    const end = `${Date.parse(addMilliseconds(now(), LIFETIME_MS))}`;
    const signature = await signing.sign(
      'passkey-challenge',
      signed(purpose, subject, random, end),
    );
    return Buffer.from(`${random}.${end}.${signature}`);
  }

  /**
   * Whether a challenge was issued for this purpose and subject, is not expired, and was not issued
   * while a clock was ahead.
   *
   * @param challenge in base64url, as browsers return it
   */
  async function isValid(
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
  async function redeem(trx: Kysely<Tables>, challenge: string): Promise<boolean> {
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
  async function purge(): Promise<number> {
    const { numDeletedRows } = await query
      .deleteFrom('used_challenges')
      .where('expires_at', '<=', now())
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  return { issueChallenge, isValid, redeem, purge };
}

export type Challenges = ReturnType<typeof createChallenges>;

function signed(purpose: ChallengePurpose, subject: string, random: string, end: string): string {
  return [purpose, subject, random, end].join('\n');
}

function decoded(challenge: string): string {
  return Buffer.from(challenge, 'base64url').toString('latin1');
}
