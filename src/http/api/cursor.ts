import { z } from '@hono/zod-openapi';
import type { Cursor } from '../../domain/cursor.ts';

/** Cursors of lists: opaque to clients, inside the position of the last post that was shown. */

export function encodeCursor({ date, id }: Cursor): string {
  return Buffer.from(`${date} ${id}`).toString('base64url');
}

/** Pictures are named by a digest. */
const idSchema = z.union([z.uuid(), z.string().regex(/^[0-9a-f]{32}$/)]);

const positionSchema = z.tuple([z.iso.datetime(), idSchema]);

/** A cursor in a query string; anything that was not handed out as one is refused. */
export const cursorSchema = z
  .string()
  .max(200)
  .transform((cursor, context): Cursor => {
    const parts = Buffer.from(cursor, 'base64url').toString().split(' ');
    const position = positionSchema.safeParse(parts);
    if (position.success) return { date: position.data[0], id: position.data[1] };
    context.addIssue({ code: 'custom', message: 'Is not a cursor of this list' });
    return z.NEVER;
  })
  .meta({ description: 'The nextCursor of the page before' });
