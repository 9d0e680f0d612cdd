import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';

/** Kinds of mail in the outbox. */
export const CONFIRMATION_MAIL = 'newsletter-confirmation';
export const ISSUE_MAIL = 'newsletter-issue';

/**
 * Erases the email of a former subscriber from the newsletter's mails in the outbox; the counts stay. Waiting
 * mails are withdrawn when they are due.
 */
export async function eraseRecipient(trx: Kysely<Tables>, email: string): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ recipient: '' })
    .where('recipient', '=', email)
    .where('kind', 'in', [CONFIRMATION_MAIL, ISSUE_MAIL])
    .execute();
}
