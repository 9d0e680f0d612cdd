import { randomBytes } from 'node:crypto';

/**
 * Password hashes by argon2id (RFC 9106), in the encoded form that contains the parameters. The library
 * is imported lazily, with the first sign-in.
 */

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hash(password, PARAMETERS);
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2');
  return verify(passwordHash, password);
}

/** 120 random bits, without characters that look alike. */
export function generatePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789W';
  return Array.from(randomBytes(24), (byte) => alphabet[byte % 32]).join('');
}
