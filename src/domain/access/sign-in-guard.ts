import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, type Result } from '../../failure.ts';
import type { Limit, Limits } from '../abuse/limits.ts';
import { networkOf } from '../abuse/network.ts';
import { createNewestFirst } from './newest-first.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Wrong sign-ins of one network, after which it must wait; nobody else must. */
const NETWORK: readonly Limit[] = [
  { name: 'sign-in-network', times: 10, seconds: 10 * MINUTE },
  { name: 'sign-in-network-day', times: 50, seconds: DAY },
];

/** Wrong sign-ins to one account. It is never shut: a stranger could shut its owner out. */
const ACCOUNT: Limit = { name: 'sign-in-account', times: 1_000_000, seconds: 15 * MINUTE };

/**
 * Codes of six digits to one account: a guess is right once in 333,333. Only who knows the password
 * can use these up, and passkeys and recovery codes go on. Together: one guess in 16,000 days.
 */
const CODES: readonly Limit[] = [
  { name: 'sign-in-codes', times: 10, seconds: 15 * MINUTE },
  { name: 'sign-in-codes-day', times: 20, seconds: DAY },
];

/** After so many, each attempt waits twice as long as the one before, up to a bound; milliseconds. */
const FREE_ATTEMPTS = 5;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4_000;

/**
 * A network from which somebody has signed in to an account, kept as a hash: strangers elsewhere delay
 * nobody there.
 */
const KNOWN: Limit = { name: 'sign-in-known', times: 1_000_000, seconds: 14 * DAY };

/** Checking a password takes a core for some 30 ms, and 19 MiB: pages must go on beside it. */
const CHECKS = { atOnce: Math.max(Math.floor(availableParallelism() / 2), 1), mostWaiting: 100 };
const CHECKS_OF_KNOWN = { atOnce: 1, mostWaiting: 20 };

type Attempt = { email: string; address: string | null };

export type SignInGuard = ReturnType<typeof createSignInGuard>;

/** Makes guessing slow, whichever step is guessed at, and keeps the door open for who knows theirs. */
export function createSignInGuard(limits: Limits) {
  const checks = createNewestFirst(CHECKS);
  const checksOfKnown = createNewestFirst(CHECKS_OF_KNOWN);

  /**
   * Lets somebody try, unless their network must wait; a failure counts against both.
   *
   * @param isIn whether that was all: a right password that a second factor must follow, or that is
   * asked for once more, does not forget what was tried before
   */
  async function attempt<T>(
    { email, address }: Attempt,
    check: () => Promise<Result<T>>,
    isIn: (value: T) => boolean = () => true,
  ): Promise<Result<T>> {
    const network = networkOf(address);
    const wait = network === null ? null : await waitOf(network);
    if (wait !== null) return tooMany(wait);
    const isKnown = await isFromKnown(email, network);
    if (!isKnown) await pauseFor(email);
    const checked = await (isKnown ? checksOfKnown : checks).run(check);
    if (checked === null) return tooMany(1);
    if (!checked.ok) await countFailure(email, network);
    // What strangers have tried is not forgotten for one whom it does not delay.
    else if (isIn(checked.value) && !isKnown) await countSuccess(email, network);
    return checked;
  }

  async function isFromKnown(email: string, network: string | null): Promise<boolean> {
    if (network === null) return false;
    const { times } = await limits.count(KNOWN, `${email} ${network}`);
    return times > 0;
  }

  /** The more often others have failed, the longer. */
  async function pauseFor(email: string): Promise<void> {
    const { times } = await limits.count(ACCOUNT, email);
    if (times >= FREE_ATTEMPTS) await sleep(pauseAfter(times));
  }

  async function countSuccess(email: string, network: string | null): Promise<void> {
    await limits.reset(ACCOUNT, email);
    if (network !== null) await limits.spend(KNOWN, `${email} ${network}`);
  }

  /** The seconds that a network must wait, or null. */
  async function waitOf(network: string): Promise<number | null> {
    for (const limit of NETWORK) {
      const { times, seconds } = await limits.count(limit, network);
      if (times >= limit.times) return seconds;
    }
    return null;
  }

  async function countFailure(email: string, network: string | null): Promise<void> {
    await limits.spend(ACCOUNT, email);
    if (network === null) return;
    for (const limit of NETWORK) await limits.spend(limit, network);
  }

  /**
   * Counts one more code of six digits to an account, before it is looked at: many may come at once.
   *
   * @returns null when it may be looked at, else the seconds until the next one may
   */
  async function spendCode(email: string): Promise<number | null> {
    for (const limit of CODES) {
      const wait = await limits.spend(limit, email);
      if (wait !== null) return wait;
    }
    return null;
  }

  /** After a right one. */
  async function forgetCodes(email: string): Promise<void> {
    for (const limit of CODES) await limits.reset(limit, email);
  }

  return { attempt, spendCode, forgetCodes };
}

function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE * 2 ** (failures - FREE_ATTEMPTS), LONGEST_PAUSE);
}

/** @param words what they are told, before "in 10 minutes" */
export function tooMany(
  retryAfter: number,
  words = 'Too many attempts to sign in. Try again',
): Result<never> {
  const minutes = Math.ceil(retryAfter / MINUTE);
  const when = retryAfter <= 2 * MINUTE ? `${retryAfter} seconds` : `${minutes} minutes`;
  return fail({ kind: 'too-many', detail: `${words} in ${when}.`, retryAfter });
}
