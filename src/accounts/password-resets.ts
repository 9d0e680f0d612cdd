import type { ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import type { Composers } from '../mail/dispatcher.ts';
import { enqueue } from '../mail/enqueue.ts';
import type { ClaimedMail } from '../mail/outbox.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { email as emailField } from '../server/fields.ts';
import { addMilliseconds, CLOCK_SKEW_MS } from '../server/instants.ts';
import { type Limit, networkOf } from '../server/limits/limits.ts';
import { generateLinkToken, hashLinkToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import { hashPassword, type passwordByLinkSchema } from './passwords.ts';
import { forgivePasswords, tooMany } from './sign-in-guard.ts';
import type { SignInClient } from './sign-in-steps.ts';
import { storePassword } from './stored-passwords.ts';

export const forgottenPasswordSchema = z.object({ email: emailField() });

/** Counts since the request, not since the mail. */
const LIFETIME_MS = 60 * 60 * 1000;

const MINUTE = 60;

const PER_NETWORK: Limit = { name: 'reset-network', max: 20, seconds: 60 * MINUTE };

/** All networks together have this limit: an attacker with many must not make us mail without end. */
const FROM_EVERYONE: Limit = { name: 'reset-everyone', max: 200, seconds: 60 * MINUTE };

/** Mails to one email, whether or not it has an account. Above them the answer stays the same. */
const PER_EMAIL: readonly Limit[] = [
  { name: 'reset-email', max: 3, seconds: 60 * MINUTE },
  { name: 'reset-email-day', max: 10, seconds: 24 * 60 * MINUTE },
];

const MAIL_KIND = 'password-reset';

export async function requestPasswordReset(
  { now, limits, sendsMail, onMailEnqueued, db: { query } }: Site,
  { email }: z.output<typeof forgottenPasswordSchema>,
  { ip = null }: Pick<SignInClient, 'ip'> = {},
): Promise<Result<void>> {
  if (!sendsMail) return noMail();
  const network = networkOf(ip);
  const wait =
    (network === null ? null : await limits.spend(PER_NETWORK, network)) ??
    (await limits.spend(FROM_EVERYONE, 'everyone'));
  if (wait !== null) return tooMany(wait, 'Too many new passwords were requested. Try again');
  const recipient = email.toLowerCase();
  if ((await limits.spendAll(PER_EMAIL, recipient)) !== null) return succeed(undefined);
  const requestedAt = now();
  await enqueue(query, requestedAt, [{ kind: MAIL_KIND, recipient, data: { requestedAt } }]);
  onMailEnqueued();
  return succeed(undefined);
}

/** Whose password a link changes. Changes nothing: mail scanners follow links. */
export async function openPasswordReset(
  { now, db: { query } }: Site,
  token: string,
): Promise<Result<{ email: string }>> {
  const row = await query
    .selectFrom('password_resets')
    .innerJoin('administrators', 'administrators.id', 'password_resets.administrator_id')
    .select('administrators.email')
    .where(isValid(token, now()))
    .executeTakeFirst();
  return row === undefined ? noSuchLink() : succeed(row);
}

/**
 * Sets the chosen password and ends all sessions and reset links of the account. Its second factors stay, and
 * so do the counts of their failures: a mailbox alone must not let in.
 */
export async function redeemPasswordReset(
  site: Site,
  { token, password }: z.output<typeof passwordByLinkSchema>,
  { ip = null }: Pick<SignInClient, 'ip'> = {},
): Promise<Result<{ email: string }>> {
  const opened = await openPasswordReset(site, token);
  if (!opened.ok) return opened;
  const { email } = opened.value;
  const passwordHash = await hashPassword(password);
  const isSet = await inTransaction(site.db.query, async (trx) => {
    // First of all: two links of one account that are used at once would wait for each other's rows.
    await trx
      .selectFrom('administrators')
      .select('id')
      .where('email', '=', email)
      // SQLite's transactions exclude one another; PostgreSQL's need a lock.
      .$if(site.db.engine === 'postgres', (rows) => rows.forUpdate())
      .execute();
    const claimed = await trx
      .deleteFrom('password_resets')
      .where(isValid(token, site.now()))
      .returning('administrator_id')
      .executeTakeFirst();
    if (claimed === undefined) return false;
    await storePassword(trx, claimed.administrator_id, passwordHash);
    const event = { at: site.now(), actor: email, subject: '' };
    await recordEvent(trx, { ...event, action: 'password-reset' });
    return true;
  });
  if (!isSet) return noSuchLink();
  await forgivePasswords(site, email, ip);
  return succeed({ email });
}

/** Composes the mail with a link of its own; null for an email without an account. */
async function composePasswordReset(
  { now, identity, db: { query } }: Site,
  { recipient, data, attempt }: ClaimedMail,
) {
  const instant = now();
  const expiresAt = addMilliseconds(data.requestedAt ?? instant, LIFETIME_MS);
  if (expiresAt <= instant) return null;
  const token = generateLinkToken();
  const resetUrl = `${identity.url}/admin/reset-password#${token}`;
  // Also for nobody: how busy the server is for a moment must not tell who has an account.
  const { passwordReset } = await import('./mails/password-reset.ts');
  const content = await passwordReset({ site: identity, email: recipient, resetUrl, expiresAt });
  const administrator = await query
    .selectFrom('administrators')
    .select('id')
    .where('email', '=', recipient)
    .executeTakeFirst();
  if (administrator === undefined) return null;
  await inTransaction(query, async (trx) => {
    await trx
      .insertInto('password_resets')
      .values({
        token_hash: hashLinkToken(token),
        administrator_id: administrator.id,
        created_at: instant,
        expires_at: expiresAt,
      })
      .execute();
    if (attempt > 1) return;
    const event = { at: instant, actor: null, subject: recipient };
    await recordEvent(trx, { ...event, action: 'password-reset-mailed' });
  });
  return content;
}

export async function purgePasswordResets({ now, db: { query } }: Site): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('password_resets')
    .where('expires_at', '<=', now())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Neither expired nor made while a clock was ahead. */
function isValid(token: string, instant: string) {
  return (reset: ExpressionBuilder<Tables, 'password_resets'>) =>
    reset.and([
      reset('password_resets.token_hash', '=', hashLinkToken(token)),
      reset('password_resets.expires_at', '>', instant),
      reset('password_resets.created_at', '<=', addMilliseconds(instant, CLOCK_SKEW_MS)),
    ]);
}

function noSuchLink(): Result<never> {
  const detail =
    'This link does not work. It has been used, is more than an hour old, or is incomplete. Request a new one.';
  return fail({ kind: 'not-found', detail });
}

function noMail(): Result<never> {
  const detail =
    'This site does not send email. The person who runs it can set a new password with: npm run admin -- password EMAIL.';
  return fail({ kind: 'conflict', detail });
}

export const PASSWORD_RESET_MAILS: Composers = { [MAIL_KIND]: composePasswordReset };
