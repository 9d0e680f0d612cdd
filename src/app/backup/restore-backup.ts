import { createReadStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { sql } from 'kysely';
import { extract } from 'tar-stream';
import { z } from 'zod';
import type { PictureStore } from '../../media/picture-store.ts';
import { openPictureStore } from '../../media/storage/disk-picture-store.ts';
import { connect, type Database } from '../../server/db/connect.ts';
import { exists, lockDataDir, syncDirectory } from '../../server/db/disk.ts';
import { areKnownMigrations, migrate } from '../../server/db/migrate.ts';
import { inTransactionOnce } from '../../server/db/transaction.ts';
import { requireOwner, type SiteStorage, sqliteFile } from '../command.ts';
import { OperatorError } from '../operator-error.ts';
import { FORMAT, HEADER_ENTRY } from './make-backup.ts';
import { insertRows, type Queries, storedTables } from './stored-tables.ts';

const headerSchema = z.object({
  program: z.literal('ligara-site'),
  format: z.int().min(FORMAT),
  madeAt: z.string(),
  migrations: z.array(z.string()).min(1),
});

/** An allow-list of names: no entry leads out of its folder. */
const ENTRY =
  /^(?:tables\/(?<table>[a-z][a-z_]*)\.\d+\.jsonl|media\/(?<id>[0-9a-f]{32})\/(?<file>[a-z\d][a-z\d.-]*))$/;

/** Columns with the hash of what lets somebody in: a session's, a ticket's, a mailed link's. */
const TOKEN_HASH = /^(?:(?:token|ticket)_)?hash$/;

/**
 * Takes backups of the other engine or an older version, into a place without a site. All of it is
 * read before anything is written, and the database appears last. Sessions, tickets and links end:
 * they may have been ended since.
 */
export async function restoreBackup(storage: SiteStorage, file: string, signal: AbortSignal) {
  const backup = await checkBackup(resolve(file), signal);
  const { dataDir, databaseUrl } = storage;
  const files = await openPictureStore(storage);
  await requireEmpty(storage, files, backup.ids);
  const lock = lockDataDir(dataDir);
  if (lock === null) throw new OperatorError(`DATA_DIR: another process uses ${dataDir}`);
  const staging = join(dataDir, '.restoring');
  try {
    await requireOwner(storage);
    await rm(staging, { recursive: true, force: true });
    const place = databaseUrl === undefined ? { dataDir: staging, databaseUrl } : storage;
    const db = connect(place, { limits: null });
    const posts = await fill(db, files, backup).finally(db.close);
    if (databaseUrl === undefined) {
      await rename(sqliteFile(place), sqliteFile(storage));
      await syncDirectory(dataDir);
    }
    return { madeAt: backup.header.madeAt, posts, media: backup.ids.size };
  } catch (error) {
    for (const id of backup.ids) await files.remove(id);
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
    lock.release();
  }
}

async function* readEntries(source: string, signal: AbortSignal) {
  const tar = extract();
  const reading = pipeline(createReadStream(source), createZstdDecompress(), tar, { signal });
  // The iteration fails, too.
  reading.catch(() => undefined);
  for await (const entry of tar) {
    const { table, id, file = '' } = ENTRY.exec(entry.header.name)?.groups ?? {};
    yield { entry, content: entry as AsyncIterable<Uint8Array>, table, id, file };
  }
  await reading;
}

type Backup = Awaited<ReturnType<typeof checkBackup>>;

/** Reads a backup to its end: the checksum of zstd tells an altered or truncated one. */
async function checkBackup(source: string, signal: AbortSignal) {
  if (!(await exists(source))) throw new OperatorError(`${source}: there is no such file`);
  let header: z.infer<typeof headerSchema> | undefined;
  const ids = new Set<string>();
  try {
    for await (const { entry, content, table, id } of readEntries(source, signal)) {
      const { name, type } = entry.header;
      if (header !== undefined && ((table ?? id) === undefined || type !== 'file')) {
        throw new OperatorError(`${source} has an entry of another program: ${name}`);
      }
      header ??= await readHeader(source, name === HEADER_ENTRY ? await text(content) : '');
      if (id !== undefined) ids.add(id);
      entry.resume();
    }
    if (header !== undefined) return { source, signal, header, ids };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OperatorError) throw error;
  }
  throw new OperatorError(`${source} is not a backup of this site, or is incomplete or altered`);
}

async function readHeader(source: string, content: string) {
  const header = headerSchema.parse(JSON.parse(content));
  if (header.format === FORMAT && areKnownMigrations(header.migrations)) return header;
  throw new OperatorError(`${source} was made by a newer version of this program`);
}

async function requireEmpty(storage: SiteStorage, files: PictureStore, ids: ReadonlySet<string>) {
  const isSqlite = storage.databaseUrl === undefined;
  const db = isSqlite ? null : connect(storage);
  const tables = db && (await storedTables(db).finally(() => db.close()));
  if (tables === null ? await exists(sqliteFile(storage)) : tables.size > 0) {
    throw notEmpty(isSqlite ? 'DATA_DIR' : 'DATABASE_URL', 'is a database');
  }
  // An interrupted restore of the same backup may have left some.
  if ((await files.ids()).every((id) => ids.has(id))) return;
  throw notEmpty(storage.s3 === undefined ? 'DATA_DIR' : 'S3_URL', 'are other pictures');
}

function notEmpty(setting: string, what: string): OperatorError {
  return new OperatorError(`${setting}: there ${what}. Restore into an empty place`);
}

/** One transaction, which is committed after the files are stored. */
async function fill(db: Database, files: PictureStore, backup: Backup): Promise<number> {
  const isPostgres = db.engine === 'postgres';
  // Migrations need it off, and it has no effect within a transaction.
  if (!isPostgres) await sql`pragma foreign_keys = off`.execute(db.query);
  return inTransactionOnce(db.query, async (query) => {
    const queries = { ...db, query };
    const empty = (table: string) => sql`delete from ${sql.table(table)}`.execute(query);
    if (isPostgres) await sql`set local idle_in_transaction_session_timeout = 0`.execute(query);
    await migrate(queries, backup.header.migrations.at(-1));
    const tables = await storedTables(queries);
    // Migrations write some rows.
    for (const table of [...tables.keys()].reverse()) await empty(table);
    await insertEntries(queries, files, backup);
    for (const [table, columns] of tables) {
      if (columns.some((column) => TOKEN_HASH.test(column))) await empty(table);
    }
    await migrate(queries);
    await query.deleteFrom('administrators').where('invited_by', 'is not', null).execute();
    return (await query.selectFrom('posts').select('id').execute()).length;
  });
}

async function insertEntries(queries: Queries, files: PictureStore, { source, signal }: Backup) {
  const tables = await storedTables(queries);
  for await (const { entry, content, table, id, file } of readEntries(source, signal)) {
    if (table !== undefined) {
      const lines = (await text(content)).trimEnd();
      await insertRows(queries, table, tables.get(table) ?? [], lines);
    } else if (id === undefined) entry.resume();
    else {
      const received = await files.receive(content);
      await files.put(id, new Map([[file, received]])).finally(received.discard);
    }
  }
}
