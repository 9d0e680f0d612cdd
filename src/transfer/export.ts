import { once } from 'node:events';
import { addAbortSignal, Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { ZipFile } from 'yazl';
import { recordEvent } from '../accounts/audit.ts';
import { attachmentUrl, storedAttachment } from '../media/attachment-url.ts';
import type { PictureStore } from '../media/picture-store.ts';
import { pictureFile, pictureUrl } from '../media/picture-url.ts';
import { readAuthors } from '../posts/authors/author-rows.ts';
import { inOrder, withFrontMatter, yamlReferences, yamlValue } from '../posts/front-matter.ts';
import { AUTHORED_COLUMNS, toAuthored } from '../posts/rows.ts';
import { selectShownVersions } from '../posts/stored-post.ts';
import { storedTerms } from '../science/glossary/glossary.ts';
import { asCsl, type Reference } from '../science/references/reference.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { fail, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { HEADER, PATHS } from './own-export.ts';

type ExportOptions = {
  /** Email of an administrator; undefined for the command line. */
  by?: string | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Called before each file: the session or the role of the reader may have ended. @throws when it has */
  recheck?: (() => Promise<void>) | undefined;
};

const running = new WeakSet<Database>();

/**
 * One runs at a time. What is written meanwhile is not in it.
 *
 * @returns the zip, which is made while it is read, and destroyed with the error that prevents its
 * completion; and what was exported, which rejects with it, with an `AbortError` when the zip is
 * not read to its end
 */
export function exportSite(site: Site, options: ExportOptions = {}) {
  if (running.has(site.db)) {
    const detail = 'Another export is already running. Wait until it has finished.';
    return fail({ kind: 'conflict', detail });
  }
  running.add(site.db);
  const zip = new ZipFile();
  const content = zip.outputStream as Readable;
  // It may fail before anybody reads it.
  content.on('error', () => undefined);
  const finished = writeZip(site, zip, options).finally(() => running.delete(site.db));
  // The content fails, too: nobody needs to wait for the summary.
  finished.catch(() => undefined);
  return succeed({ content, finished });
}

type Content = AsyncIterable<Uint8Array> | Iterable<string>;
type AddFile = (path: string, content: Content) => Promise<void>;

async function writeZip(site: Site, zip: ZipFile, { by, onProgress, recheck }: ExportOptions) {
  const { db, files, now } = site;
  const closed = new AbortController();
  const output = zip.outputStream as Readable;
  output.once('close', () => closed.abort());
  // The same error rejects `add`.
  zip.on('error', () => undefined);
  const mtime = new Date(now());
  const add: AddFile = async (path, content) => {
    await recheck?.();
    closed.signal.throwIfAborted();
    const source = addAbortSignal(closed.signal, Readable.from(content, { objectMode: false }));
    // Pictures and most files to download are compressed.
    const compress = !path.startsWith('media/') || /\.(?:csv|json)$/.test(path);
    zip.addReadStreamLazy(path, { mtime, mode: 0o100644, compress }, (pass) => pass(null, source));
    // One entry at a time is in memory.
    await once(source, 'end');
  };
  try {
    await recordEvent(db.query, { at: now(), actor: by ?? null, action: 'site-exported' });
    const summary = await db.snapshot((query) => addContent(query, files, add, onProgress));
    zip.end();
    return summary;
  } catch (error) {
    // An abort shows in what was read or written at that moment as an error of another kind.
    const cause = closed.signal.aborted ? closed.signal.reason : error;
    output.destroy(cause as Error);
    throw cause;
  }
}

/** The same content gives the same files. */
async function addContent(
  query: Kysely<Tables>,
  files: PictureStore,
  add: AddFile,
  onProgress: ExportOptions['onProgress'],
) {
  const slugs = query.selectFrom('current_posts').select(['id', 'slug']).orderBy('slug');
  const posts = await slugs.execute();
  const pictures = await query.selectFrom('pictures').selectAll().orderBy('id').execute();
  const attachments = await query.selectFrom('attachments').selectAll().orderBy('id').execute();
  const total = posts.length + pictures.length + attachments.length;
  let done = 0;
  const addJson = (path: string, value: unknown) =>
    add(path, [`${JSON.stringify(value, inOrder, 2)}\n`]);

  await addJson(PATHS.header, HEADER);
  const changed: string[] = [];
  for (const { id, slug } of posts) {
    const { file, references, hasChanges } = await readPost(query, id);
    await add(`posts/${slug}.md`, [file]);
    if (references.length > 0) await addJson(`references/${slug}.json`, references.map(toCsl));
    if (hasChanges) changed.push(slug);
    onProgress?.(++done, total);
  }
  const missing: string[] = [];
  const library: Record<string, unknown> = {};
  const addFile = async (id: string, stored: string, url: string, record: object) => {
    const path = url.slice(1);
    const file = await files.find(id, stored);
    const content = file && (await file.read(0, file.bytes - 1));
    if (content) {
      await add(path, content);
      library[path] = record;
    } else missing.push(path);
    onProgress?.(++done, total);
  };
  for (const { id, name, alt, placeholder, created_at: createdAt, ...row } of pictures) {
    const picture = { ...row, id, moving: row.moving === 1 };
    const record = { name, alt, placeholder, createdAt };
    await addFile(id, pictureFile(picture), pictureUrl(picture), record);
  }
  for (const { id, name, type, file, sha256, created_at: createdAt } of attachments) {
    const record = { name, sha256, createdAt };
    await addFile(id, storedAttachment(type), attachmentUrl({ id, file }), record);
  }
  await addJson(PATHS.library, library);
  await addJson(PATHS.glossary, await storedTerms.read(query));
  await addJson(PATHS.authors, await readAuthors(query));
  await add(PATHS.redirects, await redirectLines(query));
  const counts = { pictures: pictures.length, attachments: attachments.length };
  return { posts: posts.length, ...counts, changed, missing };
}

/** The version of a post that readers see; of a draft the latest. Its file has the text byte for byte. */
async function readPost(query: Kysely<Tables>, id: string) {
  const row = await selectShownVersions(query)
    .select(AUTHORED_COLUMNS.map((name) => `post_versions.${name}` as const))
    .select(['date', 'version', 'latest_version', 'published_at', 'notices', 'noticed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { title, slug, content, status, publishDate, references, ...others } = toAuthored(row);
  const isDraft = status === 'draft';
  const hasNotices = row.notices !== '[]';
  const fields = {
    title,
    slug,
    // A public post without a date would get that of its import.
    date: isDraft ? publishDate : row.date,
    // Hugo, Zola and Astro keep a text from the public by the first, Jekyll by the second.
    draft: isDraft || null,
    published: isDraft ? false : null,
    ...others,
    notices: hasNotices ? JSON.parse(row.notices) : null,
    noticedAt: hasNotices ? row.noticed_at : null,
  };
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== '' && value !== null)
    .map(([field, value]) => [field, yamlValue(value)]);
  if (references.length > 0) lines.push(['references', yamlReferences(references)]);
  const file = withFrontMatter(Object.fromEntries(lines), content);
  return { file, references, hasChanges: row.latest_version !== row.version };
}

/** A reference in CSL-JSON, as reference managers read it, with the key by which the text cites it. */
function toCsl(reference: Reference, index: number) {
  return { id: reference.key ?? `reference-${index + 1}`, ...asCsl(reference) };
}

/** Former slugs and paths of former sites, `/from /to 301`, without those to deleted posts. */
async function redirectLines(query: Kysely<Tables>): Promise<string[]> {
  const slugs = await query
    .selectFrom('former_slugs')
    .innerJoin('current_posts', 'current_posts.id', 'former_slugs.post_id')
    .select(['former_slugs.slug as former', 'current_posts.slug'])
    .orderBy('former_slugs.slug')
    .execute();
  const paths = await query
    .selectFrom('redirects')
    .leftJoin('current_posts', 'current_posts.id', 'redirects.post_id')
    .select(['path', 'target', 'redirects.post_id', 'slug'])
    .orderBy('path')
    .execute();
  const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');
  return [
    ...slugs.map(({ former, slug }) => `/blog/${former} /blog/${slug} 301\n`),
    ...paths.flatMap(({ path, target, post_id, slug }) => {
      const to = post_id === null ? target : slug && `/blog/${slug}`;
      return to ? `${encoded(path)} ${to} 301\n` : [];
    }),
  ];
}
