import type { Kysely } from 'kysely';
import { enqueue } from '../mail/enqueue.ts';
import type { Composers } from '../mail/outbox.ts';
import type { Tables } from '../server/db/tables.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';
import type { AuditAction } from './audit-actions.ts';

const MAIL_KIND = 'account-changed';

const CHANGES: Partial<Record<AuditAction, string>> = {
  'password-changed': 'Your password was changed',
  'password-reset': 'Your password was changed by a link from an email',
  'authenticator-app-added': 'An authenticator app was added to your account',
  'authenticator-app-removed': 'The authenticator app was removed from your account',
  'passkey-added': 'A passkey was added to your account',
  'passkey-removed': 'A passkey was removed from your account',
  'recovery-codes-made': 'New recovery codes were created for your account',
  'second-factors-removed': 'Two-step sign-in was turned off for your account',
};

/** Records a change of an account and tells its owner. @param actor null: the command line */
export async function recordChange(
  { now, sendsMail }: Site,
  trx: Kysely<Tables>,
  email: string,
  action: AuditAction,
  subject = '',
  actor: string | null = email,
): Promise<void> {
  const at = now();
  await recordEvent(trx, { at, actor, action, subject });
  if (!sendsMail || CHANGES[action] === undefined) return;
  await enqueue(trx, at, [{ kind: MAIL_KIND, recipient: email, data: { action, at } }]);
}

export const ACCOUNT_MAILS: Composers = {
  [MAIL_KIND]: async ({ identity }, { recipient, data: { action, at = '' } }) => {
    const change = CHANGES[action as AuditAction];
    if (change === undefined) return null;
    const { accountChanged } = await import('./account-emails.ts');
    return accountChanged(identity, recipient, change, at);
  },
};
