import { z } from 'zod';

/** A remark for the writer about a place in a post's content. What has no line of its own is on line 1. */
export const findingSchema = z
  .object({
    line: z.int().min(1).meta({ description: 'In the content' }),
    column: z.int().min(1).optional().meta({ description: 'In UTF-16 code units' }),
    reference: z.int().min(1).optional().meta({
      description: 'The number of the reference that it is about, which has no line of its own',
    }),
    field: z.string().optional().meta({
      description: 'The field that it is about, such as `license`, which has no line of its own',
    }),
    code: z.string().meta({ description: 'The kind, such as `text-as-tag`' }),
    severity: z.enum(['error', 'warning']).meta({
      description: '`error` where readers miss something, `warning` where it reads differently',
    }),
    message: z.string(),
  })
  .meta({ id: 'Finding' });
