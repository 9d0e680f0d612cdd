import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { fail, type Result } from '../server/failure.ts';
import { addMilliseconds } from '../server/instants.ts';
import { type Limit, networkOf } from '../server/limits/limits.ts';
import { perSite } from '../server/per-site.ts';
import { generateToken, hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { endToken, issueToken, tokensOf } from './one-time-tokens.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Wrong attempts from one network, after which that network must wait. */
const NETWORK: readonly Limit[] = [
  { name: 'sign-in-network', max: 10, seconds: 10 * MINUTE },
  { name: 'sign-in-network-day', max: 50, seconds: DAY },
];

/** Wrong attempts at one account from all unknown networks together, after which each one is delayed. */
const ACCOUNT: Limit = { name: 'sign-in-account', max: 5, seconds: 15 * MINUTE };

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 4_000;

/** How long a network is known after a sign-in. */
const KNOWN_MS = 14 * DAY * 1000;
const MAX_KNOWN_NETWORKS = 1_000;

/**
 * Wrong six-digit codes at one account; three of a million codes are valid at a time. 20 guesses a day
 * find one in 16,000 days. Only somebody who knows the password can use these limits up; passkeys and
 * recovery codes still work then.
 */
const CODES: Limit = { name: 'sign-in-codes', max: 10, seconds: 15 * MINUTE };
const CODES_A_DAY = 20;

/** A password check takes 30 ms of one core and 19 MiB: half of the cores are left for pages. */
const CHECKS = Math.max(Math.floor(availableParallelism() / 2), 1);

const guardOf = perSite((_site: Site) => ({
  /** The instant of the last sign-in, by network. */
  known: new LRUCache<string, number>({ max: MAX_KNOWN_NETWORKS }),
  checkStranger: createQueue(CHECKS),
  checkKnown: createQueue(1),
}));

/**
 * Runs a check unless its network has failed too often. An attempt is counted before it is made, since many may come at
 * once, and taken back when it was right. Nobody locks an account: attempts at it are only delayed, and those from a
 * network that somebody has signed in from are not.
 *
 * @param account a name that is apart for each step: without the password, nobody can use up the counts of the second one
 * @param ip the client's IP address, if known
 * @param isSignedIn whether the attempt completes a sign-in, which makes its network known
 */
export async function guardAttempt<T>(
  site: Site,
  { account, ip = null }: { account: string; ip: string | null | undefined },
  check: () => Promise<Result<T>>,
  isSignedIn: (value: T) => boolean = () => false,
): Promise<Result<T>> {
  // Empty for addresses of proxies and of the machine itself, which stand for anybody.
  const network = networkOf(ip) ?? '';
  const ofNetwork = network === '' ? [] : NETWORK;
  const spent = site.limits.spendAll(ofNetwork, network);
  if (spent !== null) return tooMany(spent);
  const { known, checkKnown, checkStranger } = guardOf(site);
  const instant = Date.parse(site.now());
  const isKnown = network !== '' && (known.get(network) ?? 0) > instant - KNOWN_MS;
  const { count } = isKnown ? { count: 0 } : site.limits.tally(ACCOUNT, account);
  let isWrong = false;
  try {
    if (count > ACCOUNT.max) await sleep(delayBefore(count));
    const checked = await (isKnown ? checkKnown : checkStranger)(check);
    isWrong = !checked.ok && !['too-many', 'conflict'].includes(checked.failure.kind);
    if (checked.ok && isSignedIn(checked.value)) known.set(network, instant);
    return checked;
  } finally {
    if (!isWrong) {
      site.limits.refund(ofNetwork, network);
      if (!isKnown) site.limits.refund([ACCOUNT], account);
    }
  }
}

function delayBefore(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (attempt - ACCOUNT.max - 1), MAX_DELAY_MS);
}

/** At most `concurrency` jobs at once; the others wait for their turn. */
function createQueue(concurrency: number) {
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

/** Codes of the app have six digits, recovery codes are longer. */
export function isAppCode(code: string | null | undefined): boolean {
  return /^\d{6}$/.test(code?.replace(/\s/g, '') ?? '');
}

/**
 * Counts a six-digit code before it is checked: many may come at once. The count of a day outlives a restart. Recovery
 * codes, which are too long to guess, are not counted.
 *
 * @returns null when it is allowed, else the failure
 */
export async function spendCode(
  site: Site,
  id: string,
  code: string | null | undefined,
): Promise<Result<never> | null> {
  if (!isAppCode(code)) return null;
  const message = 'Too many wrong codes. Use a passkey or a recovery code, or try again';
  const wait = site.limits.spend(CODES, id);
  if (wait !== null) return tooMany(wait, message);
  const hash = hashToken(generateToken());
  const expires_at = addMilliseconds(site.now(), DAY * 1000);
  await issueToken(site.db.query, { hash, kind: 'codes', subject: id, expires_at });
  const spent = await tokensOf(site, 'codes', id);
  if (spent.length <= CODES_A_DAY) return null;
  await endToken(site.db.query, hash);
  const left = Date.parse(spent[0]?.expires_at ?? '') - Date.parse(site.now());
  return tooMany(Math.max(Math.ceil(left / 1000), 1), message);
}

/** Takes back a right code. Wrong codes before it stay counted: they may be an attacker's. */
export async function refundCode(site: Site, id: string, code: string | null | undefined) {
  if (!isAppCode(code)) return;
  site.limits.refund([CODES], id);
  await endToken(site.db.query, (await tokensOf(site, 'codes', id)).at(-1)?.hash);
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
