import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { text } from '../server/fields.ts';

/**
 * Password hashes by argon2id (RFC 9106), in the encoded form that contains the parameters. The library
 * is imported lazily, with the first sign-in.
 */

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Length instead of composition rules (NIST SP 800-63B-4, 3.1.1.2). */
const PASSWORD_LENGTH = 15;

/** A password that somebody chooses. */
export const newPassword = z
  .string()
  .min(PASSWORD_LENGTH, `Must be at least ${PASSWORD_LENGTH} characters`)
  .max(1_000);

/** The token of a link in a mail, with the password that its reader has chosen. */
export const passwordByLinkSchema = z.object({
  token: text(200),
  password: newPassword,
});

/** Normalized, since keyboards compose the same characters in different ways (NIST SP 800-63B-4, 3.1.1.2). */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hash(password.normalize('NFKC'), PARAMETERS);
}

/** Also accepts a hash of the password as it was typed, which former versions stored. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2');
  const normalized = password.normalize('NFKC');
  if (await verify(passwordHash, normalized)) return true;
  return normalized !== password && verify(passwordHash, password);
}

/** 120 random bits, without characters that look alike. */
export function generatePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789W';
  return Array.from(randomBytes(24), (byte) => alphabet[byte % 32]).join('');
}
