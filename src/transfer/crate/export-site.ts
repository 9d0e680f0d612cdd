import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { recordEvent } from '../../accounts/audit.ts';
import type { PictureStore } from '../../media/picture-store.ts';
import type { Database } from '../../server/db/connect.ts';
import type { Tables } from '../../server/db/tables.ts';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { SOURCE_LIMITS } from '../files/limits.ts';
import { holdLease } from '../hold-lease.ts';
import type { CrateSite } from './crate-metadata.ts';
import { type Totals, writeSite } from './write-site.ts';
import { createZipWriter } from './zip-writer.ts';

type SiteExportDeps = {
  db: Database;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  files: Pick<PictureStore, 'find'>;
  site: CrateSite;
};

type ExportOptions = {
  /** Email of an administrator; undefined for the command line. */
  by?: string | undefined;
  /** Called after posts and files were written: how many, of how many. */
  onProgress?: ((done: number, total: number) => void) | undefined;
};

export type ExportSummary = Totals & {
  /** Files in the archive. */
  files: number;
  /** The size of all files, uncompressed. */
  bytes: number;
  /** SHA-256 of the manifest, in hexadecimal: the same for the same content. */
  manifest: string;
  /** Pictures and attachments whose files are missing in the store. */
  missing: string[];
  /** False for an archive that is larger than those that `npm run import` reads. */
  isReadable: boolean;
};

type SiteExport = {
  /** The zip, which is made while it is read. It is destroyed with the error that prevents its completion. */
  content: Readable;
  /** What was exported. Rejects when the content fails, with `ExportAbandonedError` when it is not read to its end. */
  finished: Promise<ExportSummary>;
};

/** The reader of an export has disconnected or stopped reading. */
export class ExportAbandonedError extends Error {
  override name = 'ExportAbandonedError';
}

/** An export that nobody reads is ended after this time, in milliseconds. */
const IDLE_MS = 2 * 60_000;

/** The longest export, in milliseconds: its snapshot keeps the database from cleaning up. */
const LONGEST_MS = 12 * 60 * 60_000;

/** Exports the whole content of a site as one zip. */
export function createSiteExport(deps: SiteExportDeps) {
  const { db, now } = deps;

  /** Starts an export; one runs at a time. What is written meanwhile is not in it. */
  async function exportSite({ by, onProgress }: ExportOptions = {}): Promise<Result<SiteExport>> {
    const lease = await holdLease(deps, 'export');
    if (lease === null) return UNDER_WAY;
    try {
      await recordEvent(db.query, { at: now(), actor: by ?? null, ...EVENT });
    } catch (error) {
      await lease.release();
      throw error;
    }
    const closed = new AbortController();
    const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(LONGEST_MS)]);
    const stop = () => closed.abort(new ExportAbandonedError('It was not read completely'));
    const idle = setTimeout(stop, IDLE_MS).unref();
    const zip = createZipWriter(signal, () => idle.refresh());
    zip.output.once('close', stop);
    const finished = finish(zip, signal, onProgress, async () => {
      clearTimeout(idle);
      await lease.release();
    });
    // The content fails, too: nobody needs to wait for the summary.
    finished.catch(() => undefined);
    return succeed({ content: zip.output, finished });
  }

  async function finish(
    zip: ReturnType<typeof createZipWriter>,
    signal: AbortSignal,
    onProgress: ExportOptions['onProgress'],
    release: () => Promise<void>,
  ): Promise<ExportSummary> {
    try {
      return await db.snapshot((query) => fill(query, zip, onProgress));
    } catch (error) {
      // An abort shows in what was read or written at that moment as an error of another kind.
      const cause = signal.aborted ? signal.reason : error;
      zip.fail(cause as Error);
      throw cause;
    } finally {
      await release();
    }
  }

  async function fill(
    query: Kysely<Tables>,
    zip: ReturnType<typeof createZipWriter>,
    onProgress: ExportOptions['onProgress'],
  ): Promise<ExportSummary> {
    const { totals, missing, manifest } = await writeSite({ ...deps, query, zip, onProgress });
    const files = zip.files();
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    zip.end();
    return {
      ...totals,
      missing,
      bytes,
      files: files.length,
      manifest: createHash('sha256').update(manifest).digest('hex'),
      isReadable: files.length <= SOURCE_LIMITS.files && bytes <= SOURCE_LIMITS.archiveBytes,
    };
  }

  return { exportSite };
}

const EVENT = { action: 'site-exported', subject: '' } as const;

const UNDER_WAY = fail({
  kind: 'conflict',
  detail: 'Another export is already running. Wait until it has finished.',
});
