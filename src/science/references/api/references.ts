import { z } from '@hono/zod-openapi';
import { call, calls } from '../../../accounts/api/call.ts';
import { text } from '../../../server/fields.ts';
import type { Site } from '../../../site.ts';
import { MAX_PASTED } from '../read-record.ts';
import type { CslItem } from '../reference.ts';
import { REFERENCE_TYPES } from '../reference.ts';
import { readReferences } from '../reference-reading.ts';

export const referenceSchema = z
  .object({
    title: z.string(),
    url: z.string(),
    description: z.string(),
    type: z.enum(REFERENCE_TYPES),
    key: z.string().optional().meta({ description: 'By which the text cites it: `[@key]`' }),
    csl: z
      .custom<CslItem>()
      .optional()
      .meta({ type: 'object', description: 'The work in CSL-JSON, where it is known' }),
  })
  .meta({ id: 'Reference' });

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

export function references(site: Site) {
  return calls([
    call({
      post: '/admin/references/read',
      summary: 'Read references from BibTeX, RIS, CSL-JSON or DOIs; nothing is stored',
      for: 'writer',
      body: z.object({ text: text(MAX_PASTED) }).meta({ id: 'PastedReferences' }),
      200: [readSchema, 'What was read, and what was not'],
    }).to(({ body }) => readReferences(site, body.text)),
  ]);
}
