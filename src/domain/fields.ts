import { z } from 'zod';

/** Kinds of text field that the schemas are made of; lengths count UTF-16 code units. */

// Neither engine may receive what it cannot give back: PostgreSQL refuses NUL, and half a surrogate
// pair turns into a replacement character in UTF-8.
function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

export function text(maximum: number) {
  return z
    .string()
    .max(maximum, `Must have at most ${maximum} characters`)
    .refine(isStorable, 'Contains characters that cannot be stored');
}

export function required(maximum: number) {
  return text(maximum).refine((value) => value.trim() !== '', 'Must not be empty');
}

/** Missing and null mean empty. */
export function optional(maximum: number) {
  return text(maximum)
    .nullish()
    .transform((value) => value ?? '');
}

/** An e-mail address by the rule of browsers' e-mail inputs (HTML Standard, 4.10.5.1.5). */
export function email() {
  return z
    .string()
    .trim()
    .max(254, 'Must have at most 254 characters')
    .regex(z.regexes.html5Email, 'Must be an e-mail address');
}
