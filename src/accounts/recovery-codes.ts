import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../server/db/tables.ts';
import { instant } from '../server/http/common-schemas.ts';
import { hashToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';

export const codesLeftSchema = z.object({
  left: z.int(),
  madeAt: instant,
  /** Null when no code was used. */
  lastUsedAt: instant.nullable(),
});
export type RecoveryCodesLeft = z.output<typeof codesLeftSchema>;

const CODE_COUNT = 10;

/** Crockford's base32, without characters that look alike: five bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 160 bits: too many to guess, so that a hash without salt is enough. */
const CODE_LENGTH = 32;

/** Replaces all codes of an administrator by new ones. */
export async function generateRecoveryCodes(
  { now }: Site,
  trx: Kysely<Tables>,
  id: string,
): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, generateCode);
  await deleteRecoveryCodes(trx, id);
  const rows = codes.map((code) => ({ administrator_id: id, code_hash: hashOf(code) }));
  await trx
    .insertInto('recovery_codes')
    .values(rows.map((row) => ({ ...row, created_at: now() })))
    .execute();
  return codes;
}

/** False when there is no such code, or it was redeemed. */
export async function redeemRecoveryCode(
  { now }: Site,
  trx: Kysely<Tables>,
  id: string,
  code: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_codes')
    .set({ used_at: now() })
    .where('administrator_id', '=', id)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Null when the administrator has no codes. */
export async function countRecoveryCodes(
  query: Kysely<Tables>,
  id: string,
): Promise<RecoveryCodesLeft | null> {
  const codes = await query
    .selectFrom('recovery_codes')
    .select(['created_at', 'used_at'])
    .where('administrator_id', '=', id)
    .execute();
  const madeAt = codes[0]?.created_at;
  if (madeAt === undefined) return null;
  const used = codes.flatMap(({ used_at }) => used_at ?? []);
  return { left: codes.length - used.length, madeAt, lastUsedAt: used.toSorted().at(-1) ?? null };
}

export async function deleteRecoveryCodes(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('administrator_id', '=', id).execute();
}

function generateCode(): string {
  const characters = Array.from(
    randomBytes(CODE_LENGTH),
    (byte) => ALPHABET[byte % ALPHABET.length],
  );
  return characters.join('').replace(/.{4}(?=.)/g, '$&-');
}

/** Ignores letter case, separators and look-alikes (O for 0, I and L for 1). */
function hashOf(code: string): string {
  const characters = code.toLowerCase().replace(/[^0-9a-z]/g, '');
  return hashToken(characters.replaceAll('o', '0').replace(/[il]/g, '1'));
}
