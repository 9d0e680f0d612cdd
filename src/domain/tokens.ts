import { createHash, randomBytes } from 'node:crypto';

/** An opaque token of 256 random bits, in base64url. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hexadecimal, without salt: for secrets that are too long to guess, never for passwords. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
