import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Updateable } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { addMilliseconds } from '../server/instants.ts';
import { lockTransaction } from '../server/transaction-lock.ts';
import { deleteUnmade, insertImport } from './import-rows.ts';
import { MAX_UPLOADS } from './upload-limits.ts';
import type { UploadOptions, UploadStore } from './upload-store.ts';

type UploadedImportsDeps = {
  db: Database;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  uploads: UploadStore;
};

type By = { by: string };
type State = Tables['imports']['state'];

/** Retention of a source that nobody imports, in milliseconds. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** After this time an upload has failed, in milliseconds; the API allows less. */
const UPLOAD_MS = 15 * 60 * 1000;

/** States in which the file of an import is kept. */
export const WITH_FILE = ['uploading', 'planning', 'planned', 'running', 'stopped'] as const;

/** Changes the states of imports as administrators request it; `runImports` acts on them. */
export function createUploadedImports({ db, now, uploads }: UploadedImportsDeps) {
  const { query, engine } = db;

  /** Keeps an uploaded source, whose dry run follows. @returns the id of the import */
  async function uploadSource(
    content: AsyncIterable<Uint8Array>,
    options: UploadOptions,
    { by }: By,
  ): Promise<Result<string>> {
    const id = randomUUID();
    const name = plainName(options.name);
    if (!(await reserve({ id, name, by }))) return TOO_MANY;
    try {
      const bytes = await uploads.save(id, content, { ...options, name });
      if (bytes > 0 && (await isReceived(id))) return succeed(id);
      await forget(id);
      return bytes === 0 ? EMPTY : TOO_LATE;
    } catch (error) {
      await forget(id);
      throw error;
    }
  }

  /** Reserves a place before the first byte is stored: several uploads may start at once. @returns false when all are taken */
  async function reserve({ id, name, by }: By & { id: string; name: string }): Promise<boolean> {
    return inTransaction(query, async (trx) => {
      await lockTransaction(trx, engine, 'uploads of imports');
      await endUploads(trx);
      const { waiting } = await trx
        .selectFrom('imports')
        .select(({ fn }) => fn.countAll().as('waiting'))
        .where('state', 'in', WITH_FILE)
        .where('created_by', 'is not', null)
        .executeTakeFirstOrThrow();
      if (Number(waiting) >= MAX_UPLOADS) return false;
      const upload = { id, name, state: 'uploading', createdBy: by, attempts: 0 } as const;
      await insertImport(trx, { ...upload, instant: now() });
      return true;
    });
  }

  /** Deletes uploads whose process has ended before they were complete. */
  async function endUploads(from: Trx): Promise<void> {
    await from
      .deleteFrom('imports')
      .where('state', '=', 'uploading')
      .where('updated_at', '<', addMilliseconds(now(), -UPLOAD_MS))
      .execute();
  }

  /** @returns false for an upload that took too long: its row was deleted */
  async function isReceived(id: string): Promise<boolean> {
    const { numUpdatedRows } = await query
      .updateTable('imports')
      .set({ state: 'planning', updated_at: now() })
      .where('id', '=', id)
      .where('state', '=', 'uploading')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async function forget(id: string): Promise<void> {
    await uploads.remove(id);
    await query.deleteFrom('imports').where('id', '=', id).execute();
  }

  /** Imports what a dry run has shown, or goes on with an import that was stopped. */
  async function startPlanned(id: string, { by }: By): Promise<Result<void>> {
    const from: State[] = ['planned', 'stopped'];
    return change(id, { from, refusal: NOT_PLANNED }, async (trx, { state, name }) => {
      if (state === 'planned') {
        await trx.deleteFrom('import_items').where('import_id', '=', id).execute();
        await trx.updateTable('imports').set({ done: 0 }).where('id', '=', id).execute();
      }
      await recordEvent(trx, { at: now(), actor: by, action: 'import-started', subject: name });
      return { state: 'running', problem: null, created_by: by };
    });
  }

  /**
   * Stops an import: nothing of it is written after this has returned. It can go on or be taken back; one of the command
   * line, whose source is not here, can be taken back alone.
   */
  async function stopImport(id: string, { by }: By): Promise<Result<void>> {
    return change(id, { from: ['running'], refusal: NOT_RUNNING }, async (trx, row) => {
      const event = { action: 'import-stopped', subject: row.name } as const;
      await recordEvent(trx, { at: now(), actor: by, ...event });
      return row.created_by === null
        ? { state: 'failed', problem: STOPPED }
        : { state: 'stopped', problem: null };
    });
  }

  /** Takes back what an import made, in the background. */
  async function startTakeBack(id: string, { by }: By): Promise<Result<void>> {
    const from: State[] = ['stopped', 'done', 'failed', 'taken-back'];
    return change(id, { from, refusal: NOT_IMPORTED }, async () => {
      return { state: 'taking-back', problem: null, created_by: by };
    });
  }

  /** Deletes an import that has made nothing, and its file. */
  async function discardImport(id: string): Promise<Result<void>> {
    const states = ['planning', 'planned', 'stopped', 'failed', 'done'] as const;
    const discarded = await deleteUnmade(query, id, states);
    if (!discarded) return (await isThere(id)) ? NOT_DISCARDED : NO_SUCH_IMPORT;
    await uploads.remove(id);
    return succeed(undefined);
  }

  /** Discards sources that nobody has imported for a week, and files that nothing needs. */
  async function discardOldUploads(): Promise<void> {
    const old = addMilliseconds(now(), -KEPT_MS);
    const rows = await query
      .selectFrom('imports')
      .select('id')
      .where('state', 'in', ['planning', 'planned', 'stopped'])
      .where('updated_at', '<', old)
      .execute();
    for (const { id } of rows) await discardImport(id);
    // Imports that have made posts are kept.
    await query
      .updateTable('imports')
      .set({ state: 'failed', problem: STOPPED })
      .where('state', '=', 'stopped')
      .where('updated_at', '<', old)
      .execute();
    await endUploads(query);
    // Files are listed before the rows are read: a file's row is older than the file.
    const files = await uploads.list();
    const needed = await query
      .selectFrom('imports')
      .select('id')
      .where('state', 'in', WITH_FILE)
      .execute();
    const ids = new Set(needed.map(({ id }) => id));
    for (const id of files) if (!ids.has(id)) await uploads.remove(id);
  }

  type Trx = Kysely<Tables>;
  type Row = Pick<Selectable<Tables['imports']>, 'state' | 'name' | 'created_by'>;
  type Act = (trx: Trx, row: Row) => Promise<Updateable<Tables['imports']>>;

  /** Changes a row under a lock. @param act returns the changes */
  async function change(
    id: string,
    { from, refusal }: { from: State[]; refusal: Result<never> },
    act: Act,
  ): Promise<Result<void>> {
    return inTransaction(query, async (trx) => {
      const row = await trx
        .selectFrom('imports')
        .select(['state', 'name', 'created_by'])
        .where('id', '=', id)
        .$if(engine === 'postgres', (rows) => rows.forUpdate())
        .executeTakeFirst();
      if (row === undefined) return NO_SUCH_IMPORT;
      if (!from.includes(row.state)) return refusal;
      const changes = await act(trx, row);
      await trx
        .updateTable('imports')
        .set({ ...changes, attempts: 0, updated_at: now() })
        .where('id', '=', id)
        .execute();
      return succeed(undefined);
    });
  }

  async function isThere(id: string): Promise<boolean> {
    const row = await query
      .selectFrom('imports')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    uploadSource,
    startPlanned,
    stopImport,
    startTakeBack,
    discardImport,
    discardOldUploads,
  };
}

/** Removes folders and control characters. */
function plainName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  return (
    base
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(0, 200) || 'source'
  );
}

const TOO_MANY = fail({
  kind: 'conflict',
  detail: `${MAX_UPLOADS} files are already waiting to be imported. Import or discard one.`,
});
const TOO_LATE = fail({ kind: 'malformed', detail: 'The file did not arrive in time.' });
const EMPTY = fail({ kind: 'malformed', detail: 'This file is empty.' });
export const NO_SUCH_IMPORT = fail({ kind: 'not-found', detail: 'There is no such import.' });
const NOT_PLANNED = fail({
  kind: 'conflict',
  detail: 'This import has already been started, or its dry run has not finished.',
});
const NOT_RUNNING = fail({
  kind: 'conflict',
  detail: 'This import is not running, so it cannot be stopped.',
});
const STOPPED = 'It was stopped. Import the same source again to continue, or undo the import.';
const NOT_IMPORTED = fail({
  kind: 'conflict',
  detail: 'This import cannot be undone now: it is running, or was not started.',
});
const NOT_DISCARDED = fail({
  kind: 'conflict',
  detail: 'This import is running or has created posts. Undo it instead.',
});
