import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../server/db/tables.ts';
import { notFound, succeed } from '../server/failure.ts';
import { text } from '../server/fields.ts';
import { hashLinkToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { findById, hashPassword, inAccounts, newPassword } from './administrators.ts';
import { findInvitation } from './invitations.ts';
import { subjectOf } from './one-time-tokens.ts';
import { insertAccount, setPassword } from './people.ts';
import { ROLES } from './roles.ts';

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

async function findLink(site: Site, query: Kysely<Tables>, token: string) {
  const hash = hashLinkToken(token);
  const invitation = await subjectOf(site, query, 'invitation', hash);
  if (invitation !== undefined) {
    return { invitation: await findInvitation(site, query, invitation) };
  }
  const account = await subjectOf(site, query, 'password-reset', hash);
  return { account: account === undefined ? undefined : await findById(query, account) };
}

/** Changes nothing: mail scanners follow links. */
export async function openLink(site: Site, token: string) {
  const { invitation, account } = await findLink(site, site.db.query, token);
  if (invitation !== undefined) {
    const { email, role, invited_by: invitedBy } = invitation;
    return succeed({ email, role, invitedBy });
  }
  return account === undefined ? DEAD_LINK : succeed({ email: account.email });
}

export async function redeemLink(
  site: Site,
  { token, password }: z.output<typeof passwordByLinkSchema>,
) {
  if (!(await openLink(site, token)).ok) return DEAD_LINK;
  const passwordHash = await hashPassword(password);
  const redeemed = await inAccounts(site, async (trx) => {
    const { invitation, account } = await findLink(site, trx, token);
    if (account !== undefined) {
      const { email } = account;
      await setPassword(site, trx, account, { passwordHash, by: email, action: 'password-reset' });
      return succeed({ email });
    }
    if (invitation === undefined) return DEAD_LINK;
    const { email, role } = invitation;
    await insertAccount(site, trx, { email, passwordHash }, role, true);
    return succeed({ email });
  });
  if (redeemed.ok) site.onMailEnqueued();
  return redeemed;
}

const DEAD_LINK = notFound(
  'This link does not work: it has already been used, was withdrawn, is too old, or a newer email has replaced it. If you have chosen a password, sign in with it; otherwise ask for a new link.',
);
