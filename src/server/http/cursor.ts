import { z } from '@hono/zod-openapi';
import type { Cursor } from '../cursor.ts';

/** Encodes the cursor of the next page, which is opaque to clients; null at the end of the list. */
export function encodeCursor(next: Cursor | null): string | null {
  return next && Buffer.from(`${next.date} ${next.id}`).toString('base64url');
}

/** A page of a list as the API answers it, with the cursor of the next one. */
export function presentPage<Page extends { next: Cursor | null }>({ next, ...page }: Page) {
  return { ...page, nextCursor: encodeCursor(next) };
}

/** The id of a picture is a digest. */
const idSchema = z.union([z.uuid(), z.string().regex(/^[0-9a-f]{32}$/)]);

const keysetSchema = z.tuple([z.iso.datetime(), idSchema]);

/** Decodes and validates a cursor of a query string. */
const cursorSchema = z
  .string()
  .max(200)
  .transform((cursor, context): Cursor => {
    const parts = Buffer.from(cursor, 'base64url').toString().split(' ');
    const parsed = keysetSchema.safeParse(parts);
    if (parsed.success) return { date: parsed.data[0], id: parsed.data[1] };
    context.addIssue({ code: 'custom', message: 'Is not a cursor for this list' });
    return z.NEVER;
  })
  .meta({ description: 'The nextCursor of the page before' });

/** The query parameters of a paged list. */
export function pageQuery(defaultLimit: number) {
  return z.object({
    limit: z.coerce.number<number>().int().min(1).max(100).default(defaultLimit),
    cursor: cursorSchema.optional(),
  });
}
