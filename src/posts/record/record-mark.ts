import type { z } from 'zod';
import type { recordSchema } from '../schemas.ts';

/** What readers are told of a frozen version. Runs in the browser too. */
export type RecordMark = z.output<typeof recordSchema>;

export const MAX_RECORD_NOTE = 1_000;

export function recordPath(slug: string, number: number): string {
  return `/blog/${slug}/v${number}`;
}

/** The number in `v12`; null for anything else. */
export function recordNumber(name: string): number | null {
  return /^v[1-9]\d{0,8}$/.test(name) ? Number(name.slice(1)) : null;
}
