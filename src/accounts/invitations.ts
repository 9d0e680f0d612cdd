import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { enqueue } from '../mail/enqueue.ts';
import type { Composers } from '../mail/outbox.ts';
import type { Tables } from '../server/db/tables.ts';
import { conflict, notFound, type Result, succeed } from '../server/failure.ts';
import { email as emailField } from '../server/fields.ts';
import { instant } from '../server/http/common-schemas.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Site } from '../site.ts';
import { findByEmail, inAccounts } from './administrators.ts';
import { recordEvent } from './audit.ts';
import { endTokens, issueLink } from './one-time-tokens.ts';
import { isAdministrator, NOT_ALLOWED, ROLES } from './roles.ts';

export const invitationSchema = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: z.enum(ROLES),
    invitedBy: z.string(),
    createdAt: instant,
    expiresAt: instant,
    isExpired: z.boolean(),
  })
  .meta({ id: 'Invitation' });

export type Invitation = z.output<typeof invitationSchema>;

export const madeInvitationSchema = invitationSchema
  .extend({
    link: z.url().nullable().meta({
      description:
        'Null if it was emailed; without a mail server, the link to pass on, returned only once',
    }),
  })
  .meta({ id: 'MadeInvitation' });

export type NewInvitation = z.output<typeof madeInvitationSchema>;

const HOURS = 48;
const KIND = 'invitation';

export const newInvitationSchema = z.object({ email: emailField(), role: z.enum(ROLES) });

function toInvitation(row: Selectable<Tables['invitations']>, instant: string): Invitation {
  const { id, email, role, invited_by: invitedBy, created_at, expires_at: expiresAt } = row;
  const isExpired = expiresAt <= instant;
  return { id, email, role, invitedBy, createdAt: created_at, expiresAt, isExpired };
}

/** Former versions kept those that were accepted or withdrawn. */
function openInvitations(query: Kysely<Tables>) {
  const all = query.selectFrom('invitations').selectAll();
  return all.where('accepted_at', 'is', null).where('revoked_at', 'is', null);
}

export async function listInvitations({ now, db: { query } }: Site): Promise<Invitation[]> {
  const rows = await openInvitations(query).orderBy('created_at', 'desc').orderBy('id').execute();
  return rows.map((row) => toInvitation(row, now()));
}

/** A former invitation of that email ends, and its link. */
export async function invite(
  site: Site,
  { email: guest, role }: z.output<typeof newInvitationSchema>,
  { by }: { by: string },
): Promise<Result<NewInvitation>> {
  const email = guest.toLowerCase();
  const invited = await inAccounts(site, async (trx): Promise<Result<NewInvitation>> => {
    if (!(await isAdministrator(trx, by))) return NOT_ALLOWED;
    if ((await findByEmail(trx, email)) !== undefined) {
      return conflict(`${email} already has an account.`);
    }
    const at = site.now();
    const expires_at = addMilliseconds(at, HOURS * 60 * 60 * 1000);
    const ends = { created_at: at, expires_at, accepted_at: null, revoked_at: null };
    const row = { id: randomUUID(), email, role, invited_by: by, ...ends };
    await trx.deleteFrom('invitations').where('email', '=', email).execute();
    await trx.insertInto('invitations').values(row).execute();
    await recordEvent(trx, { at, actor: by, action: `${role}-invited`, subject: email });
    const mail = { kind: KIND, recipient: email, data: { invitation: row.id } };
    if (site.sendsMail) await enqueue(trx, at, [mail]);
    const link = site.sendsMail ? null : await newLink(site, trx, row);
    return succeed({ ...toInvitation(row, at), link });
  });
  if (invited.ok) site.onMailEnqueued();
  return invited;
}

/** Ends the former link. */
async function newLink(site: Site, trx: Kysely<Tables>, row: { id: string; expires_at: string }) {
  await endTokens(trx, row.id, [KIND]);
  return issueLink(site, trx, { kind: KIND, subject: row.id, expires_at: row.expires_at });
}

export function findInvitation({ now }: Site, query: Kysely<Tables>, id: string) {
  const invitation = openInvitations(query).where('id', '=', id);
  return invitation.where('expires_at', '>', now()).executeTakeFirst();
}

export const INVITATION_MAILS: Composers = {
  /** Makes the link: neither the outbox nor a backup holds one that works. */
  [KIND]: async (site, { data }) => {
    const composed = await inAccounts(site, async (trx) => {
      const row = await findInvitation(site, trx, data.invitation ?? '');
      if (row === undefined) return null;
      return { ...toInvitation(row, site.now()), url: await newLink(site, trx, row) };
    });
    if (composed === null) return null;
    const { invitation } = await import('./account-emails.ts');
    return invitation(site.identity, composed, composed);
  },
};

export function revokeInvitation(site: Site, id: string, { by }: { by: string }) {
  return inAccounts(site, async (trx) => {
    if (!(await isAdministrator(trx, by))) return NOT_ALLOWED;
    const email = await endInvitations(trx, 'id', id);
    if (email === undefined) return NO_SUCH_INVITATION;
    const action = 'invitation-revoked';
    await recordEvent(trx, { at: site.now(), actor: by, action, subject: email });
    return succeed(undefined);
  });
}

/** @returns the email of the first one */
export async function endInvitations(
  trx: Kysely<Tables>,
  column: 'id' | 'email' | 'invited_by',
  value: string,
): Promise<string | undefined> {
  const ended = trx.deleteFrom('invitations').where(column, '=', value).returning('email');
  return (await ended.executeTakeFirst())?.email;
}

const NO_SUCH_INVITATION = notFound(
  'There is no such invitation. It may have been accepted or withdrawn.',
);
