import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { CLOCK_SKEW_MS } from '../clock-skew.ts';
import { addMilliseconds } from '../instants.ts';
import type { Signing } from '../signing.ts';

/** What an answer to a challenge is good for. */
export type ChallengePurpose = 'sign-in' | 'second-step' | 'confirmation' | 'registration';

type Parts = { signing: Signing /** ISO 8601 in UTC. */; now: () => string };

const LIFETIME_MS = 5 * 60 * 1000;

/** 128 random bits, the end as milliseconds since 1970, and a signature: base64url. */
const CHALLENGE = /^([\w-]{22})\.(\d{1,15})\.([0-9a-f]{64})$/;

/**
 * Challenges that passkeys answer: good for five minutes, for one purpose and one person or sign-in,
 * once. They are signed instead of stored, so that asking for one writes nothing, however many ask.
 */
export function createChallenges({ signing, now }: Parts) {
  /** @param whom what the challenge is bound to: an administrator, a ticket; empty for anybody */
  async function issueChallenge(purpose: ChallengePurpose, whom = ''): Promise<Buffer> {
    const random = randomBytes(16).toString('base64url');
    const end = `${Date.parse(addMilliseconds(now(), LIFETIME_MS))}`;
    const signature = await signing.sign('passkey-challenge', signed(purpose, whom, random, end));
    return Buffer.from(`${random}.${end}.${signature}`);
  }

  /**
   * Whether a challenge was made for this, is not expired, and was not made while a clock was ahead.
   *
   * @param challenge in base64url, as a browser gives it back
   */
  async function isValid(
    challenge: string,
    purpose: ChallengePurpose,
    whom = '',
  ): Promise<boolean> {
    const [, random = '', end = '', signature = ''] = CHALLENGE.exec(decoded(challenge)) ?? [];
    const left = Number(end) - Date.parse(now());
    return (
      left > 0 &&
      left <= LIFETIME_MS + CLOCK_SKEW_MS &&
      (await signing.verify('passkey-challenge', signed(purpose, whom, random, end), signature))
    );
  }

  /** Uses a good one up; false when it was used before. */
  async function redeem(trx: Kysely<Tables>, challenge: string): Promise<boolean> {
    const instant = now();
    await trx.deleteFrom('used_challenges').where('expires_at', '<=', instant).execute();
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('used_challenges')
      // The same bytes, however they were written.
      .values({ challenge: decoded(challenge), expires_at: addMilliseconds(instant, LIFETIME_MS) })
      .onConflict((conflict) => conflict.column('challenge').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  return { issueChallenge, isValid, redeem };
}

export type Challenges = ReturnType<typeof createChallenges>;

function signed(purpose: ChallengePurpose, whom: string, random: string, end: string): string {
  return [purpose, whom, random, end].join('\n');
}

function decoded(challenge: string): string {
  return Buffer.from(challenge, 'base64url').toString('latin1');
}
