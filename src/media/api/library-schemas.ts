import { z } from '@hono/zod-openapi';
import { text } from '../../server/fields.ts';
import { pageQuery } from '../../server/http/cursor.ts';
import { PICTURE_LIMITS } from '../pictures.ts';

/** What the calls of pictures and of files to download have in common. */

export const itemFields = {
  id: z.string().meta({ description: 'Made from the content of the uploaded file' }),
  address: z.string().meta({ description: 'A path on this site; what lies there never changes' }),
  createdAt: z.iso.datetime(),
  usedIn: z
    .array(
      z.object({
        kind: z.enum(['post', 'author']),
        slug: z.string(),
        title: z.string(),
        isInTrash: z.boolean(),
      }),
    )
    .meta({ description: 'The posts whose text, unpublished changes or cover name it' }),
};

export const uploadQuery = z.object({
  name: text(PICTURE_LIMITS.name).default('').meta({ description: "The file's name" }),
});

/** The body of a request that is a file. */
export const FILE = { schema: z.string().meta({ format: 'binary' }) };

/** @param searched what `q` is looked for in: "the name" */
export function libraryQuery(searched: string) {
  return pageQuery(100).extend({
    q: text(200)
      .optional()
      .meta({ description: `Words of ${searched}` }),
  });
}

/** The fields of a page beside its items. */
export function pageFields(noun: string) {
  return {
    total: z.int().meta({ description: `All ${noun}s that match, on every page` }),
    nextCursor: z.string().nullable().meta({ description: 'Where to go on; null at the end' }),
  };
}

export const itemParams = z.object({ id: z.string().max(100) });

export function noSuch(noun: string) {
  return `There is no such ${noun}`;
}

export function removalResponses(noun: string) {
  return {
    204: 'Deleted',
    404: noSuch(noun),
    409: 'Posts use it; the detail names them',
  };
}
