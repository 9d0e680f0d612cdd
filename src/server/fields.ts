import { z } from 'zod';

/** Text fields of the schemas; lengths count UTF-16 code units. */

/** PostgreSQL rejects NUL, and UTF-8 replaces a lone surrogate. */
function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/**
 * The path to the first string that a database cannot store; null for none. A value that is nested
 * too deeply counts as one.
 *
 * @param except keys whose values are skipped
 */
export function findUnstorable(
  value: unknown,
  except: ReadonlySet<string> = new Set(),
): (string | number)[] | null {
  return isShallow(value) ? findString(value, except) : [];
}

function findString(value: unknown, except: ReadonlySet<string>): (string | number)[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const path = except.has(key) ? null : findString(inner, except);
    if (path !== null) return [Array.isArray(value) ? Number(key) : key, ...path];
  }
  return null;
}

/** Levels of nesting: recursive functions exceed the call stack beyond some thousands. */
const MAX_DEPTH = 100;

/** True for a value of JSON that recursive functions can walk. */
export function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_DEPTH) return false;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return true;
}

export const UNSTORABLE = 'Contains characters that cannot be stored';

export function text(maximum: number) {
  return z
    .string()
    .max(maximum, `Must be at most ${maximum} characters`)
    .refine(isStorable, UNSTORABLE);
}

/** At least one character must be visible: people could not click a link of zero-width spaces. */
export function required(maximum: number) {
  return text(maximum).refine((value) => /[^\s\p{Cc}\p{Cf}]/u.test(value), 'Must not be empty');
}

/** Missing and null become the empty string. */
export function optional(maximum: number) {
  return text(maximum)
    .nullish()
    .transform((value) => value ?? '');
}

/** Validates as browsers' email inputs do (HTML Standard, 4.10.5.1.5). */
export function email() {
  return z
    .string()
    .trim()
    .max(254, 'Must be at most 254 characters')
    .regex(z.regexes.html5Email, 'Must be an email address');
}
