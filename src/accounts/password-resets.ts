import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Composers } from '../mail/dispatcher.ts';
import { enqueue } from '../mail/enqueue.ts';
import type { Tables } from '../server/db/tables.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { email as emailField } from '../server/fields.ts';
import { addMilliseconds } from '../server/instants.ts';
import { type Limit, networkOf } from '../server/limits/limits.ts';
import { generateLinkToken, hashLinkToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { tellOwner } from './account-mails.ts';
import { recordEvent } from './audit.ts';
import { findByEmail, inAccounts, issueToken, subjectOf } from './one-time-tokens.ts';
import { hashPassword, type passwordByLinkSchema, storePassword } from './passwords.ts';
import type { SignInClient } from './sign-in.ts';
import { tooMany } from './sign-in-guard.ts';

export const forgottenPasswordSchema = z.object({ email: emailField() });

const HOUR = 60 * 60;
/** Counts since the request, not since the mail. */
const LIFETIME_MS = HOUR * 1000;

const PER_NETWORK: Limit = { name: 'reset-network', max: 20, seconds: HOUR };

/** All networks together have this limit: an attacker with many must not make us mail without end. */
const FROM_EVERYONE: Limit = { name: 'reset-everyone', max: 200, seconds: HOUR };

/** Mails to one email, whether or not it has an account. Above them the answer stays the same. */
const PER_EMAIL: readonly Limit[] = [
  { name: 'reset-email', max: 3, seconds: HOUR },
  { name: 'reset-email-day', max: 10, seconds: 24 * HOUR },
];

const MAIL_KIND = 'password-reset';

/** Answers alike whether or not there is an account. */
export async function requestPasswordReset(
  { now, limits, sendsMail, onMailEnqueued, db: { query } }: Site,
  { email }: z.output<typeof forgottenPasswordSchema>,
  { ip = null }: SignInClient = {},
): Promise<Result<void>> {
  if (!sendsMail) {
    const detail =
      'This site does not send email. The person who runs it can set a new password with: npm run admin -- password EMAIL.';
    return fail({ kind: 'conflict', detail });
  }
  const network = networkOf(ip);
  const wait =
    (network === null ? null : limits.spend(PER_NETWORK, network)) ??
    limits.spend(FROM_EVERYONE, 'everyone');
  if (wait !== null) return tooMany(wait, 'Too many new passwords were requested. Try again');
  const recipient = email.toLowerCase();
  if (limits.spendAll(PER_EMAIL, recipient) !== null) return succeed(undefined);
  const requestedAt = now();
  await enqueue(query, requestedAt, [{ kind: MAIL_KIND, recipient, data: { requestedAt } }]);
  onMailEnqueued();
  return succeed(undefined);
}

export const PASSWORD_RESET_MAILS: Composers = {
  /** Makes the link; null for an email without an account. */
  [MAIL_KIND]: async (site, { recipient, data, attempt }) => {
    const at = site.now();
    const expiresAt = addMilliseconds(data.requestedAt ?? at, LIFETIME_MS);
    const administrator = await findByEmail(site.db.query, recipient);
    if (expiresAt <= at || administrator === undefined) return null;
    const token = generateLinkToken();
    await inAccounts(site, async (trx) => {
      const link = { kind: 'password-reset', subject: administrator.id } as const;
      await issueToken(trx, { ...link, hash: hashLinkToken(token), expires_at: expiresAt });
      if (attempt > 1) return;
      const event = { at, actor: null, action: 'password-reset-mailed' } as const;
      await recordEvent(trx, { ...event, subject: recipient });
    });
    const { passwordReset } = await import('./mails/password-reset.ts');
    const resetUrl = `${site.identity.url}/admin/reset-password#${token}`;
    return passwordReset({ site: site.identity, email: recipient, resetUrl, expiresAt });
  },
};

/** Whose password a link changes. Changes nothing: mail scanners follow links. */
export async function openPasswordReset(
  site: Site,
  token: string,
): Promise<Result<{ email: string }>> {
  const opened = await findByToken(site, site.db.query, token);
  return opened.ok ? succeed({ email: opened.value.email }) : opened;
}

async function findByToken(
  site: Site,
  query: Kysely<Tables>,
  token: string,
): Promise<Result<{ id: string; email: string }>> {
  const id = await subjectOf(site, query, 'password-reset', hashLinkToken(token));
  const account = await query
    .selectFrom('administrators')
    .select(['id', 'email'])
    .where('id', '=', id ?? '')
    .executeTakeFirst();
  if (account !== undefined) return succeed(account);
  const detail =
    'This link does not work. It has been used, is more than an hour old, or is incomplete. Request a new one.';
  return fail({ kind: 'not-found', detail });
}

/** Sets the chosen password, and ends all sessions and reset links of the account. Its second factors stay. */
export async function redeemPasswordReset(
  site: Site,
  { token, password }: z.output<typeof passwordByLinkSchema>,
): Promise<Result<{ email: string }>> {
  const before = await openPasswordReset(site, token);
  if (!before.ok) return before;
  const passwordHash = await hashPassword(password);
  const redeemed = await inAccounts(site, async (trx) => {
    const opened = await findByToken(site, trx, token);
    if (!opened.ok) return opened;
    const { id, email } = opened.value;
    await storePassword(trx, id, passwordHash);
    const event = { at: site.now(), actor: email, action: 'password-reset' } as const;
    await recordEvent(trx, { ...event, subject: '' });
    await tellOwner(site, trx, email, 'password-reset');
    return succeed({ email });
  });
  if (redeemed.ok) site.onMailEnqueued();
  return redeemed;
}
