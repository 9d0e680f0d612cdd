import { z } from 'zod';
import { optional, required } from '../../server/fields.ts';
import { isHttpUrl } from '../../server/html/urls.ts';
import { instant } from '../../server/http/common-schemas.ts';
import { byName, LIMITS } from '../fields.ts';
import { pictureUrl } from '../post-input.ts';
import { AUTHOR_KINDS, AUTHOR_LIMITS, AUTHOR_TEXTS, CITED_TEXTS, oneLine } from './author.ts';

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

export const authorInputSchema = z
  .object({
    kind: z.enum(AUTHOR_KINDS).default('person'),
    name: required(AUTHOR_LIMITS.name).transform(oneLine),
    familyName: optional(AUTHOR_LIMITS.name)
      .transform(oneLine)
      .describe('Of a person, as it stands in `name`: citations need it'),
    orcid: optional(100)
      .refine(
        (written) => written.trim() === '' || readOrcid(written) !== null,
        'Must be an ORCID iD, such as 0000-0002-1825-0097',
      )
      .transform((written) => readOrcid(written) ?? ''),
    affiliation: optional(AUTHOR_LIMITS.affiliation).transform(oneLine),
    biography: optional(AUTHOR_LIMITS.biography)
      .transform((text) => text.trim())
      .describe('Plain text'),
    picture: pictureUrl,
    link: optional(LIMITS.url)
      .transform((url) => url.trim())
      .refine((url) => url === '' || isHttpUrl(url), 'Must be an http or https address')
      .describe('A page about the author elsewhere'),
  })
  .refine(({ kind, orcid }) => kind === 'person' || orcid === '', {
    path: ['orcid'],
    error: 'Only a person has an ORCID iD',
  })
  .refine(({ name, familyName }) => name.includes(familyName), {
    path: ['familyName'],
    error: 'Must be a part of the name',
  });

/** The `slug` of the page below `/authors/` stays when the name changes. */
export const authorSchema = z
  .object({
    ...{ id: z.string(), slug: z.string(), kind: z.enum(AUTHOR_KINDS) },
    ...byName(AUTHOR_TEXTS, () => z.string()),
    version: z.int().min(1).describe('Grows by one with every edit'),
    updatedAt: instant,
  })
  .meta({ id: 'Author' });

export const listedAuthorSchema = authorSchema
  .extend({ postCount: z.int().min(0).describe('Public posts that name the author') })
  .meta({ id: 'ListedAuthor' });

export const namedAuthorSchema = authorSchema.pick({
  ...byName(CITED_TEXTS, () => true as const),
  ...{ slug: true, kind: true },
});
