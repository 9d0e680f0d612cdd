import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { hashToken } from '../tokens.ts';

/** How it stands with an administrator's recovery codes. */
export type RecoveryCodesLeft = {
  left: number;
  madeAt: string;
  /** When the last of them was used; null when none was. */
  lastUsedAt: string | null;
};

type Parts = { db: Pick<Database, 'query'> /** ISO 8601 in UTC. */; now: () => string };

const CODE_COUNT = 10;

/** 32 signs without those that are mistaken for others (after Crockford): five bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 bits: more than anybody tries, so that a hash without salt is enough to keep. */
const CODE_LENGTH = 16;

/** Codes on paper, for who has lost the second factor: each is good once. */
export function createRecoveryCodes({ db: { query }, now }: Parts) {
  /** Makes all of them anew; those before are worth nothing any more. */
  async function make(trx: Kysely<Tables>, id: string): Promise<string[]> {
    const codes = Array.from({ length: CODE_COUNT }, generateCode);
    await remove(trx, id);
    await trx
      .insertInto('recovery_codes')
      .values(
        codes.map((code) => ({
          administrator_id: id,
          code_hash: hashToken(normalized(code)),
          created_at: now(),
        })),
      )
      .execute();
    return codes;
  }

  /** Uses one up; false when there is no such code, or it was used before. */
  async function redeem(trx: Kysely<Tables>, id: string, code: string): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('recovery_codes')
      .set({ used_at: now() })
      .where('administrator_id', '=', id)
      .where('code_hash', '=', hashToken(normalized(code)))
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  /** What is left, or null where none were made. */
  async function left(id: string, from: Kysely<Tables> = query): Promise<RecoveryCodesLeft | null> {
    const codes = await from
      .selectFrom('recovery_codes')
      .select(['created_at', 'used_at'])
      .where('administrator_id', '=', id)
      .execute();
    const madeAt = codes[0]?.created_at;
    if (madeAt === undefined) return null;
    const used = codes.flatMap(({ used_at }) => used_at ?? []);
    return { left: codes.length - used.length, madeAt, lastUsedAt: used.toSorted().at(-1) ?? null };
  }

  async function remove(trx: Kysely<Tables>, id: string): Promise<void> {
    await trx.deleteFrom('recovery_codes').where('administrator_id', '=', id).execute();
  }

  return { make, redeem, left, remove };
}

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>;

function generateCode(): string {
  const signs = Array.from(
    randomBytes(CODE_LENGTH),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join('');
  return signs.replace(/.{4}(?=.)/g, '$&-');
}

/** As it was made, however it was copied from paper. */
function normalized(code: string): string {
  return code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
}
