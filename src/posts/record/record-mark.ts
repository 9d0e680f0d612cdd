/** What readers are told of a frozen version. Runs in the browser too. */
export type RecordMark = {
  /** v1, v2, … */
  number: number;
  /** The save that was frozen. */
  version: number;
  /** When it was frozen, ISO 8601 in UTC. */
  date: string;
  /** What has changed since the one before; empty for the first. */
  note: string;
  /** In hexadecimal, of its file. */
  sha256: string;
  /** As they were frozen. */
  title: string;
  author: string;
};

export const MAX_RECORD_NOTE = 1_000;

export function recordPath(slug: string, number: number): string {
  return `/blog/${slug}/v${number}`;
}

/** The number in `v12`; null for anything else. */
export function recordNumber(name: string): number | null {
  return /^v[1-9]\d{0,8}$/.test(name) ? Number(name.slice(1)) : null;
}
