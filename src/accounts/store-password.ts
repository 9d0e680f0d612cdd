import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { hashToken } from '../server/tokens.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';

/**
 * Stores a password, and ends what the one before let in: sessions, pending sign-ins and reset links.
 *
 * @param keptToken of the session that stays
 */
export async function storePassword(
  trx: Kysely<Tables>,
  administrator: string,
  password_hash: string,
  keptToken?: string,
): Promise<void> {
  await trx
    .updateTable('administrators')
    .set({ password_hash })
    .where('id', '=', administrator)
    .execute();
  await trx
    .deleteFrom('sessions')
    .where('administrator_id', '=', administrator)
    .$if(keptToken !== undefined, (others) =>
      others.where('token_hash', '<>', hashToken(keptToken as string)),
    )
    .execute();
  await endPendingSignIns(trx, administrator);
  await endPasswordResets(trx, administrator);
}

/** Ends the reset links of an account. */
export async function endPasswordResets(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('password_resets').where('administrator_id', '=', id).execute();
}
