import { randomBytes } from 'node:crypto';

/**
 * Passwords as argon2id hashes (RFC 9106), in the encoded form that carries its own parameters. The
 * library is loaded when somebody signs in.
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

/** 120 bits, written without characters that are mistaken for one another when typed. */
export function generatePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789W';
  return Array.from(randomBytes(24), (byte) => alphabet[byte % 32]).join('');
}
