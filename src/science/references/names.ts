import { type CslItem, type CslName, OTHERS } from './csl.ts';

/** The family name with its particles, or the name of an organization. */
export function familyName(name: CslName): string {
  const parts = [name['dropping-particle'], name['non-dropping-particle'], name.family];
  return parts.filter(Boolean).join(' ') || name.literal || name.given || '';
}

/** `Jean-Paul K.` → `JPK`, or `J.-P. K.` with a dot after each. */
export function initials(given: string, dot: '' | '.'): string {
  // Scripts without capitals have no initials.
  if (!/[\p{Lu}\p{Ll}]/u.test(given)) return given;
  const words = given.split(/[\s.]+/).filter((word) => word !== '');
  const short = words.map((word) =>
    word
      .split('-')
      .flatMap((part) => [...part].slice(0, 1))
      .map((letter) => letter.toUpperCase() + dot)
      .join(dot === '' ? '' : '-'),
  );
  return short.join(dot === '' ? '' : ' ');
}

type KnownNames = { names: CslName[]; isPartial: boolean };

/** The names that are known, without the mark that there are others. */
export function knownNames(all: readonly CslName[] = []): KnownNames {
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
