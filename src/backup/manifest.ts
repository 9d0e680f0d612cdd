import { z } from 'zod';
import { isMediaUrl } from '../domain/media/picture-url.ts';

/** The form of a backup; a program refuses what it does not know. */
export const FORMAT = 1;

/** The first entry: what the file is. */
export const HEADER_ENTRY = 'backup.json';

/** The last entry: what the file holds. A backup without it is not whole. */
export const MANIFEST_ENTRY = 'manifest.json';

/** Where the entry of each engine's database lies. */
export const DATABASE_ENTRY = { sqlite: 'database.sqlite', postgres: 'database.dump' } as const;

export const headerSchema = z.object({
  program: z.literal('ligara-site'),
  format: z.int(),
  engine: z.enum(['sqlite', 'postgres']),
});
export type BackupHeader = z.infer<typeof headerSchema>;

export const manifestSchema = z.object({
  /** The moment that the database is of: ISO 8601 in UTC. */
  madeAt: z.iso.datetime(),
  /** The migrations of the database: the last one is the version of its schema. */
  migrations: z.array(z.string()),
  posts: z.int(),
  pictures: z.int(),
  /** Pictures that the database names and that had no files. */
  missing: z.array(z.string()),
  /** Every other entry, with its size in bytes and its SHA-256 in hexadecimal. */
  entries: z.array(z.object({ path: z.string(), size: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Whether there may be an entry of that name: nothing leads out of the folder it is unpacked in. */
export function isEntryPath(path: string): boolean {
  return (
    path === HEADER_ENTRY ||
    path === MANIFEST_ENTRY ||
    Object.values<string>(DATABASE_ENTRY).includes(path) ||
    isMediaUrl(`/${path}`)
  );
}
