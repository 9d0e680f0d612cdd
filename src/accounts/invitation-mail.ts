import type { Kysely } from 'kysely';
import type { Composers } from '../mail/dispatcher.ts';
import type { ClaimedMail } from '../mail/outbox.ts';
import type { Tables } from '../server/db/tables.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import { generateLinkToken, hashLinkToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { INVITATION_COLUMNS, type InvitationRow, isPending } from './invitation-rows.ts';

const MAIL_KIND = 'invitation';

/**
 * Composes the mail with a new token: only its hash is stored, and neither the outbox nor a backup holds a
 * link that works. A second attempt ends the link of the first.
 */
async function composeInvitation({ db: { query }, now, identity }: Site, { data }: ClaimedMail) {
  const token = generateLinkToken();
  const row = await query
    .updateTable('invitations')
    .set({ token_hash: hashLinkToken(token) })
    .where('id', '=', data.invitation ?? '')
    .where(isPending(now()))
    .returning(INVITATION_COLUMNS)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { invitation } = await import('./mails/invitation.ts');
  return invitation({
    site: identity,
    role: row.role,
    invitedBy: row.invited_by,
    expiresAt: row.expires_at,
    acceptUrl: invitationLink(identity, token),
  });
}

/** The token is in the fragment, which browsers send to no server, nor as a referrer. */
export function invitationLink(site: SiteIdentity, token: string): string {
  return `${site.url}/admin/accept-invitation#${token}`;
}

export function mailOf({ id, email: recipient }: Pick<InvitationRow, 'id' | 'email'>) {
  return { kind: MAIL_KIND, recipient, data: { invitation: id } };
}

/** Withdraws mails of an invitation that wait for another attempt: they would end the link of the next mail. */
export async function withdrawMails(
  trx: Kysely<Tables>,
  id: string,
  instant: string,
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ state: 'withdrawn', settled_at: instant })
    .where('kind', '=', MAIL_KIND)
    .where('data', '=', JSON.stringify({ invitation: id }))
    .where('state', '=', 'waiting')
    .execute();
}

export const INVITATION_MAILS: Composers = { [MAIL_KIND]: composeInvitation };
