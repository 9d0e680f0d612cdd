import * as argon2 from '@node-rs/argon2/index.js';

/**
 * Vitest imports this in place of `@node-rs/argon2`, which is slow on purpose, while half of the tests sign somebody in:
 * the same function at its least cost.
 */

let asked: argon2.Options = {};

export function hash(password: string, options: argon2.Options): Promise<string> {
  asked = options;
  return argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
}

export function verify(hashed: string, password: string): Promise<boolean> {
  return argon2.verify(hashed, password);
}

/** The options with which the site asked for the last hash. */
export const askedOptions = (): argon2.Options => asked;
