import type { Kysely } from 'kysely';
import { z } from 'zod';
import { enqueue } from '../mail/enqueue.ts';
import type { Composers } from '../mail/outbox.ts';
import type { Tables } from '../server/db/tables.ts';
import { conflict, notFound, type Result, succeed } from '../server/failure.ts';
import { email as emailField, text } from '../server/fields.ts';
import { addMilliseconds } from '../server/instants.ts';
import { type Limit, networkOf } from '../server/limits/limits.ts';
import { generateLinkToken, hashLinkToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { findByEmail, hashPassword, inAccounts, newPassword } from './administrators.ts';
import { recordEvent } from './audit.ts';
import { tooMany } from './codes.ts';
import { endTokens, issueToken, subjectOf } from './one-time-tokens.ts';
import { insertAccount, invitationEnd, setPassword } from './people.ts';
import { isAdministrator, NOT_ALLOWED, ROLES } from './roles.ts';
import type { SignInClient } from './sign-in.ts';

/** Also the kind of the token of an invitation, which chooses the first password of an account. */
const PASSWORD_RESET = 'password-reset';
const INVITATION = 'invitation';

export const newInvitationSchema = z.object({ email: emailField(), role: z.enum(ROLES) });

export const madeInvitationSchema = z
  .object({
    id: z.uuid(),
    link: z.url().nullable().meta({
      description:
        'Null if it was emailed; without a mail server, the link to pass on, returned only once',
    }),
  })
  .meta({ id: 'MadeInvitation' });

/** A former invitation of that email ends, and its link. */
export async function invite(
  site: Site,
  { email, role }: z.output<typeof newInvitationSchema>,
  { by }: { by: string },
) {
  const invited = await inAccounts(site, async (trx) => {
    if (!(await isAdministrator(trx, by))) return NOT_ALLOWED;
    const id = await insertAccount(site, trx, { email, passwordHash: '' }, role, by);
    if (id === null) return conflict(`${email} already has an account.`);
    const at = site.now();
    const mail = { kind: INVITATION, recipient: email.toLowerCase(), data: { invitation: id } };
    if (site.sendsMail) await enqueue(trx, at, [mail]);
    const link = site.sendsMail
      ? null
      : await issueLink(site, trx, 'accept-invitation', id, invitationEnd(at));
    return succeed({ id, link });
  });
  if (invited.ok) site.onMailEnqueued();
  return invited;
}

/** The token is in the fragment, which browsers send to no server, nor as a referrer. */
async function issueLink(
  { identity }: Site,
  trx: Kysely<Tables>,
  page: 'accept-invitation' | 'reset-password',
  subject: string,
  expires_at: string,
): Promise<string> {
  const token = generateLinkToken();
  await issueToken(trx, { kind: PASSWORD_RESET, hash: hashLinkToken(token), subject, expires_at });
  return `${identity.url}/admin/${page}#${token}`;
}

export const forgottenPasswordSchema = z
  .object({ email: emailField() })
  .meta({ id: 'ForgottenPassword' });

const HOUR = 60 * 60;
/** Of a link for a forgotten password. Counts since the request, not since the mail. */
const RESET_LIFETIME_MS = HOUR * 1000;

const PER_NETWORK: Limit = { name: 'reset-network', max: 20, seconds: HOUR };

/** Of all networks together, above which only accounts count: strangers neither fill the queue nor keep an owner out. */
const FROM_EVERYONE: Limit = { name: 'reset-everyone', max: 200, seconds: HOUR };

/** Mails to one email, whether or not it has an account. Above them the answer stays the same. */
const PER_EMAIL: readonly Limit[] = [
  { name: 'reset-email', max: 3, seconds: HOUR },
  { name: 'reset-email-day', max: 10, seconds: 24 * HOUR },
];

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
  await enqueue(query, requestedAt, [{ kind: PASSWORD_RESET, recipient, data: { requestedAt } }]);
  onMailEnqueued();
  return succeed(undefined);
}

/** They make the link: neither the outbox nor a backup holds one that works. */
export const LINK_MAILS: Composers = {
  [INVITATION]: async (site, { data }) => {
    const composed = await inAccounts(site, async (trx) => {
      const account = await accountOf(trx, data.invitation);
      if (!account?.invited_by) return null;
      const { id, role, invited_by: invitedBy, created_at } = account;
      const expiresAt = invitationEnd(created_at);
      if (expiresAt <= site.now()) return null;
      // The link of an earlier attempt ends.
      await endTokens(trx, id, [PASSWORD_RESET]);
      const url = await issueLink(site, trx, 'accept-invitation', id, expiresAt);
      return { role, invitedBy, expiresAt, url };
    });
    if (composed === null) return null;
    const { invitation } = await import('./account-emails.ts');
    return invitation(site.identity, composed, composed);
  },
  [PASSWORD_RESET]: async (site, { recipient, data, attempt }) => {
    const at = site.now();
    const expiresAt = addMilliseconds(data.requestedAt ?? at, RESET_LIFETIME_MS);
    const account = await findByEmail(site.db.query, recipient);
    if (expiresAt <= at || account === undefined) return null;
    const url = await inAccounts(site, async (trx) => {
      if (attempt === 1) {
        const event = { at, actor: null, action: 'password-reset-mailed' } as const;
        await recordEvent(trx, { ...event, subject: recipient });
      }
      return issueLink(site, trx, 'reset-password', account.id, expiresAt);
    });
    const { passwordReset } = await import('./account-emails.ts');
    return passwordReset(site.identity, recipient, { url, expiresAt });
  },
};

export const linkTokenSchema = z.object({ token: text(200) }).meta({ id: 'LinkToken' });

export const passwordByLinkSchema = linkTokenSchema
  .extend({ password: newPassword })
  .meta({ id: 'PasswordByLink' });

export const openedLinkSchema = z
  .object({
    email: z.string().meta({ description: 'Whose account it is, or will be' }),
    role: z.enum(ROLES).optional().meta({ description: 'Of an invitation' }),
    invitedBy: z.string().optional().meta({ description: 'An email address' }),
  })
  .meta({ id: 'OpenedLink' });

/** Also one that is invited. */
function accountOf(query: Kysely<Tables>, id = '') {
  const accounts = query.selectFrom('administrators').selectAll();
  return accounts.where('id', '=', id).executeTakeFirst();
}

async function findLinked(site: Site, query: Kysely<Tables>, token: string) {
  return accountOf(query, await subjectOf(site, query, PASSWORD_RESET, hashLinkToken(token)));
}

/** Changes nothing: mail scanners follow links. */
export async function openLink(site: Site, token: string) {
  const account = await findLinked(site, site.db.query, token);
  if (account === undefined) return DEAD_LINK;
  const { email, role, invited_by: invitedBy } = account;
  return succeed(invitedBy === null ? { email } : { email, role, invitedBy });
}

export async function redeemLink(
  site: Site,
  { token, password }: z.output<typeof passwordByLinkSchema>,
) {
  if (!(await openLink(site, token)).ok) return DEAD_LINK;
  const passwordHash = await hashPassword(password);
  const redeemed = await inAccounts(site, async (trx) => {
    const account = await findLinked(site, trx, token);
    if (account === undefined) return DEAD_LINK;
    const { email, role, invited_by } = account;
    const how =
      invited_by === null
        ? ({ action: 'password-reset' } as const)
        : ({ action: 'invitation-accepted', subject: role } as const);
    await setPassword(site, trx, account, { passwordHash, by: email, ...how });
    return succeed({ email });
  });
  if (redeemed.ok) site.onMailEnqueued();
  return redeemed;
}

const DEAD_LINK = notFound(
  'This link does not work: it has already been used, was withdrawn, is too old, or a newer email has replaced it. If you have chosen a password, sign in with it; otherwise ask for a new link.',
);
