import type { Hash } from 'node:crypto';
import { z } from 'zod';
import { isStoredAttachment } from '../../media/attachment-url.ts';
import { isMediaUrl } from '../../media/picture-url.ts';

/** Version of the format; newer ones are rejected. */
export const FORMAT = 1;

/** The first entry: program, format and engine. */
export const HEADER_ENTRY = 'backup.json';

/** The last entry: the list of all others. Without it, a backup is incomplete. */
export const MANIFEST_ENTRY = 'manifest.json';

/** The entry of each engine's database. */
export const DATABASE_ENTRY = { sqlite: 'database.sqlite', postgres: 'database.dump' } as const;

export const headerSchema = z.object({
  program: z.literal('ligara-site'),
  format: z.int(),
  engine: z.enum(['sqlite', 'postgres']),
});
export type BackupHeader = z.infer<typeof headerSchema>;

export const manifestSchema = z.object({
  /** When the database was copied: ISO 8601 in UTC. */
  madeAt: z.iso.datetime(),
  /** The last migration is the version of the schema. */
  migrations: z.array(z.string()),
  posts: z.int(),
  pictures: z.int(),
  /** Older backups have none. */
  attachments: z.int().default(0),
  /** Ids of pictures and attachments that the database has and that had no files. */
  missing: z.array(z.string()),
  /** All other entries: size in bytes, SHA-256 in hexadecimal. */
  entries: z.array(z.object({ path: z.string(), size: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Allow-list of entry names: no entry can be unpacked outside of its folder. */
export function isEntryPath(path: string): boolean {
  const others: string[] = [HEADER_ENTRY, MANIFEST_ENTRY, ...Object.values(DATABASE_ENTRY)];
  return others.includes(path) || isMediaUrl(`/${path}`) || isStoredAttachment(`/${path}`);
}

/** A step of a pipeline that updates a hash with what passes through. */
export function through(hash: Hash) {
  return async function* (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  };
}
