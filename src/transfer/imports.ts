import type { createPostCreation } from '../posts/creating.ts';
import type { PostSaving } from '../posts/saving.ts';
import { type Result, succeed } from '../server/failure.ts';
import { type CrateImportDeps, countItems, createCrateImport } from './crate/import-crate.ts';
import { openCrate } from './crate/open-crate.ts';
import type { FetchPicture } from './fetch-picture.ts';
import { openFiles } from './files/open-files.ts';
import { type ImportRun, newRun, writeItem } from './import-run.ts';
import {
  failedBy,
  type ImportedItem,
  type ItemAt,
  toImportedItem,
  toImportedPost,
} from './imported-item.ts';
import { createMedia, type LibraryUploads, type Media, previewMedia } from './pictures.ts';
import { type PlannedItem, planItems } from './plan.ts';
import { preparePost } from './prepare-post.ts';
import { recognize } from './recognize.ts';
import { addRedirect } from './redirects.ts';
import { createResolver } from './resolve.ts';
import type { RewriteContext } from './rewrite-body.ts';
import type { Note, PostItem, ReadOptions, Source, SourceFiles, System } from './source.ts';

export type ImportOptions = ReadOptions & {
  /** True to fetch pictures of other sites; they stay there otherwise. */
  fetchesPictures?: boolean | undefined;
  /** True to write nothing, and to request nothing from the network. */
  isDryRun?: boolean | undefined;
};

export type Import = {
  system: System;
  total: number;
  /** About the source as a whole. */
  notes: Note[];
  /** What became of each item, after it was committed. To be read to its end. */
  items: AsyncGenerator<ImportedItem>;
};

export type ImportDeps = CrateImportDeps &
  LibraryUploads &
  Pick<PostSaving, 'preparePost'> &
  Pick<ReturnType<typeof createPostCreation>, 'prepareNewPost'> & {
    fetchPicture: FetchPicture;
    /** Milliseconds, monotonic. */
    elapsed: () => number;
    /** Paths of the site's pages. */
    pages: readonly string[];
    site: { timeZone: string };
  };

/**
 * Imports posts of other systems, and exports of this program. Each post is committed with all that belongs to it, and
 * with the key by which a later run knows it: an interrupted import is run again.
 */
export async function startImport(
  deps: ImportDeps,
  path: string,
  { fetchesPictures = false, isDryRun = false, ...options }: ImportOptions = {},
): Promise<Result<Import>> {
  const opened = await openFiles(path);
  if (!opened.ok) return opened;
  const files = opened.value;
  const began = deps.now();
  const known = { name: files.name, began, isDryRun };
  const crate = await openCrate(files);
  if (crate !== null) {
    if (!crate.ok) return closing(files, crate);
    const run = { ...newRun({ ...known, system: 'ligara' }), crate: crate.value };
    const { importCrate } = createCrateImport(deps);
    const { notes } = crate.value;
    const items = endingWith(importCrate(run), files.close);
    return succeed({ system: run.system, total: countItems(crate.value), notes, items });
  }
  const read = { now: began, timeZone: deps.site.timeZone, ...options };
  const source = await recognize(files, read);
  if (!source.ok) return closing(files, source);
  const { system, notes, items } = source.value;
  const run = newRun({ ...known, system });
  const fetchPicture = fetchesPictures ? deps.fetchPicture : undefined;
  const media = isDryRun
    ? previewMedia(files, fetchesPictures)
    : createMedia({ ...deps, files, fetchPicture, importSince: began });
  return succeed({
    system,
    notes,
    total: items.length,
    items: endingWith(importSource(deps, run, source.value, media), files.close),
  });
}

async function closing<T>(files: SourceFiles, result: T): Promise<T> {
  await files.close();
  return result;
}

async function* endingWith<T>(
  items: AsyncGenerator<T>,
  end: () => Promise<void>,
): AsyncGenerator<T> {
  try {
    yield* items;
  } finally {
    await end();
  }
}

async function* importSource(
  deps: ImportDeps,
  run: ImportRun,
  source: Source,
  media: Media,
): AsyncGenerator<ImportedItem> {
  const planned = await planItems(deps.db.query, source.items);
  const slugs = new Map(planned.map(({ item, slug }) => [item.key, slug]));
  const context: RewriteContext = {
    resolve: createResolver(source),
    media,
    slugOf: ({ key, slug }: PostItem) => slugs.get(key) || slug,
    isOwnPath: (url) =>
      url.startsWith('/media/') || deps.pages.includes(url.replace(/[?#].*/s, '')),
  };
  for (const [position, each] of planned.entries()) {
    yield importItem(deps, run, { planned: each, position }, context);
  }
}

async function importItem(
  deps: ImportDeps,
  run: ImportRun,
  at: ItemAt & { planned: PlannedItem },
  context: RewriteContext,
): Promise<ImportedItem> {
  const { planned } = at;
  const { item } = planned;
  if (planned.step === 'skip' || item.kind !== 'post') {
    const reason = planned.step === 'skip' ? planned.reason : '';
    return toImportedItem(at, {
      outcome: item.kind === 'unreadable' ? 'failed' : 'skipped',
      reason,
    });
  }
  const loaded = await item.load();
  if (!loaded.ok) return toImportedItem(at, failedBy(loaded));
  const post = await preparePost(loaded.value, item, context);
  if (!post.ok) return toImportedItem(at, failedBy(post));
  const { input, redirects } = post.value;
  if (run.isDryRun) {
    const checked = await deps.preparePost(input, { by: undefined, becomesPublic: null });
    if (!checked.ok) return toImportedItem(at, failedBy(checked));
    return toImportedPost(at, post.value, { id: null, findings: checked.value.findings });
  }
  const rendered = await deps.prepareNewPost(input, { wasPublic: true });
  if (!rendered.ok) return toImportedItem(at, failedBy(rendered));
  return writeItem(deps.db, run, at, async (trx) => {
    const written = await rendered.value(trx);
    if (!written.ok) return toImportedItem(at, failedBy(written));
    for (const { from, to: target } of redirects) {
      const to = target === null ? { postId: written.value.id } : { target };
      await addRedirect(trx, { from, to }, deps.now());
    }
    return toImportedPost(at, post.value, written.value);
  });
}
