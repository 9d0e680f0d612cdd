import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, type Result } from '../../failure.ts';
import type { Limit, Limits } from '../abuse/limits.ts';
import { networkOf } from '../abuse/network.ts';
import type { KnownNetworks } from './known-networks.ts';
import { createKeyedLifoQueue, createLifoQueue } from './lifo-queue.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Wrong sign-ins of one network, after which it must wait; nobody else must. */
const NETWORK: readonly Limit[] = [
  { name: 'sign-in-network', max: 10, seconds: 10 * MINUTE },
  { name: 'sign-in-network-day', max: 50, seconds: DAY },
];

/** Wrong sign-ins to one account from all networks together that are not known. */
const ACCOUNT: readonly Limit[] = [
  { name: 'sign-in-account', max: 60, seconds: HOUR },
  { name: 'sign-in-account-day', max: 300, seconds: DAY },
];

/** Wrong sign-ins that make the next one wait. */
const PAUSES: Limit = { name: 'sign-in-pauses', max: 5, seconds: 15 * MINUTE };

/** Each further attempt waits twice as long as the one before, up to a bound; milliseconds. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4_000;

/** One attempt at an account at a time: pauses of many that come at once add up. */
const ATTEMPTS = { concurrency: 1, maxWaiting: 10 };

/**
 * Codes of six digits to one account: a guess is right once in 333,333. Only who knows the password
 * can use these up, and passkeys and recovery codes go on. Together: one guess in 16,000 days.
 */
const CODES: readonly Limit[] = [
  { name: 'sign-in-codes', max: 10, seconds: 15 * MINUTE },
  { name: 'sign-in-codes-day', max: 20, seconds: DAY },
];

/** Stands for the networks that say nothing of who asks: this machine and private networks. */
const PRIVATE = 'private';

/** Checking a password takes a core for some 30 ms, and 19 MiB: pages must go on beside it. */
const CHECKS = {
  concurrency: Math.max(Math.floor(availableParallelism() / 2), 1),
  maxWaiting: 100,
};
const KNOWN_CHECKS = { concurrency: 1, maxWaiting: 20 };

type Attempt = {
  /**
   * What is tried. Each is counted by itself: who does not know the password cannot use up what a
   * second step may try, nor what a passkey may.
   */
  step: 'password' | 'second-step' | 'passkey' | 'confirmation';
  email: string;
  /** The IP address of who tries, as far as it is known. */
  ip: string | null;
};

type SignInGuardDeps = { limits: Limits; networks: KnownNetworks };

export type SignInGuard = ReturnType<typeof createSignInGuard>;

/**
 * Makes guessing slow, whichever step is guessed at, and keeps the door open for who knows theirs.
 * Whether an account exists changes nothing here: not what is counted, nor how long anything takes.
 */
export function createSignInGuard({ limits, networks }: SignInGuardDeps) {
  const checks = createLifoQueue(CHECKS);
  const knownChecks = createLifoQueue(KNOWN_CHECKS);
  const attempts = createKeyedLifoQueue(ATTEMPTS);

  /**
   * Lets somebody try, unless they must wait. An attempt is counted before it is made, and taken back
   * when it was right: many may come at once.
   *
   * @param isIn whether that was all: a right password that a second factor must follow, or that is
   * asked for once more, does not make a network known
   */
  async function attempt<T>(
    { step, email, ip }: Attempt,
    check: () => Promise<Result<T>>,
    isIn: (value: T) => boolean = () => true,
  ): Promise<Result<T>> {
    const network = networkOf(ip);
    const wait = network === null ? null : await limits.spendAll(NETWORK, network);
    if (wait !== null) return tooMany(wait);
    let isWrong = false;
    try {
      const checked = await attemptAt(
        { account: `${step} ${email}`, network: network ?? PRIVATE },
        check,
      );
      if (checked === null) return tooMany(1);
      isWrong = isWrongGuess(checked);
      if (checked.ok && isIn(checked.value)) await networks.remember(network ?? PRIVATE);
      return checked;
    } finally {
      if (!isWrong && network !== null) await limits.refund(NETWORK, network);
    }
  }

  /**
   * Tries after those who came before. What strangers try at an account from elsewhere neither delays
   * nor ends attempts from a known network. There is no way to make attempts quicker again than to wait:
   * a stranger would learn by it that somebody has signed in.
   *
   * @returns null when too many came at once
   */
  async function attemptAt<T>(
    { account, network }: { account: string; network: string },
    check: () => Promise<Result<T>>,
  ): Promise<Result<T> | null> {
    const isKnown = await networks.isKnown(network);
    const whom = isKnown ? `${account} ${network}` : account;
    const concurrency = isKnown
      ? { budget: [], queue: knownChecks }
      : { budget: ACCOUNT, queue: checks };
    return attempts.run(whom, () => attemptQueued(whom, concurrency, check));
  }

  async function attemptQueued<T>(
    whom: string,
    { budget, queue }: { budget: readonly Limit[]; queue: typeof checks },
    check: () => Promise<Result<T>>,
  ): Promise<Result<T> | null> {
    const wait = await limits.spendAll(budget, whom);
    if (wait !== null) return tooMany(wait);
    const { count } = await limits.tally(PAUSES, whom);
    let isWrong = false;
    try {
      if (count > PAUSES.max) await sleep(pauseBefore(count));
      const checked = await queue.run(check);
      isWrong = checked !== null && isWrongGuess(checked);
      return checked;
    } finally {
      if (!isWrong) await limits.refund([PAUSES, ...budget], whom);
    }
  }

  /**
   * Counts one more code of six digits to an account, before it is looked at: many may come at once.
   *
   * @returns null when it may be looked at, else the seconds until the next one may
   */
  const spendCode = (email: string) => limits.spendAll(CODES, email);

  /** Takes a right code back. Wrong ones before it stay counted: they may be somebody else's. */
  const refundCode = (email: string) => limits.refund(CODES, email);

  return { attempt, spendCode, refundCode };
}

/** Who was told to wait has guessed at nothing. */
function isWrongGuess(checked: Result<unknown>): boolean {
  return !checked.ok && checked.failure.kind !== 'too-many';
}

function pauseBefore(attempt: number): number {
  return Math.min(FIRST_PAUSE * 2 ** (attempt - PAUSES.max - 1), LONGEST_PAUSE);
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
