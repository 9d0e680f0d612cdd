import { z } from 'zod';
import { optional, required } from '../../server/fields.ts';
import { pictureUrl } from '../post-input.ts';
import { AUTHOR_KINDS, AUTHOR_LIMITS, type AuthorFields, nameKey, oneLine } from './author.ts';

/**
 * The URL of an ORCID iD that is written as its number or URL; null where the check character does not fit (ISO 7064, MOD 11-2:
 * https://support.orcid.org/hc/en-us/articles/360006897674).
 */
export function readOrcid(written: string): string | null {
  const digits = /^(?:(?:https?:\/\/)?orcid\.org\/)?(\d{4}-?\d{4}-?\d{4}-?\d{3}[\dX])$/i
    .exec(written.trim())?.[1]
    ?.replaceAll('-', '')
    .toUpperCase();
  if (digits === undefined) return null;
  const total = [...digits.slice(0, 15)].reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const check = (12 - (total % 11)) % 11;
  if (digits[15] !== (check === 10 ? 'X' : String(check))) return null;
  return `https://orcid.org/${digits.match(/.{4}/g)?.join('-')}`;
}

/** Crockford's alphabet of base 32. */
const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * The URL of a ROR ID that is written as its last part or URL; null where its check digits do not fit (ISO 7064, MOD 97-10:
 * https://ror.readme.io/docs/identifier).
 */
export function readRor(written: string): string | null {
  const [, code, check] =
    /^(?:(?:https?:\/\/)?ror\.org\/)?0([a-hj-km-np-tv-z0-9]{6})(\d{2})$/.exec(
      written.trim().toLowerCase(),
    ) ?? [];
  if (code === undefined) return null;
  const value = [...code].reduce((sum, letter) => sum * 32 + BASE_32.indexOf(letter), 0);
  if (98 - ((value * 100) % 97) !== Number(check)) return null;
  return `https://ror.org/0${code}${check}`;
}

const name = required(AUTHOR_LIMITS.name).transform(oneLine);

/** An identifier as it is copied; empty for none. */
function identifier(read: (written: string) => string | null, message: string) {
  return optional(100)
    .refine((written) => written.trim() === '' || read(written) !== null, message)
    .transform((written) => read(written) ?? '');
}

/** The input for an author; other names that repeat the name or each other are dropped. */
export const authorInputSchema = z
  .object({
    kind: z.enum(AUTHOR_KINDS).default('person'),
    name,
    familyName: optional(AUTHOR_LIMITS.name)
      .transform(oneLine)
      .meta({ description: 'Of a person, as it stands in `name`: citations need it' }),
    otherNames: z
      .array(name)
      .max(AUTHOR_LIMITS.otherNames, `At most ${AUTHOR_LIMITS.otherNames}`)
      .default([])
      .meta({ description: 'Other names under which posts were published' }),
    orcid: identifier(readOrcid, 'Must be an ORCID iD, such as 0000-0002-1825-0097'),
    affiliation: optional(AUTHOR_LIMITS.affiliation).transform(oneLine),
    ror: identifier(readRor, 'Must be a ROR ID, such as https://ror.org/05dxps055'),
    biography: optional(AUTHOR_LIMITS.biography)
      .transform((text) => text.trim())
      .meta({ description: 'Plain text' }),
    picture: pictureUrl,
  })
  .refine(({ kind, orcid }) => kind === 'person' || orcid === '', {
    path: ['orcid'],
    error: 'Only a person has an ORCID iD',
  })
  .refine(({ name, familyName }) => name.includes(familyName), {
    path: ['familyName'],
    error: 'Must be a part of the name',
  })
  .transform((input): AuthorFields => {
    const keys = [input.name, ...input.otherNames].map(nameKey);
    const otherNames = input.otherNames.filter(
      (_, at) => keys.indexOf(keys[at + 1] ?? '') === at + 1,
    );
    return { ...input, otherNames };
  });
