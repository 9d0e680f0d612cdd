import type { Kysely } from 'kysely';
import { LIMITS } from '../posts/post.ts';
import { postInputSchema } from '../posts/post-input.ts';
import { prepareMoved, preparePost as renderPost } from '../posts/saving.ts';
import { conflictIfSlugTaken } from '../posts/stored-post.ts';
import { removePost } from '../posts/trash.ts';
import type { Tables } from '../server/db/tables.ts';
import type { Site } from '../site.ts';
import type { Finding } from '../text/finding.ts';
import { onDayThere } from './dates.ts';
import { openFiles, SOURCE_LIMITS } from './files.ts';
import { readGhost } from './ghost/ghost-reader.ts';
import { readMarkdown } from './markdown/markdown-reader.ts';
import { type OwnExport, readOwnExport } from './own-export.ts';
import { createMedia, previewMedia } from './pictures.ts';
import { findHere, fitKey, type PlannedPost, planPosts, storedKey } from './plan.ts';
import { keepPost, type PreparedPost, preparePost } from './prepare-post.ts';
import { addRedirect } from './redirects.ts';
import { createResolver } from './resolve.ts';
import type { RewriteContext } from './rewrite.ts';
import {
  changed,
  listed,
  lost,
  type Note,
  orThrow,
  type PostItem,
  type ReadOptions,
  type Source,
  SourceError,
  type SourceFiles,
  type SourceItem,
  type SourcePost,
  type System,
} from './source.ts';
import { fitText } from './text.ts';
import { readWordpress } from './wordpress/wordpress-reader.ts';

export type ImportOptions = Omit<ReadOptions, 'now'> & {
  /** True to fetch pictures of other sites; they stay there otherwise. */
  fetchesPictures?: boolean | undefined;
  /** True to write nothing, and to request nothing from the network. */
  isDryRun?: boolean | undefined;
};

/** What became of an item, or would in a dry run. */
export type ImportedItem = {
  label: string;
  title: string;
  /** Empty without a post. */
  slug: string;
  status: 'published' | 'draft' | '';
  /** ISO 8601, or null. */
  date: string | null;
  outcome: 'imported' | 'skipped' | 'failed';
  /** Why it was not imported; empty otherwise. */
  reason: string;
  notes: Note[];
  postId: string | null;
};

export type Import = {
  system: System;
  total: number;
  /** About the source as a whole. */
  notes: Note[];
  /** What became of each item, after it was committed. To be read to its end. */
  items: AsyncGenerator<ImportedItem>;
};

/** The first reader that recognizes the source is used; the last one takes any folder with Markdown. */
const READERS = [readGhost, readWordpress, readMarkdown];

const NOT_RECOGNIZED =
  'This cannot be imported. Importable sources are an export of this site, a folder or zip of Markdown files, a Ghost JSON export, and a WordPress XML export. Ghost’s migration tools (https://github.com/TryGhost/migrate) make Ghost exports of other systems.';

/**
 * Imports posts of other systems, and exports of this program. Each post is committed with all that belongs to it, and
 * with the key by which a later run skips it: an interrupted import is run again.
 *
 * @throws SourceError when nothing of it can be imported
 */
export async function startImport(
  site: Site,
  path: string,
  { fetchesPictures = false, isDryRun = false, ...options }: ImportOptions = {},
): Promise<Import> {
  const { siteUrl } = options;
  if (siteUrl !== undefined && !URL.canParse(siteUrl)) {
    throw new SourceError(`--site takes a URL such as https://old.example, not “${siteUrl}”`);
  }
  const files = await openFiles(path);
  try {
    const read = { now: site.now(), ...options };
    const own = await readOwnExport(files);
    const source = own ?? (await readSource(files, read, site.identity.timeZone));
    const run = { site, source, files, isDryRun, fetchesPictures };
    const parts = own === null ? 0 : own.before.length + own.after.length;
    const { system, notes, items } = source;
    const all = importAll(run, own);
    return { system, notes: fitNotes(notes), total: items.length + parts, items: all };
  } catch (error) {
    files.close();
    throw inWords(error);
  }
}

/** A source that is nested too deeply, or whose text becomes too long, ends a call with a `RangeError`. */
function inWords(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error;
  return new SourceError('its text is nested too deeply, or becomes too long');
}

async function readSource(
  files: SourceFiles,
  options: ReadOptions,
  timeZone: string,
): Promise<Source> {
  for (const read of READERS) {
    const source = await read(files, options);
    if (source === null) continue;
    const items = [...source.items, ...files.links.map(linkItem)];
    if (items.length > SOURCE_LIMITS.files) {
      throw new SourceError(
        `The source holds ${items.length} items; at most ${SOURCE_LIMITS.files} are read`,
      );
    }
    return { ...source, items: items.map((item) => fitItem(item, timeZone, options.now)) };
  }
  throw new SourceError(NOT_RECOGNIZED);
}

function linkItem(path: string): SourceItem {
  const reason = 'a symbolic link, which is not followed. Put the file itself there';
  return { key: `link:${path}`, label: path, kind: 'left-out', reason };
}

/** Limits of what is stored of an item: UTF-16 code units, and counts. */
const KEPT = { label: 1_000, date: 40, paths: 500, note: 2_000, notes: 100, tags: 100 } as const;

function fitItem(item: SourceItem, timeZone: string, now: string): SourceItem {
  const known = { key: fitKey(item.key), label: fitText(item.label, KEPT.label) };
  if (item.kind !== 'post') return { ...item, ...known };
  const { title, date, formerPaths, notes } = item;
  const fitted = date !== null && date.length > KEPT.date ? null : date;
  const left = formerPaths.length - KEPT.paths;
  return {
    ...item,
    ...known,
    title: fitText(title, LIMITS.title),
    date: fitted && onDayThere(fitted, timeZone, now),
    formerPaths: formerPaths.slice(0, KEPT.paths),
    notes: left > 0 ? [...notes, lost(`${left} of its former addresses.`)] : notes,
  };
}

function fitNotes(notes: readonly Note[]): Note[] {
  const fitted = notes
    .slice(0, KEPT.notes)
    .map(({ kind, message }) => ({ kind, message: fitText(message, KEPT.note) }));
  const left = notes.length - fitted.length;
  return left === 0 ? fitted : [...fitted, lost(`${left} more notes.`)];
}

type Run = {
  site: Site;
  source: Source;
  files: SourceFiles;
  isDryRun: boolean;
  fetchesPictures: boolean;
};

async function* importAll(run: Run, own: OwnExport | null): AsyncGenerator<ImportedItem> {
  try {
    for (const part of own?.before ?? []) yield importPart(run, part);
    yield* importPosts(run);
    for (const part of own?.after ?? []) yield importPart(run, part);
  } finally {
    run.files.close();
  }
}

async function importPart(
  { site, isDryRun }: Run,
  { label, write }: OwnExport['before'][number],
): Promise<ImportedItem> {
  return orFailed({ ...NOTHING, label }, async () => ({
    ...NOTHING,
    label,
    ...(await write(site, isDryRun)),
  }));
}

const NOTHING: Omit<ImportedItem, 'label' | 'outcome'> = {
  title: '',
  slug: '',
  status: '',
  date: null,
  reason: '',
  notes: [],
  postId: null,
};

async function* importPosts(run: Run): AsyncGenerator<ImportedItem> {
  const { site, source, files, isDryRun, fetchesPictures } = run;
  const { items, system } = source;
  const posts = items.filter((item) => item.kind === 'post');
  const planned = planPosts(posts, await findHere(site.db.query));
  const fetchPicture = fetchesPictures ? site.fetchPicture : undefined;
  const context: RewriteContext = {
    resolve: createResolver(source),
    media: isDryRun
      ? previewMedia(files, fetchesPictures)
      : createMedia({ site, files, fetchPicture, importSince: site.now() }),
    slugOf: (item: PostItem) => planned.get(item)?.slug || item.slug,
    isOwnPath: (url) =>
      url.startsWith('/media/') || site.pages.includes(url.replace(/[?#].*/s, '')),
    hasTemplates: system === 'markdown',
  };
  for (const item of items) {
    const plan = item.kind === 'post' ? planned.get(item) : undefined;
    if (item.kind === 'post' && plan !== undefined) yield importPost(run, item, plan, context);
    else if (item.kind !== 'post') {
      const outcome = item.kind === 'unreadable' ? 'failed' : 'skipped';
      const reason = fitText(item.reason, KEPT.note);
      yield { ...NOTHING, label: item.label, outcome, reason };
    }
  }
}

/** Characters of a text that the renderer reads first: it stops a hostile one, on which a parser takes hours. */
const MAX_UNCHECKED = 20_000;

async function importPost(
  { site, source, isDryRun }: Run,
  item: PostItem,
  plan: PlannedPost,
  context: RewriteContext,
): Promise<ImportedItem> {
  const { label, title, date } = item;
  const known = { ...NOTHING, label, title, date };
  const { slug } = plan;
  if (plan.skipped !== undefined) {
    return { ...known, slug, outcome: 'skipped', reason: plan.skipped };
  }
  return orFailed(known, async () => {
    const loaded = await item.load();
    const { content } = loaded.draft;
    if (content.length > MAX_UNCHECKED && content.length <= LIMITS.content) {
      const input = postInputSchema.parse({
        title: 'A',
        slug: 'a',
        content: content.replaceAll('\0', ''),
      });
      orThrow(await renderPost(site, input, UNCHECKED));
    }
    const isOwn = source.system === 'ligara';
    const prepared = isOwn
      ? keepPost(loaded, item, context)
      : await preparePost(loaded, item, context);
    const { input } = prepared;
    const { id, findings } = isDryRun
      ? { id: null, ...orThrow(await renderPost(site, input, UNCHECKED)) }
      : await writePost(site, prepared, item, loaded.write);
    const renamed = slug === item.slug ? [] : [RENAMED];
    return {
      ...known,
      title: input.title,
      slug,
      status: input.status,
      date: input.publishDate,
      outcome: 'imported',
      postId: id,
      notes: fitNotes(
        lossesFirst([...renamed, ...prepared.notes, ...(isOwn ? [] : toNotes(findings))]),
      ),
    };
  });
}

const UNCHECKED = { by: undefined, becomesPublic: null };

const RENAMED = changed('Another post already has its address, so a number was added.');

async function writePost(
  site: Site,
  { input, redirects }: PreparedPost,
  item: PostItem,
  writeMore: SourcePost['write'],
) {
  const write = orThrow(await prepareMoved(site, input));
  const saved = await conflictIfSlugTaken(
    site.db.query,
    input.slug,
    async (trx: Kysely<Tables>) => {
      const written = await write(trx);
      if (!written.ok) return written;
      const { id } = written.value.post;
      await trx
        .updateTable('posts')
        .set({ import_key: storedKey(item) })
        .where('id', '=', id)
        .execute();
      for (const { from, to: target } of redirects) {
        const to = target === null ? { postId: id } : { target };
        await addRedirect(trx, { from, to }, site.now());
      }
      await writeMore?.(trx, id);
      return written;
    },
  );
  return orThrow(saved).post;
}

async function orFailed(
  known: Omit<ImportedItem, 'outcome'>,
  act: () => Promise<ImportedItem>,
): Promise<ImportedItem> {
  try {
    return await act();
  } catch (error) {
    const failure = inWords(error);
    if (!(failure instanceof SourceError)) throw failure;
    return { ...known, outcome: 'failed', reason: failure.message };
  }
}

/** Findings that the notes of a post name. */
const MAX_FINDINGS = 10;

/** Skips findings about links: links between imported posts work once all posts are imported. */
function toNotes(findings: readonly Finding[]): Note[] {
  const named = findings.filter(({ code }) => code !== 'dead-link' && code !== 'link-to-draft');
  const errors = named.filter(({ severity }) => severity === 'error').slice(0, MAX_FINDINGS);
  const remarks = named
    .filter(({ severity }) => severity !== 'error')
    .map(({ line, message }) => `line ${line}: ${message}`);
  return [
    ...errors.map(({ line, message }) => lost(`Line ${line}: ${message}`)),
    ...listed('changed', 'Style findings', remarks, 1),
  ];
}

function lossesFirst(notes: readonly Note[]): Note[] {
  return notes.toSorted((a, b) => Number(a.kind !== 'lost') - Number(b.kind !== 'lost'));
}

/** Moves imported posts into the trash, but for those that were edited since. */
export async function trashImported(
  site: Site,
  ids: readonly string[],
): Promise<{ trashed: string[]; kept: string[] }> {
  const [trashed, kept]: [string[], string[]] = [[], []];
  for (const id of ids) {
    const post = await site.db.query
      .selectFrom('posts')
      .select(['slug', 'latest_version'])
      .where('id', '=', id)
      .where('import_key', 'is not', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (post === undefined) continue;
    const isEdited = post.latest_version > 1;
    if (!isEdited) orThrow(await removePost(site, post.slug));
    (isEdited ? kept : trashed).push(post.slug);
  }
  return { trashed, kept };
}
