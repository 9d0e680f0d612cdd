import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../server/db/tables.ts';
import { type Result, succeed } from '../server/failure.ts';
import { text } from '../server/fields.ts';
import { generateLinkToken, hashLinkToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { inAccounts, issueToken, subjectOf } from './one-time-tokens.ts';
import { hashPassword, newPassword } from './passwords.ts';

/** Links that are handed on, of invitations and forgotten passwords: each leads to a page that takes a new password. */
type LinkKind = 'invitation' | 'password-reset';

const PATHS = { invitation: 'accept-invitation', 'password-reset': 'reset-password' };

export const linkTokenSchema = z.object({ token: text(200) }).meta({ id: 'LinkToken' });

/** The token of a link, with the password that its reader has chosen. */
export const passwordByLinkSchema = linkTokenSchema
  .extend({ password: newPassword })
  .meta({ id: 'PasswordByLink' });

/** The token is in the fragment, which browsers send to no server, nor as a referrer. */
export async function issueLink(
  { identity }: Site,
  trx: Kysely<Tables>,
  link: { kind: LinkKind; subject: string; expires_at: string },
): Promise<string> {
  const token = generateLinkToken();
  await issueToken(trx, { ...link, hash: hashLinkToken(token) });
  return `${identity.url}/admin/${PATHS[link.kind]}#${token}`;
}

/** A mail that waits for another attempt would make a link that works, and end one of a later mail. */
export async function withdrawMails(
  { now }: Site,
  trx: Kysely<Tables>,
  kind: LinkKind,
  recipient: string,
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ state: 'withdrawn', settled_at: now() })
    .where((mail) => mail.and({ kind, recipient, state: 'waiting' }))
    .execute();
}

/** What a link that has not expired is for. Changes nothing: mail scanners follow links. */
export function subjectOfLink(site: Site, query: Kysely<Tables>, kind: LinkKind, token: string) {
  return subjectOf(site, query, kind, hashLinkToken(token));
}

/** Redeems a link by a chosen password, which is hashed between two looks at the link. @returns whose account it is */
export async function redeemLink<T extends { email: string }>(
  site: Site,
  { token, password }: z.output<typeof passwordByLinkSchema>,
  open: (site: Site, query: Kysely<Tables>, token: string) => Promise<Result<T>>,
  redeem: (trx: Kysely<Tables>, opened: T, passwordHash: string) => Promise<void>,
): Promise<Result<{ email: string }>> {
  const before = await open(site, site.db.query, token);
  if (!before.ok) return before;
  const passwordHash = await hashPassword(password);
  return inAccounts(site, async (trx) => {
    const opened = await open(site, trx, token);
    if (!opened.ok) return opened;
    await redeem(trx, opened.value, passwordHash);
    return succeed({ email: opened.value.email });
  });
}
