import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { parseAttachmentUrl } from '../media/attachment-url.ts';
import { MAX_PICTURE_BYTES, PICTURE_LIMITS, parsePictureUrl } from '../media/picture-url.ts';
import { takeOverPicture, uploadMedia } from '../media/upload.ts';
import { AUTHOR_LIMITS } from '../posts/authors/author.ts';
import { authorInputSchema } from '../posts/authors/author-input.ts';
import { insertAuthor, readAuthors } from '../posts/authors/author-rows.ts';
import { SLUG } from '../posts/post.ts';
import { NOTICE_KINDS, NOTICE_LIMITS } from '../posts/record/notice.ts';
import { writeNotices } from '../posts/record/records.ts';
import { storedTerms } from '../science/glossary/glossary.ts';
import { TERM_LIMITS } from '../science/glossary/term.ts';
import { changed } from '../server/db/public-views.ts';
import { inTransaction, lockTransaction } from '../server/db/transaction.ts';
import { text } from '../server/fields.ts';
import { readBytes, readText } from './files.ts';
import { readMarkdownItem } from './markdown/markdown-reader.ts';
import { addRedirect, readRedirectLines } from './redirects.ts';
import {
  listed,
  orThrow,
  type PartItem,
  parsed,
  SourceError,
  type SourceFiles,
  type SourceItem,
  type SourcePost,
  type SourceReader,
} from './source.ts';

/** Where an export keeps what belongs to no post. Paths below `media/` are those of the site. */
export const PATHS = {
  header: 'export.json',
  library: 'media/library.json',
  glossary: 'glossary.json',
  authors: 'authors.json',
  redirects: '_redirects',
} as const;

export const HEADER = { program: 'ligara-site', format: 3 } as const;

type Write = PartItem['write'];

/** Null for anything else. @throws SourceError for an export of another version */
export const readOwnExport: SourceReader = async (files) => {
  if (!files.paths.includes(PATHS.header)) return null;
  const header = await readJson(files, PATHS.header, z.looseObject({}));
  if (header.program !== HEADER.program) return null;
  if (header.format !== HEADER.format) {
    throw new SourceError('This export was made by another version of this program');
  }
  const library = await readJson(files, PATHS.library, z.record(z.string(), z.unknown()));
  const hasRedirects = files.paths.includes(PATHS.redirects);
  const lines = readRedirectLines(hasRedirects ? await readText(files, PATHS.redirects) : '');
  const posts: SourceItem[] = [];
  const paths = new Map<string, string[]>();
  for (const path of files.paths) {
    if (!/^posts\/[^/]+\.md$/.test(path)) continue;
    const item = await readPost(files, path);
    posts.push(item);
    if (item.kind === 'post') paths.set(`/blog/${item.slug}`, item.formerPaths);
  }
  for (const { from, to } of lines) paths.get(to)?.push(from);
  const others = lines.filter(({ to }) => !paths.has(to));
  const part = (label: string, write: Write): PartItem => ({ kind: 'part', label, write });
  const items = [
    part(PATHS.glossary, writeGlossary),
    part(PATHS.authors, writeAuthors),
    ...Object.entries(library).map(([path, record]) => part(path, fileWriter(path, record))),
    ...posts,
    ...(others.length === 0 ? [] : [part(PATHS.redirects, redirectWriter(others))]),
  ];
  return { system: 'ligara', files, items, notes: [], origins: [] };
};

async function readJson<T>(files: SourceFiles, path: string, schema: z.ZodType<T>): Promise<T> {
  const content = await readText(files, path);
  try {
    return parsed(schema, JSON.parse(content));
  } catch (cause) {
    throw new SourceError(`${path}: ${(cause as Error).message}`, { cause });
  }
}

const instant = z.iso.datetime({ precision: 3 });

const noticeSchema = z.object({
  id: z.uuid(),
  kind: z.enum(NOTICE_KINDS),
  date: z.iso.date(),
  issuedBy: text(NOTICE_LIMITS.issuedBy),
  reason: text(NOTICE_LIMITS.reason),
});
const noticesSchema = z.object({
  notices: z.array(noticeSchema).max(NOTICE_LIMITS.notices),
  noticedAt: instant,
});

/** References of a post may have millions of characters. */
const MAX_MATTER = 10_000_000;

async function readPost(files: SourceFiles, path: string): Promise<SourceItem> {
  const item = await readMarkdownItem({ files, options: { maxMatter: MAX_MATTER } }, path);
  if (item.kind !== 'post') return item;
  const load = async (): Promise<SourcePost> => {
    const post = await item.load();
    const { notices: written, noticedat } = post.fields ?? {};
    if (written == null) return post;
    const record = { notices: written, noticedAt: noticedat };
    const { notices, noticedAt } = parsed(noticesSchema, record);
    return { ...post, write: (trx, id) => writeNotices(trx, { id }, notices, noticedAt) };
  };
  return { ...item, key: `ligara:${path}`, load };
}

function redirectWriter(redirects: ReturnType<typeof readRedirectLines>): Write {
  return async ({ db, now }, _files, isDryRun) => {
    const left: string[] = [];
    for (const { from, to } of isDryRun ? [] : redirects) {
      const redirect = { from, to: { target: to } };
      const isAdded = await inTransaction(db.query, (trx) => addRedirect(trx, redirect, now()));
      if (!isAdded) left.push(from);
    }
    const what = 'Paths that lead elsewhere here already, or would lead to another site';
    return { outcome: 'imported', notes: listed(what, left) };
  };
}

const colour = z.string().regex(/^#[0-9a-f]{6}$/);
const fileSchema = z.object({
  /** Imports name files by their paths. */
  name: text(1_000),
  alt: text(PICTURE_LIMITS.alt).default(''),
  placeholder: colour.default('#000000'),
  createdAt: instant,
});

const HERE = { outcome: 'skipped', reason: 'it already exists here' } as const;

function fileWriter(path: string, record: unknown): Write {
  const [picture, file] = [parsePictureUrl(`/${path}`), parseAttachmentUrl(`/${path}`)];
  return async (site, files, isDryRun) => {
    const id = picture?.id ?? file?.id;
    if (id === undefined) throw new SourceError('it is not the path of a picture or file');
    const rows = site.db.query.selectFrom(picture === null ? 'attachments' : 'pictures');
    const row = await rows.select('id').where('id', '=', id).executeTakeFirst();
    if (row !== undefined) return HERE;
    if (isDryRun) return { outcome: 'imported' };
    const known = parsed(fileSchema, record);
    if (picture !== null) {
      const original = await readBytes(files, path, 4 * MAX_PICTURE_BYTES);
      orThrow(await takeOverPicture(site, { ...picture, ...known }, original));
    } else {
      const { item } = orThrow(await uploadMedia(site, files.stream(path), known));
      if (item.address !== `/${path}`) throw new SourceError('it does not match its name');
    }
    return { outcome: 'imported' };
  };
}

const identity = z.object({
  id: text(200).min(1),
  // Both databases hold it: PostgreSQL's integers have 32 bits.
  version: z.int().min(0).max(1_000_000_000),
  updatedAt: instant,
});
const slugged = identity.extend({ slug: z.string().max(AUTHOR_LIMITS.name).regex(SLUG) });
const authorsSchema = z
  .array(z.intersection(authorInputSchema, slugged))
  .max(AUTHOR_LIMITS.authors);
const termsSchema = z.array(z.intersection(storedTerms.input, identity)).max(TERM_LIMITS.terms);

type Identified = z.infer<typeof identity>;

/** What a new site begins with has names for ids: it is replaced as long as nobody has edited it or added another. */
function isKept(here: readonly Identified[], records: readonly Identified[]): boolean {
  const isEdited = here.some(({ id, version }) => version > 1 || z.uuid().safeParse(id).success);
  return isEdited || isDeepStrictEqual(records, here);
}

const writeAuthors: Write = async ({ db }, files, isDryRun) => {
  const authors = await readJson(files, PATHS.authors, authorsSchema);
  return inTransaction(db.query, async (trx) => {
    await lockTransaction(trx, db.engine, 'authors');
    if (isKept(await readAuthors(trx), authors)) return HERE;
    if (isDryRun) return { outcome: 'imported' };
    await trx.deleteFrom('authors').execute();
    for (const author of authors) await insertAuthor(trx, author);
    await changed(trx);
    return { outcome: 'imported' };
  });
};

const writeGlossary: Write = async ({ db }, files, isDryRun) => {
  const terms = await readJson(files, PATHS.glossary, termsSchema);
  return inTransaction(db.query, async (trx) => {
    await lockTransaction(trx, db.engine, 'glossary');
    if (isKept(await storedTerms.read(trx), terms)) return HERE;
    if (!isDryRun) await storedTerms.replace(trx, terms);
    return { outcome: 'imported' };
  });
};
