import { createReadStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { sql } from 'kysely';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { isStoredAttachment } from '../../media/attachment-url.ts';
import type { PictureStore } from '../../media/picture-store.ts';
import { openPictureStore } from '../../media/storage/open-picture-store.ts';
import { connect, type Database } from '../../server/db/connect.ts';
import { lockDataDir } from '../../server/db/data-dir-lock.ts';
import { exists, syncDirectory } from '../../server/db/disk.ts';
import { isKnownMigration, migrate } from '../../server/db/migrate.ts';
import { requireOwner, type SiteStorage, sqliteFile } from '../command.ts';
import { OperatorError } from '../operator-error.ts';
import { FORMAT, HEADER_ENTRY } from './make-backup.ts';
import { insertLines, type Queries, storedTables } from './stored-tables.ts';

const headerSchema = z.object({
  program: z.literal('ligara-site'),
  format: z.int(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
});

type Backup = {
  source: string;
  signal: AbortSignal;
  header: z.infer<typeof headerSchema>;
  /** Of pictures and attachments. */
  ids: ReadonlySet<string>;
};

/** An allow-list of names: no entry leads out of its folder. */
const ENTRY =
  /^(?:tables\/(?<table>[a-z][a-z_]*)\.\d+\.jsonl|media\/(?<id>[0-9a-f]{32})\/(?<file>[a-z\d][a-z\d.-]*))$/;

/** Columns with the hash of what lets somebody in: a session's, a ticket's, a mailed link's. */
const TOKEN_HASH = /^(?:(?:token|ticket)_)?hash$/;

/**
 * Restores a backup, also one of the other engine or of an older version, into a place without a site. All of it is read
 * before anything is written, and the database appears last. Sessions, tickets and links end: they may have been ended
 * since.
 */
export async function restoreBackup(storage: SiteStorage, file: string, signal: AbortSignal) {
  const backup = await checkBackup(resolve(file), signal);
  const { dataDir, databaseUrl } = storage;
  const files = await openPictureStore(storage);
  await requireEmpty(storage, files, backup);
  const lock = lockDataDir(dataDir);
  if (lock === null) throw new OperatorError(`DATA_DIR: another process uses ${dataDir}`);
  const staging = join(dataDir, '.restoring');
  try {
    await requireOwner(storage);
    await rm(staging, { recursive: true, force: true });
    const place = databaseUrl === undefined ? { dataDir: staging, databaseUrl } : storage;
    const db = connect(place, { limits: null });
    const { posts } = await fill(db, files, backup).finally(db.close);
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

async function* readEntries({ source, signal }: Pick<Backup, 'source' | 'signal'>) {
  const tar = extract();
  const reading = pipeline(createReadStream(source), createZstdDecompress(), tar, { signal });
  // The iteration fails, too.
  reading.catch(() => undefined);
  for await (const entry of tar) {
    const { table, id, file } = ENTRY.exec(entry.header.name)?.groups ?? {};
    yield { entry, content: entry as AsyncIterable<Uint8Array>, table, id, file };
  }
  await reading;
}

/** Reads a backup to its end: the checksum of zstd tells an altered or truncated one. */
async function checkBackup(source: string, signal: AbortSignal): Promise<Backup> {
  if (!(await exists(source))) throw new OperatorError(`${source}: there is no such file`);
  const unreadable = `${source} is not a backup of this site, or is incomplete or altered`;
  let header: Backup['header'] | undefined;
  const ids = new Set<string>();
  try {
    for await (const { entry, content, table, id } of readEntries({ source, signal })) {
      const { name, type } = entry.header;
      const isKnown = (table ?? id) !== undefined && type === 'file';
      if (header !== undefined && !isKnown) {
        throw new OperatorError(`${source} has an entry of another program: ${name}`);
      }
      header ??= await readHeader(name, content, source);
      if (id !== undefined) ids.add(id);
      entry.resume();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof OperatorError ? error : new OperatorError(unreadable, { cause: error });
  }
  if (header === undefined) throw new OperatorError(unreadable);
  return { source, signal, header, ids };
}

async function readHeader(name: string, content: AsyncIterable<Uint8Array>, source: string) {
  const header = headerSchema.parse(name === HEADER_ENTRY && JSON.parse(await text(content)));
  if (header.format === FORMAT && header.migrations.every(isKnownMigration)) return header;
  const version = header.format < FORMAT ? 'an older' : 'a newer';
  throw new OperatorError(`${source} was made by ${version} version. Restore it with that version`);
}

async function requireEmpty(
  storage: SiteStorage,
  files: PictureStore,
  { ids }: Backup,
): Promise<void> {
  const isThere =
    storage.databaseUrl === undefined
      ? await exists(sqliteFile(storage))
      : await hasTables(connect(storage));
  if (isThere) {
    const setting = storage.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
    throw new OperatorError(`${setting}: there is a database. Restore into an empty place`);
  }
  // An interrupted restore of the same backup may have left some.
  if ((await files.ids()).every((id) => ids.has(id))) return;
  const setting = storage.s3 === undefined ? 'DATA_DIR' : 'S3_URL';
  throw new OperatorError(`${setting}: there are other pictures. Restore into an empty place`);
}

async function hasTables({ query, close }: Database): Promise<boolean> {
  const tables = sql`select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`;
  return (await tables.execute(query).finally(close)).rows.length > 0;
}

/** One transaction, which is committed after the files are stored. */
async function fill(db: Database, files: PictureStore, backup: Backup) {
  const isPostgres = db.engine === 'postgres';
  // Migrations need it off, and it has no effect within a transaction.
  if (!isPostgres) await sql`pragma foreign_keys = off`.execute(db.query);
  return db.query.transaction().execute(async (query) => {
    const queries = { ...db, query };
    const empty = (table: string) => sql`delete from ${sql.table(table)}`.execute(query);
    if (isPostgres) await sql`set local idle_in_transaction_session_timeout = 0`.execute(query);
    await migrate(queries, backup.header.migrations.at(-1));
    const tables = await storedTables(queries);
    // Migrations write some rows.
    for (const table of [...tables.keys()].reverse()) await empty(table);
    await insertEntries(queries, files, { backup, tables });
    for (const [table, columns] of tables) {
      if (columns.some((column) => TOKEN_HASH.test(column))) await empty(table);
    }
    // PostgreSQL alters no table for which a deferred trigger is still to run.
    if (isPostgres) await sql`set constraints all immediate`.execute(query);
    await migrate(queries);
    const count = query.selectFrom('posts').select((eb) => eb.fn.countAll<number>().as('posts'));
    return count.executeTakeFirstOrThrow();
  });
}

async function insertEntries(
  queries: Queries,
  files: PictureStore,
  { backup, tables }: { backup: Backup; tables: ReadonlyMap<string, readonly string[]> },
): Promise<void> {
  const media = mediaWriter(files);
  for await (const { entry, content, table, id, file = '' } of readEntries(backup)) {
    if (id !== undefined) await media.add(id, file, content);
    else if (table === undefined) entry.resume();
    else
      await insertLines(queries, { table, columns: tables.get(table) ?? [] }, await text(content));
  }
  await media.end();
}

/** Stores all files of a picture at once, as the library asks; an attachment is never in memory as a whole. */
function mediaWriter(store: PictureStore) {
  let picture = { id: '', files: new Map<string, Uint8Array>() };
  const end = async () => {
    if (picture.files.size > 0) await store.put(picture.id, picture.files);
  };
  const add = async (id: string, file: string, content: AsyncIterable<Uint8Array>) => {
    if (isStoredAttachment(`/media/${id}/${file}`)) {
      const received = await store.receive(content);
      return store.keep(id, file, received).finally(received.discard);
    }
    if (id !== picture.id) {
      await end();
      picture = { id, files: new Map() };
    }
    picture.files.set(file, await buffer(content));
  };
  return { add, end };
}
