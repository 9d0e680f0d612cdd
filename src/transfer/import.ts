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
import { openFiles, requireFew } from './files.ts';
import { readGhost } from './ghost/ghost-reader.ts';
import { readMarkdown } from './markdown/markdown-reader.ts';
import { readOwnExport } from './own-export.ts';
import { createMedia } from './pictures.ts';
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

const NOTHING: Omit<ImportedItem, 'label' | 'outcome'> = {
  title: '',
  slug: '',
  status: '',
  date: null,
  reason: '',
  notes: [],
  postId: null,
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
const READERS = [readOwnExport, readGhost, readWordpress, readMarkdown];

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
  options: ImportOptions = {},
): Promise<Import> {
  const { siteUrl } = options;
  if (siteUrl !== undefined && !URL.canParse(siteUrl)) {
    throw new SourceError(`--site takes a URL such as https://old.example, not “${siteUrl}”`);
  }
  const files = await openFiles(path);
  try {
    const source = await readSource(site, files, { now: site.now(), ...options });
    const { system, items, notes } = source;
    const imported = importItems(site, source, options);
    return { system, total: items.length, notes: fitNotes(notes), items: imported };
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

async function readSource(site: Site, files: SourceFiles, options: ReadOptions): Promise<Source> {
  for (const read of READERS) {
    const source = await read(files, options);
    if (source === null) continue;
    const items = [...source.items, ...files.links.map(linkItem)];
    requireFew('source', items.length);
    // An export of this program says what its posts have here.
    if (source.system === 'ligara') return source;
    return { ...source, items: items.map((item) => fitItem(item, site, options.now)) };
  }
  throw new SourceError(NOT_RECOGNIZED);
}

function linkItem(path: string): SourceItem {
  const reason = 'a symbolic link, which is not followed. Put the file itself there';
  return { key: `link:${path}`, label: path, kind: 'left-out', reason };
}

/** Limits of what is stored of an item: UTF-16 code units, and counts. */
const KEPT = { label: 1_000, date: 40, paths: 500, note: 2_000, notes: 100 } as const;

function fitItem(item: SourceItem, { identity }: Site, now: string): SourceItem {
  const fitted = { ...item, key: fitKey(item.key), label: fitText(item.label, KEPT.label) };
  if (fitted.kind !== 'post') return fitted;
  const { title, date, formerPaths, notes } = fitted;
  const isDated = date !== null && date.length <= KEPT.date;
  const left = formerPaths.length - KEPT.paths;
  return {
    ...fitted,
    title: fitText(title, LIMITS.title),
    date: isDated ? onDayThere(date, identity.timeZone, now) : null,
    formerPaths: formerPaths.slice(0, KEPT.paths),
    notes: left > 0 ? [...notes, lost(`${left} of its former addresses.`)] : notes,
  };
}

/** What is lost comes first. */
function fitNotes(notes: readonly Note[]): Note[] {
  return notes
    .toSorted((a, b) => Number(b.kind === 'lost') - Number(a.kind === 'lost'))
    .slice(0, KEPT.notes)
    .map(({ kind, message }) => ({ kind, message: fitText(message, KEPT.note) }));
}

type Run = {
  site: Site;
  source: Source;
  isDryRun: boolean;
  planned: ReadonlyMap<PostItem, PlannedPost>;
  context: RewriteContext;
};

async function* importItems(
  site: Site,
  source: Source,
  { isDryRun = false, fetchesPictures = false }: ImportOptions,
): AsyncGenerator<ImportedItem> {
  const { items, files, system } = source;
  try {
    const posts = items.filter((item) => item.kind === 'post');
    const planned = planPosts(posts, await findHere(site.db.query));
    const context: RewriteContext = {
      resolve: createResolver(source),
      media: createMedia(site, files, { isDryRun, fetchesPictures }),
      slugOf: (item) => planned.get(item)?.slug || item.slug,
      isOwnPath: (url) =>
        url.startsWith('/media/') || site.pages.includes(url.replace(/[?#].*/s, '')),
      hasTemplates: system === 'markdown',
    };
    const run = { site, source, isDryRun, planned, context };
    for (const item of items)
      yield { ...NOTHING, label: item.label, ...(await outcomeOf(run, item)) };
  } finally {
    files.close();
  }
}

type Outcome = Pick<ImportedItem, 'outcome'> & Partial<ImportedItem>;

async function outcomeOf(run: Run, item: SourceItem): Promise<Outcome> {
  try {
    if (item.kind === 'part') return await item.write(run.site, run.source.files, run.isDryRun);
    if (item.kind === 'post') return await importPost(run, item);
    const reason = fitText(item.reason, KEPT.note);
    return { outcome: item.kind === 'unreadable' ? 'failed' : 'skipped', reason };
  } catch (error) {
    const failure = inWords(error);
    if (!(failure instanceof SourceError)) throw failure;
    const { title = '', date = null } = item.kind === 'post' ? item : {};
    return { title, date, outcome: 'failed', reason: failure.message };
  }
}

/** Characters of a text that the renderer reads first: it stops a hostile one, on which a parser takes hours. */
const MAX_UNCHECKED = 20_000;

async function importPost(
  { site, source, isDryRun, planned, context }: Run,
  item: PostItem,
): Promise<Outcome> {
  const { slug = '', skipped } = planned.get(item) ?? {};
  if (skipped !== undefined) {
    const { title, date } = item;
    return { title, date, slug, outcome: 'skipped', reason: skipped };
  }
  const post = await item.load();
  const { content } = post.draft;
  if (content.length > MAX_UNCHECKED && content.length <= LIMITS.content) {
    const text = { title: 'A', slug: 'a', content: content.replaceAll('\0', '') };
    orThrow(await renderPost(site, postInputSchema.parse(text), UNCHECKED));
  }
  const isOwn = source.system === 'ligara';
  const prepared = isOwn ? keepPost(post, item, context) : await preparePost(post, item, context);
  const { input } = prepared;
  const { id, findings } = isDryRun
    ? { id: null, ...orThrow(await renderPost(site, input, UNCHECKED)) }
    : await writePost(site, input, item, post.write);
  const renamed = slug === item.slug ? [] : [RENAMED];
  return {
    title: input.title,
    slug,
    status: input.status,
    date: input.publishDate,
    outcome: 'imported',
    postId: id,
    notes: fitNotes([...renamed, ...prepared.notes, ...(isOwn ? [] : toNotes(findings))]),
  };
}

const UNCHECKED = { by: undefined, becomesPublic: null };

const RENAMED = changed('Another post already has its address, so a number was added.');

async function writePost(
  site: Site,
  input: PreparedPost['input'],
  item: PostItem,
  writeMore: SourcePost['write'],
) {
  const write = orThrow(await prepareMoved(site, input));
  const { query } = site.db;
  const saved = await conflictIfSlugTaken(query, input.slug, async (trx: Kysely<Tables>) => {
    const result = await write(trx);
    if (!result.ok) return result;
    const { id } = result.value.post;
    const key = { import_key: storedKey(item) };
    await trx.updateTable('posts').set(key).where('id', '=', id).execute();
    const to = { postId: id };
    for (const from of item.formerPaths) await addRedirect(trx, { from, to }, site.now());
    await writeMore?.(trx, id);
    return result;
  });
  return orThrow(saved).post;
}

/** Findings that the notes of a post name. */
const MAX_FINDINGS = 10;

/** Skips findings about links: links between imported posts work once all posts are imported. */
function toNotes(findings: readonly Finding[]): Note[] {
  const named = findings.filter(({ code }) => code !== 'dead-link' && code !== 'link-to-draft');
  const errors = named.filter(({ severity }) => severity === 'error').slice(0, MAX_FINDINGS);
  const remarks = named.filter(({ severity }) => severity !== 'error');
  return [
    ...errors.map(({ line, message }) => lost(`Line ${line}: ${message}`)),
    ...listed(
      'changed',
      'Findings',
      remarks.map(({ line, message }) => `line ${line}: ${message}`),
      3,
    ),
  ];
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
