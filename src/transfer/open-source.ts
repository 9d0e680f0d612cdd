import type { createLibrary } from '../media/library.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { type CrateImportDeps, createCrateImport } from './crate/import-crate.ts';
import type { FetchPicture } from './fetch-picture.ts';
import { createImportSource, type ImportSourceDeps } from './import-source.ts';
import type { ImportedItem } from './imported-item.ts';
import { createMedia } from './pictures.ts';
import type { ReadOptions } from './source.ts';
import type {
  CrateTables,
  ItemHead,
  OpenSession,
  SessionSummary,
  SourceHost,
  SourceRequest,
  SourceSession,
} from './source-session.ts';
import type { ImportRun } from './write-items.ts';

export type SourceOptions = ReadOptions & {
  /** True to fetch pictures of other sites; they stay there otherwise. */
  fetchesPictures?: boolean | undefined;
};

export type SourceDeps = ImportSourceDeps &
  CrateImportDeps &
  Pick<ReturnType<typeof createLibrary>, 'uploadPicture' | 'uploadAttachment'> & {
    /** Opens sources where they can do the site no harm. */
    openSession: OpenSession;
    fetchPicture: FetchPicture;
    /** Milliseconds, monotonic. */
    elapsed: () => number;
    /** Paths of the site's pages. */
    pages: readonly string[];
    site: { timeZone: string };
  };

/** What an import makes and how, beside its source. */
export type Target = Omit<ImportRun, 'session'>;

/** What a dry run has instead of an import. */
export const DRY_RUN = {
  by: undefined,
  importId: undefined,
  record: async () => undefined,
} as const;

export type OpenedSource = {
  summary: SessionSummary;
  /** Imports the source: yields what became of each item, after it was committed. */
  items: AsyncGenerator<ImportedItem>;
  close: () => Promise<void>;
};

/** Opens sources of every kind. */
export function createSources(deps: SourceDeps) {
  const { importSource } = createImportSource(deps);
  const { importCrate } = createCrateImport(deps);

  async function openSource(
    source: Pick<SourceRequest, 'path' | 'name'> & SourceOptions,
    target: Target,
  ): Promise<Result<OpenedSource>> {
    const { path, name, siteUrl, author, fetchesPictures = false } = source;
    const options = { now: deps.now(), timeZone: deps.site.timeZone, siteUrl, author };
    const isDryRun = target.importing === undefined;
    const request = { path, name, fetchesPictures, isDryRun, pages: deps.pages, options };
    let session: SourceSession | undefined;
    const content = (file: string) => (session as SourceSession).content(file);
    const host = toHost(target, content, fetchesPictures);
    const opened = await deps.openSession(request, host, target.signal);
    if (!opened.ok) return opened;
    session = opened.value;
    return succeed({
      summary: await session.summary(),
      items: importAll({ ...target, session }),
      close: () => opened.value.close(),
    });
  }

  /** Adds pictures of the source to the library. */
  function toHost(
    { by, importing, signal }: Target,
    content: SourceSession['content'],
    fetchesPictures: boolean,
  ): SourceHost {
    const fetchPicture = fetchesPictures ? deps.fetchPicture : undefined;
    const media =
      importing && createMedia({ ...deps, by, importing, content, signal, fetchPicture });
    return {
      store: async (file) => media?.store(file) ?? NOT_STORED,
      fetch: async (url) => media?.fetch(url) ?? NOT_STORED,
      progress: () => undefined,
    };
  }

  async function* importAll(run: ImportRun): AsyncGenerator<ImportedItem> {
    const items: ItemHead[] = [];
    const crate: CrateTables = {
      terms: [],
      authors: [],
      pictures: [],
      attachments: [],
      posts: [],
      redirects: [],
    };
    const { system } = await run.session.summary();
    for await (const rows of run.session.rows()) {
      if (Array.isArray(rows)) items.push(...rows);
      else (crate[rows.table] as unknown[]).push(...rows.rows);
    }
    yield* system === 'ligara' ? importCrate({ ...run, crate }) : importSource(run, items);
  }

  return { openSource };
}

const NOT_STORED = fail({ kind: 'malformed', detail: 'nothing is stored in a dry run' });
