import type { Kysely } from 'kysely';
import { LIMITS } from '../posts/fields.ts';
import { postInputSchema } from '../posts/post-input.ts';
import { prepareMoved, preparePost as renderPost } from '../posts/saving.ts';
import { conflictIfSlugTaken } from '../posts/stored-post.ts';
import { removePost } from '../posts/trash.ts';
import type { Tables } from '../server/db/tables.ts';
import { BusyError } from '../server/failure.ts';
import type { Site } from '../site.ts';
import type { Finding } from '../text/finding.ts';
import { onDayThere } from './dates.ts';
import { openFiles, requireFew } from './files.ts';
import { readGhost } from './ghost/ghost-reader.ts';
import { readMarkdown } from './markdown/markdown-reader.ts';
import { readOwnExport } from './own-export.ts';
import { createMedia } from './pictures.ts';
import { type PlannedPost, planPosts, storedKey } from './plan.ts';
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
  skipped,
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
  notes: readonly Note[];
  postId: string | null;
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
export async function startImport(site: Site, path: string, options: ImportOptions = {}) {
  const { siteUrl } = options;
  if (siteUrl !== undefined && !URL.canParse(siteUrl)) {
    throw new SourceError(`--site takes a URL such as https://old.example, not “${siteUrl}”`);
  }
  const files = await openFiles(path);
  try {
    const source = await readSource(site, files, { now: site.now(), ...options });
    const notes = lostFirst(source.notes);
    // What became of each item, after it was committed. To be read to its end.
    const items = importItems(site, source, options);
    return { system: source.system, total: source.items.length, notes, items };
  } catch (error) {
    files.close();
    throw inWords(error);
  }
}

/** A source that is nested too deeply, or whose text becomes too long, ends a call with a `RangeError`. */
function inWords(error: unknown): unknown {
  // A slow machine has not started a thread in time: the post is imported by the next run.
  if (error instanceof BusyError) return new SourceError(error.message);
  if (!(error instanceof RangeError)) return error;
  return new SourceError('its text is nested too deeply, or becomes too long');
}

async function readSource(site: Site, files: SourceFiles, options: ReadOptions): Promise<Source> {
  for (const read of READERS) {
    const source = await read(files, options);
    if (source === null) continue;
    const links = files.links.map((path) => skipped(path, LINK));
    const items = [...source.items, ...links];
    requireFew('source', items.length);
    // An export of this program says what its posts have here.
    if (source.system === 'ligara') return source;
    return { ...source, items: items.map((item) => fitItem(item, site, options.now)) };
  }
  throw new SourceError(NOT_RECOGNIZED);
}

const LINK = 'a symbolic link, which is not followed. Put the file itself there';

const MAX_FORMER_PATHS = 500;

function fitItem(item: SourceItem, { identity }: Site, now: string): SourceItem {
  if (item.kind !== 'post') return item;
  const { date, formerPaths, notes } = item;
  const left = formerPaths.length - MAX_FORMER_PATHS;
  return {
    ...item,
    date: date && onDayThere(date, identity.timeZone, now),
    formerPaths: formerPaths.slice(0, MAX_FORMER_PATHS),
    notes: left > 0 ? [...notes, lost(`${left} of its former addresses.`)] : notes,
  };
}

async function* importItems(
  site: Site,
  source: Source,
  { isDryRun = false, fetchesPictures = false }: ImportOptions,
): AsyncGenerator<ImportedItem> {
  const { items, files, system } = source;
  try {
    const posts = items.filter((item) => item.kind === 'post');
    const planned = await planPosts(posts, site.db.query);
    const context: RewriteContext = {
      resolve: createResolver(source),
      media: createMedia(site, files, { isDryRun, fetchesPictures }),
      slugOf: (item) => planned.get(item)?.slug || item.slug,
      isOwnPath: (url) =>
        url.startsWith('/media/') || site.pages.includes(url.replace(/[?#].*/s, '')),
      hasTemplates: system === 'markdown',
    };
    const run = { site, source, isDryRun, planned, context };
    for (const item of items) {
      const { title = '', ...outcome } = await outcomeOf(run, item);
      const label = fitText(item.label, LIMITS.title);
      yield { label, title: fitText(title, LIMITS.title), ...NOTHING, ...outcome };
    }
  } finally {
    files.close();
  }
}

const NOTHING = { slug: '', status: '', date: null, reason: '', notes: [], postId: null } as const;

type Run = {
  site: Site;
  source: Source;
  isDryRun: boolean;
  planned: ReadonlyMap<PostItem, PlannedPost>;
  context: RewriteContext;
};

type Outcome = Pick<ImportedItem, 'outcome'> & Partial<ImportedItem>;

async function outcomeOf(run: Run, item: SourceItem): Promise<Outcome> {
  if (item.kind === 'other') return { outcome: item.outcome, reason: item.reason };
  try {
    if (item.kind === 'part') return await item.write(run.site, run.source.files, run.isDryRun);
    return await importPost(run, item);
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
  const { slug = '', skipped: reason } = planned.get(item) ?? {};
  const { title, date } = item;
  if (reason !== undefined) return { title, date, slug, outcome: 'skipped', reason };
  const post = await item.load();
  const { content } = post.draft;
  if (content.length > MAX_UNCHECKED && content.length <= LIMITS.content) {
    const text = { title: 'A', slug: 'a', content: content.replaceAll('\0', '') };
    orThrow(await renderPost(site, postInputSchema.parse(text), UNCHECKED));
  }
  const isOwn = source.system === 'ligara';
  const { input, notes } = await (isOwn ? keepPost : preparePost)(post, item, context);
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
    notes: lostFirst([...renamed, ...notes, ...(isOwn ? [] : toNotes(findings))]),
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

/** Skips findings about links: links between imported posts work once all posts are imported. */
function toNotes(findings: readonly Finding[]): Note[] {
  const named = findings.filter(({ code }) => code !== 'dead-link' && code !== 'link-to-draft');
  const errors = named.filter(({ severity }) => severity === 'error').slice(0, 10);
  const remarks = named
    .filter(({ severity }) => severity !== 'error')
    .map(({ line, message }) => `line ${line}: ${message}`);
  return [
    ...errors.map(({ line, message }) => lost(`Line ${line}: ${message}`)),
    ...listed('changed', 'Findings', remarks, 3),
  ];
}

function lostFirst(notes: readonly Note[]): Note[] {
  return notes.toSorted((a, b) => Number(b.kind === 'lost') - Number(a.kind === 'lost'));
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
