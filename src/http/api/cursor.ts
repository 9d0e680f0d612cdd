import { z } from '@hono/zod-openapi';
import type { Cursor } from '../../domain/cursor.ts';

/** Encodes a keyset cursor, which is opaque to clients. */
export function encodeCursor({ date, id }: Cursor): string {
  return Buffer.from(`${date} ${id}`).toString('base64url');
}

/** The id of a picture is a digest. */
const idSchema = z.union([z.uuid(), z.string().regex(/^[0-9a-f]{32}$/)]);

const keysetSchema = z.tuple([z.iso.datetime(), idSchema]);

/** Decodes and validates a cursor of a query string. */
export const cursorSchema = z
  .string()
  .max(200)
  .transform((cursor, context): Cursor => {
    const parts = Buffer.from(cursor, 'base64url').toString().split(' ');
    const parsed = keysetSchema.safeParse(parts);
    if (parsed.success) return { date: parsed.data[0], id: parsed.data[1] };
    context.addIssue({ code: 'custom', message: 'Is not a cursor of this list' });
    return z.NEVER;
  })
  .meta({ description: 'The nextCursor of the page before' });
