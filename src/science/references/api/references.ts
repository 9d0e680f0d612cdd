import { z } from '@hono/zod-openapi';
import { call, calls } from '../../../accounts/api/call.ts';
import { text } from '../../../server/fields.ts';
import type { Site } from '../../../site.ts';
import { MAX_PASTED } from '../read-record.ts';
import { readReferences } from '../reference-reading.ts';
import { referenceSchema } from './reference-schema.ts';

const messages = z.array(
  z.object({ line: z.int().min(1), column: z.int().min(1).optional(), message: z.string() }),
);

const readSchema = z
  .object({
    references: z
      .array(referenceSchema)
      .meta({ description: 'With keys that differ from each other' }),
    refusals: messages.meta({ description: 'What was not read and why, in the order of lines' }),
    notes: messages.meta({
      description:
        'With `DOI_LOOKUP`: DOIs of which the registry said nothing, which are references by themselves',
    }),
  })
  .meta({ id: 'ReadReferences' });

/** Reads references from what other programs write. */
export function references(site: Site) {
  return calls([
    call(
      {
        post: '/admin/references/read',
        summary: 'Read references from BibTeX, RIS, CSL-JSON or DOIs; nothing is stored',
        for: 'writer',
        body: z.object({ text: text(MAX_PASTED) }).meta({ id: 'PastedReferences' }),
        200: [readSchema, 'What was read, and what was not'],
      },
      ({ body }) => readReferences(site, body.text),
    ),
  ]);
}
