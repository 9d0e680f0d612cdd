import { z } from 'zod';
import { enqueue } from '../mail/enqueue.ts';
import type { Composers } from '../mail/outbox.ts';
import { conflict, type Result, succeed } from '../server/failure.ts';
import { email as emailField } from '../server/fields.ts';
import { addMilliseconds } from '../server/instants.ts';
import { type Limit, networkOf } from '../server/limits/limits.ts';
import type { Site } from '../site.ts';
import { findByEmail, inAccounts } from './administrators.ts';
import { recordEvent } from './audit.ts';
import { tooMany } from './codes.ts';
import { issueLink } from './one-time-tokens.ts';
import type { SignInClient } from './sign-in.ts';

export const forgottenPasswordSchema = z
  .object({ email: emailField() })
  .meta({ id: 'ForgottenPassword' });

const HOUR = 60 * 60;
/** Counts since the request, not since the mail. */
const LIFETIME_MS = HOUR * 1000;

const PER_NETWORK: Limit = { name: 'reset-network', max: 20, seconds: HOUR };

/** Of all networks together, above which only accounts count: strangers neither fill the queue nor keep an owner out. */
const FROM_EVERYONE: Limit = { name: 'reset-everyone', max: 200, seconds: HOUR };

/** Mails to one email, whether or not it has an account. Above them the answer stays the same. */
const PER_EMAIL: readonly Limit[] = [
  { name: 'reset-email', max: 3, seconds: HOUR },
  { name: 'reset-email-day', max: 10, seconds: 24 * HOUR },
];

const KIND = 'password-reset';

/** Answers alike whether or not there is an account. */
export async function requestPasswordReset(
  { now, limits, sendsMail, onMailEnqueued, db: { query } }: Site,
  { email }: z.output<typeof forgottenPasswordSchema>,
  { ip = null }: SignInClient = {},
): Promise<Result<void>> {
  if (!sendsMail) {
    return conflict(
      'This site does not send email. The person who runs it can set a new password with: npm run admin -- password EMAIL.',
    );
  }
  const network = networkOf(ip);
  const wait = network === null ? null : limits.spend(PER_NETWORK, network);
  if (wait !== null) return tooMany(wait, 'Too many new passwords were requested. Try again');
  const recipient = email.toLowerCase();
  if (limits.spendAll(PER_EMAIL, recipient) !== null) return succeed(undefined);
  const isFlood = limits.spend(FROM_EVERYONE, 'everyone') !== null;
  if (isFlood && (await findByEmail(query, recipient)) === undefined) return succeed(undefined);
  const requestedAt = now();
  await enqueue(query, requestedAt, [{ kind: KIND, recipient, data: { requestedAt } }]);
  onMailEnqueued();
  return succeed(undefined);
}

export const PASSWORD_RESET_MAILS: Composers = {
  [KIND]: async (site, { recipient, data, attempt }) => {
    const at = site.now();
    const expiresAt = addMilliseconds(data.requestedAt ?? at, LIFETIME_MS);
    const account = await findByEmail(site.db.query, recipient);
    if (expiresAt <= at || account === undefined) return null;
    const url = await inAccounts(site, async (trx) => {
      if (attempt === 1) {
        const event = { at, actor: null, action: 'password-reset-mailed' } as const;
        await recordEvent(trx, { ...event, subject: recipient });
      }
      return issueLink(site, trx, { kind: KIND, subject: account.id, expires_at: expiresAt });
    });
    const { passwordReset } = await import('./account-emails.ts');
    return passwordReset(site.identity, recipient, { url, expiresAt });
  },
};
