import { z } from '@hono/zod-openapi';

export const instant = z.iso.datetime();

/** PostgreSQL fails to compare a column of integers with a larger number. */
export const MAX_INTEGER = 2_147_483_647;

/** Of a record that is edited or removed. */
export const versionQuery = z.object({
  version: z.coerce
    .number<number>()
    .pipe(z.int().min(1).max(MAX_INTEGER))
    .meta({ description: 'The version that was seen: a stale one is answered with 409' }),
});

export const errorSchema = z.object({ detail: z.string() }).meta({ id: 'Error' });

export const validationErrorSchema = z
  .object({
    detail: z.array(
      z.object({
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        type: z.string(),
      }),
    ),
  })
  .meta({ id: 'ValidationError' });

export const idParam = z.object({ id: z.uuid() });

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

export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** For calls with an ETag. */
export const NOT_MODIFIED = 'The client has it: `If-None-Match` names its ETag';

export const TOO_MANY = 'Too many requests; `Retry-After` says when to try again';
