import { z } from 'zod';
import { optional, required } from '../../server/fields.ts';
import { pictureUrl } from '../post-input.ts';
import { AUTHOR_KINDS, AUTHOR_LIMITS, type AuthorFields, nameKey, oneLine } from './author.ts';
import { readOrcid, readRor } from './identifiers.ts';

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
  .transform((input): AuthorFields => {
    const keys = [input.name, ...input.otherNames].map(nameKey);
    const otherNames = input.otherNames.filter(
      (_, at) => keys.indexOf(keys[at + 1] ?? '') === at + 1,
    );
    return { ...input, otherNames };
  });
