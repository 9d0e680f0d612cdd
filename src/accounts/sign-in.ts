import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { fail, notFound, type Result, succeed } from '../server/failure.ts';
import { email as emailField, text } from '../server/fields.ts';
import { instant } from '../server/http/common-schemas.ts';
import { addMilliseconds } from '../server/instants.ts';
import { type Limit, networkOf } from '../server/limits/limits.ts';
import { generateToken, hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import {
  CHECKS,
  checkPassword,
  createQueue,
  findById,
  inAccounts,
  isPasswordUnchanged,
  knownPassword,
  listFactors,
} from './administrators.ts';
import { countCode, redeemCode, tooMany } from './codes.ts';
import { countAttempt, endToken, issueToken, subjectOf } from './one-time-tokens.ts';
import { type PasskeyAnswer, verifyPasskey } from './passkeys.ts';
import { type NewSession, startSession } from './sessions.ts';

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

const KNOWN_MS = 14 * DAY * 1000;
const MAX_KNOWN_NETWORKS = 1_000;

const checkStranger = createQueue(CHECKS);
const checkKnown = createQueue(1);

const KNOWN_NETWORKS = new WeakMap<Site, LRUCache<string, number>>();

export type SignInClient = { userAgent?: string; ip?: string | null };

/**
 * Attempts are counted before the check, since many may come at once, and taken back when right.
 * Nobody locks an account: attempts at it are only delayed, except from a network that somebody has
 * signed in from.
 *
 * @param account a name that is apart for each step: without the password, nobody can use up the
 * counts of the second one
 * @param isSignedIn whether the attempt completes a sign-in, which makes its network known
 */
export async function guardAttempt<T>(
  site: Site,
  account: string,
  { ip = null }: SignInClient,
  check: () => Promise<Result<T>>,
  isSignedIn: (value: T) => boolean = () => false,
): Promise<Result<T>> {
  // Empty for addresses of proxies and of the machine itself, which stand for anybody.
  const network = networkOf(ip) ?? '';
  const ofNetwork = network === '' ? [] : NETWORK;
  const spent = site.limits.spendAll(ofNetwork, network);
  if (spent !== null) return tooMany(spent, 'Too many sign-in attempts. Try again');
  const known = KNOWN_NETWORKS.get(site) ?? new LRUCache({ max: MAX_KNOWN_NETWORKS });
  KNOWN_NETWORKS.set(site, known);
  const instant = Date.parse(site.now());
  const isKnown = network !== '' && (known.get(network) ?? 0) > instant - KNOWN_MS;
  const { count } = isKnown ? { count: 0 } : site.limits.tally(ACCOUNT, account);
  let isWrong = false;
  try {
    await delay(count - ACCOUNT.max);
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

async function delay(excess: number): Promise<void> {
  if (excess > 0) await sleep(Math.min(FIRST_DELAY_MS * 2 ** (excess - 1), MAX_DELAY_MS));
}

export const credentialsSchema = z
  .object({ email: emailField(), password: knownPassword })
  .meta({ id: 'Credentials' });
export type Credentials = z.output<typeof credentialsSchema>;

export const secondFactorSchema = z
  .object({ ticket: text(100), code: text(100) })
  .meta({ id: 'SecondFactor' });

export const secondStepSchema = z
  .object({
    second_factor: z.object({
      ticket: z.string().meta({ description: 'For the second step: five attempts, five minutes' }),
      expires_at: instant,
    }),
  })
  .meta({ id: 'SecondStep' });

type FirstStep = { session: NewSession } | z.output<typeof secondStepSchema>;

const TICKET_MS = 5 * 60 * 1000;
const TICKET_ATTEMPTS = 5;

/**
 * The first step. A wrong email and a wrong password fail with the same message. Without the password, nothing reveals
 * whether there is a second factor.
 */
export function signIn(site: Site, credentials: Credentials, client: SignInClient = {}) {
  const check = async (): Promise<Result<FirstStep>> => {
    const administrator = await checkPassword(site, credentials);
    if (administrator === null) return WRONG_PASSWORD;
    const { id } = administrator;
    return inAccounts(site, async (trx): Promise<Result<FirstStep>> => {
      // Both may have changed since the password was checked.
      if (!(await isPasswordUnchanged(trx, administrator))) return WRONG_PASSWORD;
      if ((await listFactors(trx, id)).length === 0) {
        return succeed({ session: await startSession(site, trx, administrator, client.userAgent) });
      }
      const ticket = generateToken();
      const expires_at = addMilliseconds(site.now(), TICKET_MS);
      await issueToken(trx, { kind: 'sign-in', hash: hashToken(ticket), subject: id, expires_at });
      return succeed({ second_factor: { ticket, expires_at } });
    });
  };
  const account = `password ${credentials.email.toLowerCase()}`;
  return guardAttempt(site, account, client, check, (step) => 'session' in step);
}

export async function finishSignIn(
  site: Site,
  { ticket, code }: z.output<typeof secondFactorSchema>,
  client: SignInClient = {},
): Promise<Result<NewSession>> {
  const hash = hashToken(ticket);
  const id = await subjectOf(site, site.db.query, 'sign-in', hash);
  if (id === undefined) return SIGN_IN_EXPIRED;
  const check = async () => {
    const left = await countAttempt(site, 'sign-in', hash, TICKET_ATTEMPTS);
    if (left === null) return SIGN_IN_EXPIRED;
    return countCode(site, id, code, () =>
      inAccounts(site, async (trx) => {
        // The ticket has ended if the password or the factors have changed, or another attempt was right.
        const isValid = (await subjectOf(site, trx, 'sign-in', hash)) === id;
        const administrator = isValid ? await findById(trx, id) : undefined;
        if (administrator && (await redeemCode(site, trx, administrator, code))) {
          await endToken(trx, hash);
          return succeed(await startSession(site, trx, administrator, client.userAgent));
        }
        return left === 0 ? SIGN_IN_EXPIRED : WRONG_CODE;
      }),
    );
  };
  return guardAttempt(site, `second-step ${id}`, client, check, () => true);
}

export function signInWithPasskey(site: Site, answer: PasskeyAnswer, client: SignInClient = {}) {
  const check = async () => {
    const verified = await verifyPasskey(site, answer, { purpose: 'sign-in' });
    if (verified === null) return WRONG_PASSKEY;
    return inAccounts(site, async (trx) => {
      if (!(await verified.redeem(trx))) return WRONG_PASSKEY;
      return succeed(await startSession(site, trx, verified.administrator, client.userAgent));
    });
  };
  return guardAttempt(site, `passkey ${answer.id}`, client, check, () => true);
}

const unauthenticated = (detail: string) => fail({ kind: 'unauthenticated', detail });

const WRONG_PASSWORD = unauthenticated('Invalid email or password.');
const WRONG_CODE = unauthenticated('This code is wrong or has already been used.');
const WRONG_PASSKEY = unauthenticated('This passkey was not accepted. Please try again.');
const SIGN_IN_EXPIRED = notFound(
  'This sign-in has expired: it took too long, or too many codes were wrong. Please start again.',
);
