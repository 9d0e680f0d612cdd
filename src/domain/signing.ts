import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../db/connect.ts';
import { lazy } from './lazy.ts';

const KEY_NAME = 'signing-key';
const KEY_BYTES = 32;

/** What texts are signed for: a signature for one purpose is none for another. */
export type SigningPurpose =
  | 'newsletter-confirm'
  | 'newsletter-unsubscribe'
  | 'newsletter-letter'
  | 'subscriber'
  | 'passkey-challenge'
  | 'limit'
  | 'known-network';

/**
 * Signatures by HMAC-SHA-256 (RFC 2104) with a key that the site makes once and keeps in its
 * database, so that all instances share it and links outlive a restart. The same function stands in
 * for what must be known again but not kept, such as addresses.
 */
export function createSigning({ query }: Pick<Database, 'query'>) {
  const signingKey = lazy(readKey);

  async function readKey(): Promise<Buffer> {
    const made = randomBytes(KEY_BYTES).toString('hex');
    // Of several instances that start at once, one makes the key and all read it.
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
   * The signature of a text: 64 hexadecimal digits. In hexadecimal, since letter case is lost in
   * some hands, and since many programs leave a hyphen or underscore at the end out of a link.
   */
  async function sign(purpose: SigningPurpose, text: string): Promise<string> {
    return createHmac('sha256', await signingKey())
      .update(`${purpose}\0${text}`)
      .digest('hex');
  }

  /** Whether a signature is that of the text, compared in the same time wherever they differ. */
  async function verify(
    purpose: SigningPurpose,
    text: string,
    signature: string,
  ): Promise<boolean> {
    const right = Buffer.from(await sign(purpose, text));
    const given = Buffer.from(signature.toLowerCase());
    return given.length === right.length && timingSafeEqual(given, right);
  }

  return { sign, verify };
}

export type Signing = ReturnType<typeof createSigning>;
