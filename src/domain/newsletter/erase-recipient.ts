import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.ts';

/** The mails of the newsletter in the outbox, by what becomes of them. */
export const CONFIRMATION_MAIL = 'newsletter-confirmation';
export const ISSUE_MAIL = 'newsletter-issue';

/**
 * Takes the address of who has left out of the record of what was mailed; the figures stay. What
 * still waits is withdrawn when its turn comes.
 */
export async function eraseRecipient(trx: Kysely<Tables>, email: string): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ recipient: '' })
    .where('recipient', '=', email)
    .where('kind', 'in', [CONFIRMATION_MAIL, ISSUE_MAIL])
    .execute();
}
