import { createHash, randomBytes } from 'node:crypto';

/** An opaque token of 256 random bits, in base64url. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * For links that people hand on: 160 random bits in hexadecimal, since some programs change letter
 * case, and many leave a trailing hyphen or underscore out of a link.
 */
export function generateLinkToken(): string {
  return randomBytes(20).toString('hex');
}

/** The hash of a link's token, whatever became of its letter case and the space around it. */
export function hashLinkToken(token: string): string {
  return hashToken(token.trim().toLowerCase());
}

/** SHA-256 in hexadecimal, without salt: for secrets that are too long to guess, never for passwords. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
