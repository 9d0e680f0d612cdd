import { z } from 'zod';

/** A remark for the writer about a place in a post. */
export const findingSchema = z
  .object({
    line: z.int().min(1).describe('In the content; 1 for what has no line'),
    column: z.int().min(1).optional().describe('In UTF-16 code units'),
    reference: z.int().min(1).optional().describe('The number of the reference'),
    field: z.string().optional().describe('The field, such as `license`'),
    code: z.string().describe('The kind, such as `text-as-tag`'),
    severity: z.enum(['error', 'warning']).describe('`error`: readers miss something'),
    message: z.string(),
  })
  .meta({ id: 'Finding' });
