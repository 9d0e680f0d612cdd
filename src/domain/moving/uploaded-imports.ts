import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import type { AuditAction } from '../audit-actions.ts';
import { addMilliseconds } from '../instants.ts';
import type { UploadOptions, UploadStore } from './upload-store.ts';

type UploadedImportsDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  uploads: UploadStore;
};

type By = { by: string };
type State = 'planned' | 'done' | 'failed' | 'taken-back';

/** How long a source waits for its import after the dry run, in milliseconds. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** What administrators ask of imports. `runImports` does it. */
export function createUploadedImports({ db, now, uploads }: UploadedImportsDeps) {
  const { query } = db;

  /** Keeps an uploaded source, whose dry run follows. @returns the id of the import */
  async function uploadSource(
    content: AsyncIterable<Uint8Array>,
    options: UploadOptions,
    { by }: By,
  ): Promise<Result<string>> {
    const id = randomUUID();
    const name = plainName(options.name);
    const bytes = await uploads.save(id, content, { ...options, name });
    if (bytes === 0) {
      await uploads.remove(id);
      return EMPTY;
    }
    const instant = now();
    await query
      .insertInto('imports')
      .values({
        ...{ id, name, system: '', state: 'planning', total: 0, done: 0, notes: '[]' },
        ...{ problem: null, created_at: instant, created_by: by, updated_at: instant },
      })
      .execute();
    return succeed(id);
  }

  /** Imports what a dry run has shown. */
  async function startPlanned(id: string, { by }: By): Promise<Result<void>> {
    return change(id, { from: ['planned'], to: 'running', refusal: NOT_PLANNED }, async (trx) => {
      await trx.deleteFrom('import_items').where('import_id', '=', id).execute();
      await trx.updateTable('imports').set({ done: 0 }).where('id', '=', id).execute();
      return { action: 'import-started', by };
    });
  }

  /** Takes back what an import made, in the background. */
  async function startTakeBack(id: string, { by }: By): Promise<Result<void>> {
    const from: State[] = ['done', 'failed', 'taken-back'];
    return change(id, { from, to: 'taking-back', refusal: NOT_IMPORTED }, async () => ({ by }));
  }

  /** Forgets a source that was not imported. */
  async function discardImport(id: string): Promise<Result<void>> {
    const discarded = await query.transaction().execute(async (trx) => {
      const made = trx
        .selectFrom('import_items')
        .select('position')
        .where('import_id', '=', id)
        .where('outcome', 'in', ['imported', 'taken-back']);
      const { numDeletedRows } = await trx
        .deleteFrom('imports')
        .where('id', '=', id)
        .where('state', 'in', ['planned', 'failed', 'done'])
        .where(({ not, exists }) => not(exists(made)))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
    if (!discarded) return (await isThere(id)) ? NOT_DISCARDED : NO_SUCH_IMPORT;
    await uploads.remove(id);
    return succeed(undefined);
  }

  /** Discards sources that nobody has imported for a week. */
  async function discardOldUploads(): Promise<void> {
    const rows = await query
      .selectFrom('imports')
      .select('id')
      .where('state', '=', 'planned')
      .where('updated_at', '<', addMilliseconds(now(), -KEPT_MS))
      .execute();
    for (const { id } of rows) await discardImport(id);
  }

  type Trx = Parameters<Parameters<ReturnType<Database['query']['transaction']>['execute']>[0]>[0];
  type Change = { from: State[]; to: 'running' | 'taking-back'; refusal: Result<never> };

  async function change(
    id: string,
    { from, to, refusal }: Change,
    act: (trx: Trx) => Promise<{ action?: AuditAction; by: string }>,
  ): Promise<Result<void>> {
    return query.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable('imports')
        .set({ state: to, problem: null, updated_at: now() })
        .where('id', '=', id)
        .where('state', 'in', from)
        .returning('name')
        .executeTakeFirst();
      if (row === undefined) return (await isThere(id, trx)) ? refusal : NO_SUCH_IMPORT;
      const { action, by } = await act(trx);
      await trx.updateTable('imports').set({ created_by: by }).where('id', '=', id).execute();
      if (action) await recordEvent(trx, { at: now(), actor: by, action, subject: row.name });
      return succeed(undefined);
    });
  }

  async function isThere(id: string, from: Pick<Trx, 'selectFrom'> = query): Promise<boolean> {
    const row = await from
      .selectFrom('imports')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  return { uploadSource, startPlanned, startTakeBack, discardImport, discardOldUploads };
}

/** Without folders and control characters. */
function plainName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  return (
    base
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(0, 200) || 'source'
  );
}

const EMPTY = fail({ kind: 'malformed', detail: 'This file is empty.' });
export const NO_SUCH_IMPORT = fail({ kind: 'not-found', detail: 'There is no such import.' });
const NOT_PLANNED = fail({
  kind: 'conflict',
  detail: 'This import has been started already, or its dry run has not ended.',
});
const NOT_IMPORTED = fail({
  kind: 'conflict',
  detail: 'Nothing of this import can be taken back now: it is under way, or was not started.',
});
const NOT_DISCARDED = fail({
  kind: 'conflict',
  detail: 'This import is under way, or has made posts: take it back instead.',
});
