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

/** After so many, each attempt waits twice as long as the one before, up to a bound; milliseconds. */
const FREE_ATTEMPTS = 5;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4_000;

/** Checking a password takes a core for some 30 ms, and 19 MiB. */
const CHECKS = { atOnce: 2, mostWaiting: 100 };

type Attempt = { email: string; address: string | null };

export type SignInGuard = ReturnType<typeof createSignInGuard>;

/** Makes guessing passwords slow, and keeps the door open for who knows theirs. */
export function createSignInGuard(limits: Limits) {
  const checks = createNewestFirst(CHECKS);

  /** Lets somebody try, unless their network must wait; a failure counts against both. */
  async function attempt<T>(
    { email, address }: Attempt,
    check: () => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const network = networkOf(address);
    const wait = network === null ? null : await waitOf(network);
    if (wait !== null) return tooMany(wait);
    const { times } = await limits.count(ACCOUNT, email);
    if (times >= FREE_ATTEMPTS) await sleep(pauseAfter(times));
    const checked = await checks.run(check);
    if (checked === null) return tooMany(1);
    if (checked.ok) await limits.reset(ACCOUNT, email);
    else await countFailure(email, network);
    return checked;
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

  return { attempt };
}

function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE * 2 ** (failures - FREE_ATTEMPTS), LONGEST_PAUSE);
}

function tooMany(retryAfter: number): Result<never> {
  const minutes = Math.ceil(retryAfter / MINUTE);
  const when = retryAfter <= 2 * MINUTE ? `${retryAfter} seconds` : `${minutes} minutes`;
  const detail = `Too many attempts to sign in. Try again in ${when}.`;
  return fail({ kind: 'too-many', detail, retryAfter });
}
