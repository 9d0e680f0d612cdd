import type { AuthoredFields } from '../../posts/post.ts';

/** A version of a post: what its author had written, and when it was saved. */
export type SavedVersion = AuthoredFields & {
  version: number;
  /** ISO 8601 in UTC. */
  savedAt: string;
};

/**
 * Versions as JSON Lines, the newest first. A line has the fields that differ from the line above it, the first from
 * the post: texts of many versions would repeat one another.
 */
export async function* writeVersions(
  post: AuthoredFields,
  versions: AsyncIterable<SavedVersion>,
): AsyncGenerator<string> {
  let newer: Readonly<Record<string, unknown>> = post;
  for await (const { version, savedAt, ...fields } of versions) {
    const changed = Object.entries(fields).filter(
      ([field, value]) => JSON.stringify(newer[field]) !== JSON.stringify(value),
    );
    yield `${JSON.stringify({ version, savedAt, ...Object.fromEntries(changed) })}\n`;
    newer = fields;
  }
}

/** A text of 2 million characters, each escaped in six, and its references. */
export const MAX_VERSION_LINE = 16_000_000;

/** Reads versions from their lines. @throws SyntaxError for malformed JSON */
export async function* readVersions(
  post: AuthoredFields,
  lines: AsyncIterable<string>,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  let newer: Readonly<Record<string, unknown>> = post;
  for await (const line of lines) {
    newer = { ...newer, ...JSON.parse(line) };
    yield newer;
  }
}
