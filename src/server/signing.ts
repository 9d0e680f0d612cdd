import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from './db/connect.ts';
import { lazy } from './lazy.ts';

const KEY_NAME = 'signing-key';
const KEY_BYTES = 32;

/** A signature for one purpose is invalid for every other. */
export type SigningPurpose =
  | 'newsletter-confirm'
  | 'newsletter-unsubscribe'
  | 'newsletter-letter'
  | 'subscriber'
  | 'passkey-challenge';

/**
 * HMAC-SHA-256 (RFC 2104) with a key that all instances share in the database, so that links
 * outlive a restart. A signature also serves as the keyed hash of data that is recognized without
 * being stored, such as a former subscriber's email.
 */
export function createSigning({ query }: Pick<Database, 'query'>) {
  const signingKey = lazy(readKey);

  async function readKey(): Promise<Buffer> {
    const made = randomBytes(KEY_BYTES).toString('hex');
    // Of several instances that start at once, one inserts the key and all read it.
    await query
      .insertInto('secrets')
      .values({ name: KEY_NAME, value: made })
      .onConflict((name) => name.column('name').doNothing())
      .execute();
    const { value } = await query
      .selectFrom('secrets')
      .select('value')
      .where('name', '=', KEY_NAME)
      .executeTakeFirstOrThrow();
    return Buffer.from(value, 'hex');
  }

  /**
   * Signs a text: 64 hexadecimal digits. Not base64url, since some mail programs change letter case,
   * and many leave a hyphen or underscore at the end out of a link.
   */
  async function sign(purpose: SigningPurpose, text: string): Promise<string> {
    return createHmac('sha256', await signingKey())
      .update(`${purpose}\0${text}`)
      .digest('hex');
  }

  /** Compares signatures in constant time. */
  async function verify(purpose: SigningPurpose, text: string, signature: string) {
    const right = Buffer.from(await sign(purpose, text));
    const given = Buffer.from(signature.toLowerCase());
    return given.length === right.length && timingSafeEqual(given, right);
  }

  return { sign, verify };
}

export type Signing = ReturnType<typeof createSigning>;
