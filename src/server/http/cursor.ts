import { z } from '@hono/zod-openapi';
import type { Cursor } from '../cursor.ts';

export function encodeCursor(next: Cursor | null): string | null {
  return next && Buffer.from(`${next.date} ${next.id}`).toString('base64url');
}

export function presentPage<Page extends { next: Cursor | null }>({ next, ...page }: Page) {
  return { ...page, nextCursor: encodeCursor(next) };
}

/** The id of a picture is a digest. */
const idSchema = z.union([z.uuid(), z.string().regex(/^[0-9a-f]{32}$/)]);

const keysetSchema = z.tuple([z.iso.datetime(), idSchema]);

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

export function pageQuery(defaultLimit: number) {
  return z.object({
    limit: z.coerce.number<number>().int().min(1).max(100).default(defaultLimit),
    cursor: cursorSchema.optional(),
  });
}
