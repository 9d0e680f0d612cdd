import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, type Result } from '../server/failure.ts';
import { addMilliseconds, CLOCK_SKEW_MS } from '../server/instants.ts';
import { type Limit, networkOf } from '../server/limits/limits.ts';
import { perSite } from '../server/per-site.ts';
import type { Site } from '../site.ts';

const RETENTION_MS = 14 * 24 * 60 * 60 * 1000;

const hashOf = ({ signing }: Site, network: string) => signing.sign('known-network', network);

async function isKnownNetwork(site: Site, network: string): Promise<boolean> {
  const instant = site.now();
  const row = await site.db.query
    .selectFrom('known_networks')
    .select('network_hash')
    .where('network_hash', '=', await hashOf(site, network))
    .where('last_sign_in_at', '>', addMilliseconds(instant, -RETENTION_MS))
    .where('last_sign_in_at', '<=', addMilliseconds(instant, CLOCK_SKEW_MS))
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a network after a sign-in. */
async function rememberNetwork(site: Site, network: string): Promise<void> {
  const instant = site.now();
  await site.db.query
    .insertInto('known_networks')
    .values({ network_hash: await hashOf(site, network), last_sign_in_at: instant })
    .onConflict((conflict) =>
      conflict.column('network_hash').doUpdateSet({ last_sign_in_at: instant }),
    )
    .execute();
}

export async function purgeKnownNetworks({ db: { query }, now }: Site): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('known_networks')
    .where('last_sign_in_at', '<=', addMilliseconds(now(), -RETENTION_MS))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Wrong attempts from one network, after which that network must wait. */
const NETWORK: readonly Limit[] = [
  { name: 'sign-in-network', max: 10, seconds: 10 * MINUTE },
  { name: 'sign-in-network-day', max: 50, seconds: DAY },
];

/** Wrong attempts at one account from all unknown networks together. */
const ACCOUNT: readonly Limit[] = [
  { name: 'sign-in-account', max: 60, seconds: HOUR },
  { name: 'sign-in-account-day', max: 300, seconds: DAY },
];

/** Wrong attempts without a delay. */
const UNDELAYED: Limit = { name: 'sign-in-pauses', max: 5, seconds: 15 * MINUTE };

/** Exponential backoff of further attempts. */
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 4_000;

/** One attempt at an account at a time: the delays of concurrent attempts add up. */
const ATTEMPTS = { concurrency: 1, maxWaiting: 10 };

/**
 * Wrong six-digit codes at one account; three of a million codes are valid at a time. 20 guesses a day
 * find one in 16,000 days. Only somebody who knows the password can use these limits up; passkeys and
 * recovery codes still work then.
 */
const CODES: readonly Limit[] = [
  { name: 'sign-in-codes', max: 10, seconds: 15 * MINUTE },
  { name: 'sign-in-codes-day', max: 20, seconds: DAY },
];

/** All networks for which `networkOf` is null. */
const PRIVATE = 'private';

/** A password check takes 30 ms of one core and 19 MiB: half of the cores are left for pages. */
const CHECKS = {
  concurrency: Math.max(Math.floor(availableParallelism() / 2), 1),
  maxWaiting: 100,
};
const KNOWN_CHECKS = { concurrency: 1, maxWaiting: 20 };

type Attempt = {
  /** Each step has its own counts: without the password, nobody can use up those of the second step. */
  step: 'password' | 'second-step' | 'passkey' | 'confirmation';
  email: string;
  /** The client's IP address, if known. */
  ip: string | null;
};

const queues = perSite((_site: Site) => ({
  checks: createLifoQueue(CHECKS),
  knownChecks: createLifoQueue(KNOWN_CHECKS),
  attempts: createKeyedLifoQueue(ATTEMPTS),
}));

/**
 * Runs a check unless the limits are exceeded. An attempt is counted before it is made, since many may
 * come at once, and refunded when it was right.
 *
 * @param isSignedIn whether the attempt completes a sign-in and makes the network known; a password before a
 * second factor and a reauthentication do not
 */
export async function guardAttempt<T>(
  site: Site,
  { step, email, ip }: Attempt,
  check: () => Promise<Result<T>>,
  isSignedIn: (value: T) => boolean = () => true,
): Promise<Result<T>> {
  const network = networkOf(ip);
  const wait = network === null ? null : await site.limits.spendAll(NETWORK, network);
  if (wait !== null) return tooMany(wait);
  let isWrong = false;
  try {
    const checked = await attemptAt(
      site,
      { account: `${step} ${email}`, network: network ?? PRIVATE },
      check,
    );
    if (checked === null) return tooMany(1);
    isWrong = isWrongGuess(checked);
    if (checked.ok && isSignedIn(checked.value)) await rememberNetwork(site, network ?? PRIVATE);
    return checked;
  } finally {
    if (!isWrong && network !== null) await site.limits.refund(NETWORK, network);
  }
}

/**
 * Runs the attempts at an account one after another. Attempts of strangers neither delay nor block
 * those from a known network. A sign-in does not reset the delays: a stranger would notice it.
 *
 * @returns null when too many attempts wait
 */
async function attemptAt<T>(
  site: Site,
  { account, network }: { account: string; network: string },
  check: () => Promise<Result<T>>,
): Promise<Result<T> | null> {
  const isKnown = await isKnownNetwork(site, network);
  const subject = isKnown ? `${account} ${network}` : account;
  const { attempts, checks, knownChecks } = queues(site);
  const options = isKnown ? { budget: [], queue: knownChecks } : { budget: ACCOUNT, queue: checks };
  return attempts.run(subject, () => attemptQueued(site, subject, options, check));
}

async function attemptQueued<T>(
  { limits }: Site,
  subject: string,
  { budget, queue }: { budget: readonly Limit[]; queue: ReturnType<typeof createLifoQueue> },
  check: () => Promise<Result<T>>,
): Promise<Result<T> | null> {
  const wait = await limits.spendAll(budget, subject);
  if (wait !== null) return tooMany(wait);
  const { count } = await limits.tally(UNDELAYED, subject);
  let isWrong = false;
  try {
    if (count > UNDELAYED.max) await sleep(delayBefore(count));
    const checked = await queue.run(check);
    isWrong = checked !== null && isWrongGuess(checked);
    return checked;
  } finally {
    if (!isWrong) await limits.refund([UNDELAYED, ...budget], subject);
  }
}

/**
 * Counts a six-digit code before it is checked: many may come at once.
 *
 * @returns null when it is allowed, else the seconds until the next one is
 */
export const spendCode = ({ limits }: Site, email: string) => limits.spendAll(CODES, email);

/** Refunds a right code. Wrong codes before it stay counted: they may be an attacker's. */
export const refundCode = ({ limits }: Site, email: string) => limits.refund(CODES, email);

/**
 * Clears the wrong passwords counted at an account, after a new one was set by mail. The counts of its second
 * step and of the network stay: a link in a mail proves neither.
 */
export async function forgivePasswords(
  { limits }: Site,
  email: string,
  ip: string | null,
): Promise<void> {
  const account = `password ${email}`;
  const subjects = [account, `${account} ${networkOf(ip) ?? PRIVATE}`];
  for (const subject of subjects) {
    for (const limit of [UNDELAYED, ...ACCOUNT]) await limits.reset(limit, subject);
  }
}

/** An attempt that a limit rejected does not count as a guess. */
function isWrongGuess(checked: Result<unknown>): boolean {
  return !checked.ok && checked.failure.kind !== 'too-many';
}

function delayBefore(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (attempt - UNDELAYED.max - 1), MAX_DELAY_MS);
}

/** @param message the beginning of the detail, before "in 10 minutes" */
export function tooMany(
  retryAfter: number,
  message = 'Too many sign-in attempts. Try again',
): Result<never> {
  const minutes = Math.ceil(retryAfter / MINUTE);
  const when = retryAfter <= 2 * MINUTE ? `${retryAfter} seconds` : `${minutes} minutes`;
  return fail({ kind: 'too-many', detail: `${message} in ${when}.`, retryAfter });
}

/**
 * Limits the concurrency of jobs and starts the newest waiting job first, so that a flood delays later
 * jobs little. When more than `maxWaiting` jobs wait, the oldest is dropped.
 */
export function createLifoQueue({
  concurrency,
  maxWaiting,
}: {
  concurrency: number;
  maxWaiting: number;
}) {
  const waiting: { start: () => void; drop: () => void }[] = [];
  let running = 0;

  /** @returns the job's result, or null when it was dropped */
  async function run<T>(job: () => Promise<T>): Promise<T | null> {
    if (running >= concurrency) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.push({ start: () => resolve(true), drop: () => resolve(false) });
      if (waiting.length > maxWaiting) waiting.shift()?.drop();
      // `running` stays as it is: this job takes the place of the one that has ended.
      if (!(await promise)) return null;
    } else {
      running += 1;
    }
    try {
      return await job();
    } finally {
      const next = waiting.pop();
      if (next === undefined) running -= 1;
      else next.start();
    }
  }

  return { run };
}

/** One queue per key; a key without jobs takes no memory. */
export function createKeyedLifoQueue(options: Parameters<typeof createLifoQueue>[0]) {
  const queues = new Map<string, ReturnType<typeof createLifoQueue> & { jobs: number }>();

  /** @returns the job's result, or null when it was dropped */
  async function run<T>(key: string, job: () => Promise<T>): Promise<T | null> {
    const queue = queues.get(key) ?? { ...createLifoQueue(options), jobs: 0 };
    queues.set(key, queue);
    queue.jobs += 1;
    try {
      return await queue.run(job);
    } finally {
      queue.jobs -= 1;
      if (queue.jobs === 0) queues.delete(key);
    }
  }

  return { run };
}
