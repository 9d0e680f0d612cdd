import { type CslItem, type CslName, OTHERS } from './csl.ts';

/** The family name with its particles, or the name of an organization. */
export function familyName(name: CslName): string {
  const parts = [name['dropping-particle'], name['non-dropping-particle'], name.family];
  return parts.filter(Boolean).join(' ') || name.literal || name.given || '';
}

/** A person; lower-case words before the family name are its particle. */
export function personName(name: string, given: string, suffix: string): CslName {
  const [, particle = '', family = name] = /^((?:\p{Ll}[\p{L}’']*\s+)+)(\S.*)$/u.exec(name) ?? [];
  const parts = { family, given, 'non-dropping-particle': particle.trim(), suffix };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== ''));
}

/** `van den Berg, Anna, Jr.` */
export function invertedName(name: CslName): string {
  if (name.family === undefined) return familyName(name);
  return [familyName(name), name.given, name.suffix].filter(Boolean).join(', ');
}

/** `Jean-Paul K.` → `JPK`; initials that are written together stay: `Mei LK` → `MLK`. */
export function initials({ given = '', family = '' }: CslName): string {
  // Scripts without capitals have no initials.
  if (!/[\p{Lu}\p{Ll}]/u.test(given)) return given;
  // In capitals throughout, `YU` is a name and `HJ` is not.
  const isCapitals = family.length > 1 && family === family.toUpperCase();
  const together = isCapitals ? /^[^AEIOUY\P{Lu}]{2,4}$/u : /^(?:\p{Lu}{2,3}|[^AEIOUY\P{Lu}]{4})$/u;
  const parts = given.split(/[\s.-]+/).filter((part) => part !== '');
  return parts
    .map((part) => (together.test(part) ? part : ([...part][0] ?? '').toUpperCase()))
    .join('');
}

/** The names that are known, without the mark that there are others. */
export function knownNames(all: readonly CslName[] = []) {
  const names = all.filter(({ literal }) => literal !== OTHERS);
  return { names, isPartial: names.length < all.length };
}

/** Whom a text names: `Smith`, `Smith and Doe`, `Smith et al.`; empty when nobody is known. */
export function citedNames(csl: CslItem | undefined): string {
  const { names, isPartial } = knownNames(csl?.author ?? csl?.editor);
  const [first, second] = names.map(familyName);
  if (first === undefined) return '';
  if (second === undefined && !isPartial) return first;
  return names.length === 2 && !isPartial ? `${first} and ${second}` : `${first} et al.`;
}
