import type { Kysely } from 'kysely';
import { LIMITS, POST_FIELDS, TEXT_NAMES } from '../posts/fields.ts';
import { type PostDraft, type PostInput, postInputSchema } from '../posts/post-input.ts';
import { renderAndCheck } from '../posts/publication-check.ts';
import { prepareMoved } from '../posts/saving.ts';
import { findUnfinished } from '../rendering/unfinished.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import type { Site } from '../site.ts';
import type { Finding } from '../text/finding.ts';
import { onDayThere } from './dates.ts';
import { openFiles, requireFew } from './files.ts';
import { readGhost } from './ghost/ghost-reader.ts';
import { readMarkdown } from './markdown/markdown-reader.ts';
import { readOwnExport } from './own-export.ts';
import { createMedia } from './pictures.ts';
import { planItems, storedKey } from './plan.ts';
import { addRedirect } from './redirects.ts';
import { createResolver } from './resolve.ts';
import { type RewriteContext, rewriteBody, rewriteCover } from './rewrite.ts';
import {
  describeIssue,
  describeSourceError,
  leftOut,
  listed,
  type Outcome,
  orThrow,
  type PostItem,
  parsed,
  type ReadOptions,
  type Source,
  SourceError,
  type SourceFiles,
  type SourcePost,
} from './source.ts';
import { fitText } from './text.ts';
import { readWordpress } from './wordpress/wordpress-reader.ts';

export type ImportOptions = Omit<ReadOptions, 'now'> & {
  fetchesPictures?: boolean | undefined;
  /** True to write nothing, and to request nothing from the network. */
  isDryRun?: boolean | undefined;
};

export type ImportedItem = {
  label: string;
  title: string;
  slug: string;
  status: 'published' | 'draft' | '';
  /** ISO 8601, or null. */
  date: string | null;
  outcome: 'imported' | 'skipped' | 'failed';
  reason: string;
  notes: readonly string[];
  postId: string | null;
};

/** The first reader that recognizes the source is used; the last one takes any folder with Markdown. */
const READERS = [readOwnExport, readGhost, readWordpress, readMarkdown];

const NOT_RECOGNIZED =
  'This cannot be imported. Importable sources are an export of this site, a folder or zip of Markdown files, a Ghost JSON export, and a WordPress XML export. Ghost’s migration tools (https://github.com/TryGhost/migrate) make Ghost exports of other systems.';

/**
 * Each post is committed with all that belongs to it and its key: an interrupted import is run
 * again.
 *
 * @returns also what became of each item, after it was committed: to be read to its end
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
    const { system, items, notes } = source;
    return { system, total: items.length, notes, items: importItems(site, source, options) };
  } catch (error) {
    files.close();
    throw new SourceError(describeSourceError(error), { cause: error });
  }
}

async function readSource(site: Site, files: SourceFiles, options: ReadOptions): Promise<Source> {
  for (const read of READERS) {
    const source = await read(files, options);
    if (source === null) continue;
    const links = files.links.map((path) => leftOut(path, 'skipped', LINK));
    const items = [...source.items, ...links];
    requireFew('source', items.length);
    // An export of this program says what its posts have here.
    if (source.system === 'ligara') return source;
    const { timeZone } = site.identity;
    return {
      ...source,
      items: items.map((item) => {
        if (item.kind !== 'post' || item.date === null) return item;
        return { ...item, date: onDayThere(item.date, timeZone, options.now) };
      }),
    };
  }
  throw new SourceError(NOT_RECOGNIZED);
}

const LINK = 'a symbolic link, which is not followed. Put the file itself there';

async function* importItems(
  site: Site,
  { system, files, ...source }: Source,
  { isDryRun = false, fetchesPictures = false }: ImportOptions,
): AsyncGenerator<ImportedItem> {
  try {
    const items = await planItems(source.items, site.db.query);
    const context: RewriteContext = {
      resolve: createResolver({ ...source, system, files, items }),
      media: createMedia(site, files, { isDryRun, fetchesPictures }),
      isOwnPath: (url) =>
        url.startsWith('/media/') || site.pages.includes(url.replace(/[?#].*/s, '')),
      hasTemplates: system === 'markdown',
      isOwn: system === 'ligara',
    };
    for (const item of items) {
      const { title = '', date = null } = item.kind === 'post' ? item : {};
      const outcome = await (item.kind === 'part'
        ? item.write(site, files, isDryRun)
        : importPost(site, item, context, isDryRun)
      ).catch((error): Outcome => ({ outcome: 'failed', reason: describeSourceError(error) }));
      const label = fitText(item.label, LIMITS.title);
      const known = { ...NOTHING, label, title, date, ...outcome };
      yield { ...known, title: fitText(known.title, LIMITS.title) };
    }
  } finally {
    files.close();
  }
}

const NOTHING = { slug: '', status: '', reason: '', notes: [], postId: null } as const;

/** Characters of a text that the renderer reads first: it stops a hostile one, on which a parser takes hours. */
const MAX_UNCHECKED = 20_000;

async function importPost(
  site: Site,
  item: PostItem,
  context: RewriteContext,
  isDryRun: boolean,
): Promise<Outcome> {
  const { slug, skipped: reason } = item;
  if (reason !== undefined) return { slug, outcome: 'skipped', reason };
  const post = await item.load();
  const { content } = post.draft;
  if (content.length > MAX_UNCHECKED && content.length <= LIMITS.content) {
    const text = { title: 'A', slug: 'a', content: content.replaceAll('\0', '') };
    orThrow(await renderAndCheck(site, postInputSchema.parse(text)));
  }
  const { input, notes } = await preparePost(post, item, context);
  const { id, findings } = isDryRun
    ? { id: null, ...orThrow(await renderAndCheck(site, input)) }
    : await writePost(site, input, item, post.write);
  const { title, status, publishDate: date } = input;
  const all = [...notes, ...(context.isOwn ? [] : toNotes(findings))];
  return { title, slug, status, date, outcome: 'imported', postId: id, notes: all };
}

async function writePost(
  site: Site,
  input: PostInput,
  item: PostItem,
  writeMore: SourcePost['write'],
) {
  const write = orThrow(await prepareMoved(site, input));
  const saved = await inTransaction(site.db.query, async (trx: Kysely<Tables>) => {
    const result = await write(trx);
    if (!result.ok) return result;
    const { id } = result.value;
    const key = { import_key: storedKey(item) };
    await trx.updateTable('posts').set(key).where('id', '=', id).execute();
    const to = { postId: id };
    for (const from of item.formerPaths) await addRedirect(trx, { from, to }, site.now());
    await writeMore?.(trx, id);
    return result;
  });
  return orThrow(saved);
}

/** Skips findings about links: links between imported posts work once all posts are imported. */
function toNotes(findings: readonly Finding[]): string[] {
  const named = findings.filter(({ code }) => code !== 'dead-link' && code !== 'link-to-draft');
  const errorsFirst = named.toSorted(
    (a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'),
  );
  return errorsFirst.slice(0, 10).map(({ line, message }) => `Line ${line}: ${message}`);
}

/**
 * Converts a post of another system: its links lead to this site, and its fields keep the limits. One of this program stays
 * byte for byte: its files keep their URLs.
 *
 * @throws SourceError
 */
async function preparePost(
  { draft, ...post }: SourcePost,
  item: PostItem,
  context: RewriteContext,
): Promise<{ input: PostInput; notes: string[] }> {
  const notes = [...item.notes, ...post.notes];
  const head = { slug: item.slug, status: item.status, publishDate: item.date };
  if (context.isOwn) return { input: parsed(postInputSchema, { ...draft, ...head }), notes };
  if (draft.content.trim() === '') throw new SourceError('it has no text');
  if (draft.content.length > 2 * LIMITS.content) {
    throw new SourceError(`content: Must have at most ${LIMITS.content} characters`);
  }
  const content = await rewriteBody(draft.content, post, context, notes);
  const coverImage = await rewriteCover(draft.coverImage || '', post.base, context, notes);
  const tags = (draft.tags ?? []).map((tag) => tag.slice(0, LIMITS.tag).toWellFormed());
  notes.push(...listed(`Tags after the first ${LIMITS.tags}`, tags.slice(LIMITS.tags)));
  const fields: PostDraft = {
    ...draft,
    ...head,
    content,
    coverImage,
    tags: tags.slice(0, LIMITS.tags),
  };
  for (const [field, max] of SHORTENED) {
    const text = fields[field] ?? '';
    if (text.length <= max) continue;
    notes.push(`The end of its ${field}, after ${max} characters.`);
    fields[field] = text.slice(0, max).toWellFormed();
  }
  if (fields.status === 'published' && findUnfinished(content) !== null) {
    fields.status = 'draft';
    const why = 'It contains conflict markers or unfinished uploads';
    notes.push(`${why}, so it is imported as a draft.`);
  }
  return { input: parseFields(fields, notes), notes };
}

const SHORTENED = [
  ['title', LIMITS.title] as const,
  ...TEXT_NAMES.map((name) => [name, POST_FIELDS[name].limit] as const),
];

/** A field that cannot be read costs the field, unless there is no post without it. */
function parseFields(fields: PostDraft, notes: string[]): PostInput {
  const checked = postInputSchema.safeParse(fields);
  if (checked.success) return checked.data;
  const field = checked.error.issues[0]?.path[0] as keyof PostDraft;
  const reason = describeIssue(checked.error);
  const { [field]: value, ...others } = fields;
  if (value === undefined || /^(?:title|slug|content)$/.test(field)) throw new SourceError(reason);
  notes.push(`A field that cannot be read: ${reason}.`);
  // Without its date, nothing says any more when it was to be public.
  const status = field === 'publishDate' ? 'draft' : fields.status;
  return parseFields({ ...others, status } as PostDraft, notes);
}
