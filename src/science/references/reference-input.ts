import { z } from 'zod';
import { isShallow, optional, text } from '../../server/fields.ts';
import { isHttpUrl } from '../../server/html/urls.ts';
import { isKey, MAX_KEY } from './keys.ts';
import { normalizeCsl } from './normalize-csl.ts';
import { MAX_REFERENCES, REFERENCE_LIMITS, REFERENCE_TYPES, referenceUrl } from './reference.ts';

const cslSchema = z
  .looseObject({})
  .refine(isShallow, { message: 'Is nested too deeply', abort: true })
  .refine(
    (csl) => JSON.stringify(csl).length <= REFERENCE_LIMITS.csl,
    `Must be at most ${REFERENCE_LIMITS.csl} characters as JSON`,
  )
  .transform(normalizeCsl)
  .describe('The work in CSL-JSON; anything that is not a CSL variable is left out');

const NO_URL = 'Must be an http or https address';

/**
 * @param isTyped they are still being typed: what is no key cannot be cited, and no link leads to
 * their URLs
 */
export function referenceList(isTyped = false) {
  const url = text(REFERENCE_LIMITS.url)
    .transform(referenceUrl)
    .refine((url) => isTyped || url === '' || isHttpUrl(url), NO_URL)
    .pipe(text(REFERENCE_LIMITS.url));
  const key = text(isTyped ? REFERENCE_LIMITS.title : MAX_KEY)
    .nullish()
    .transform((key) => key?.trim().normalize('NFC') ?? '')
    .refine(
      (key) => isTyped || key === '' || isKey(key),
      'Must be letters, digits and _, with single characters such as : . / - between them, and must not begin with fig-, eq- or tbl-',
    );
  return z
    .array(
      z
        .object({
          title: optional(REFERENCE_LIMITS.title),
          url: isTyped ? url.default('') : url,
          description: optional(REFERENCE_LIMITS.description),
          type: z.enum(REFERENCE_TYPES).default('article'),
          key,
          csl: cslSchema.nullish(),
        })
        // A work that is known by its record needs no address: an old book has none.
        .refine(({ url, csl }) => isTyped || url !== '' || (csl?.title ?? '') !== '', {
          message: NO_URL,
          path: ['url'],
        })
        // Both stay away from references without them.
        .transform(({ key, csl, ...reference }) => ({
          ...reference,
          ...(key === '' ? {} : { key }),
          ...(csl == null ? {} : { csl }),
        })),
    )
    .max(MAX_REFERENCES)
    .nullish()
    .transform((references) => references ?? []);
}
