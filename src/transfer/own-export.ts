import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { takeOverAttachment } from '../media/attachment-upload.ts';
import { parseAttachmentUrl } from '../media/attachment-url.ts';
import { takeOverPicture } from '../media/picture-upload.ts';
import { MAX_PICTURE_BYTES, parsePictureUrl } from '../media/picture-url.ts';
import { PICTURE_LIMITS } from '../media/pictures.ts';
import { AUTHOR_LIMITS, type Author, nameKey } from '../posts/authors/author.ts';
import { authorInputSchema } from '../posts/authors/author-input.ts';
import { insertAuthor, readAuthors } from '../posts/authors/author-rows.ts';
import { SLUG } from '../posts/post.ts';
import { NOTICE_KINDS, NOTICE_LIMITS } from '../posts/record/notice.ts';
import { writeNotices } from '../posts/record/notices.ts';
import { spellingKey } from '../science/glossary/spellings.ts';
import { GLOSSARY_CATEGORIES, TERM_LIMITS } from '../science/glossary/term.ts';
import { lockGlossary } from '../science/glossary/term-rows.ts';
import { inTransaction, lockTransaction } from '../server/db/transaction.ts';
import { text } from '../server/fields.ts';
import type { Site } from '../site.ts';
import { readBytes, readText } from './files.ts';
import { readRedirectLines } from './former-redirects.ts';
import type { ImportedItem } from './import.ts';
import { readMarkdownPost } from './markdown/post-file.ts';
import { addRedirect } from './redirects.ts';
import {
  listed,
  lost,
  type Note,
  orThrow,
  type Source,
  SourceError,
  type SourceFiles,
  type SourceItem,
  type SourcePost,
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

type Outcome = Pick<ImportedItem, 'outcome'> & Partial<ImportedItem>;

/** What an export holds beside posts. */
type Part = { label: string; write: (site: Site, isDryRun: boolean) => Promise<Outcome> };

/** An export of this program, with what is imported before its posts and after them. */
export type OwnExport = Source & { before: Part[]; after: Part[] };

/** Reads an export of this program; null for anything else. @throws SourceError for one of another version */
export async function readOwnExport(files: SourceFiles): Promise<OwnExport | null> {
  if (!files.paths.includes(PATHS.header)) return null;
  const header = z.looseObject({ program: z.literal(HEADER.program) });
  const { data } = header.safeParse(await readJson(files, PATHS.header));
  if (data === undefined) return null;
  if (data.format !== HEADER.format) {
    throw new SourceError('This export was made by another version of this program');
  }
  const items: SourceItem[] = [];
  for (const path of files.paths.filter((file) => /^posts\/[^/]+\.md$/.test(file))) {
    items.push(await readItem(files, path));
  }
  const library = parsed(z.record(z.string(), z.unknown()), await readJson(files, PATHS.library));
  const isThere = files.paths.includes(PATHS.redirects);
  const lines = isThere ? readRedirectLines(await readText(files, PATHS.redirects)) : [];
  const posts = items.filter((item) => item.kind === 'post');
  const bySlug = new Map(posts.map((item) => [`/blog/${item.slug}`, item]));
  for (const { from, to } of lines) bySlug.get(to)?.formerPaths.push(from);
  const others = lines.filter(({ to }) => !bySlug.has(to));
  return {
    system: 'ligara',
    files,
    items,
    notes: [],
    origins: [],
    before: [
      { label: PATHS.glossary, write: (site, isDryRun) => writeGlossary(site, files, isDryRun) },
      { label: PATHS.authors, write: (site, isDryRun) => writeAuthors(site, files, isDryRun) },
      ...Object.entries(library).map(([path, record]) => filePart(files, path, record)),
    ],
    after: others.length === 0 ? [] : [redirectsPart(others)],
  };
}

async function readJson(files: SourceFiles, path: string): Promise<unknown> {
  const content = await readText(files, path);
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new SourceError(`${path}: ${(cause as Error).message}`, { cause });
  }
}

/** @throws SourceError that names the first value that does not fit */
function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new SourceError(`${issue?.path.map(String).join('.') || 'it'}: ${issue?.message}`);
}

async function readItem(files: SourceFiles, path: string): Promise<SourceItem> {
  const head = { key: `ligara:${path}`, label: path };
  try {
    const { draft } = await readPost(files, path);
    const { title, slug, status = 'published', publishDate: date = null } = draft;
    const load = () => readPost(files, path);
    return { ...head, kind: 'post', title, slug, status, date, formerPaths: [], notes: [], load };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { ...head, kind: 'unreadable', reason: error.message };
  }
}

const instant = z.iso.datetime({ precision: 3 });

const noticesSchema = z.object({
  notices: z
    .array(
      z.object({
        id: z.uuid(),
        kind: z.enum(NOTICE_KINDS),
        date: z.iso.date(),
        issuedBy: text(NOTICE_LIMITS.issuedBy),
        reason: text(NOTICE_LIMITS.reason),
      }),
    )
    .max(NOTICE_LIMITS.notices),
  noticedAt: instant,
});

/** References of a post may have millions of characters. */
const MAX_MATTER = 10_000_000;

async function readPost(
  files: SourceFiles,
  path: string,
): Promise<SourcePost & ReturnType<typeof readMarkdownPost>> {
  const bytes = await readBytes(files, path);
  const post = readMarkdownPost(bytes, path, { maxMatter: MAX_MATTER });
  const [notices, noticedAt] = [post.fields.value('notices'), post.fields.value('noticedAt')];
  const record = notices == null ? null : parsed(noticesSchema, { notices, noticedAt });
  return {
    ...post,
    base: '',
    async write(trx, id) {
      if (record !== null) await writeNotices(trx, { id }, record.notices, record.noticedAt);
    },
  };
}

function redirectsPart(redirects: readonly { from: string; to: string }[]): Part {
  return {
    label: PATHS.redirects,
    async write({ db, now }, isDryRun) {
      const left: string[] = [];
      for (const { from, to } of isDryRun ? [] : redirects) {
        const isAdded = await inTransaction(db.query, (trx) =>
          addRedirect(trx, { from, to: { target: to } }, now()),
        );
        if (!isAdded) left.push(from);
      }
      const what = 'Paths that lead elsewhere here already, or would lead to another site';
      return { outcome: 'imported', notes: listed('lost', what, left) };
    },
  };
}

const fileSchema = z.object({
  /** Imports name files by their paths. */
  name: text(1_000),
  alt: text(PICTURE_LIMITS.alt).default(''),
  placeholder: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .default('#000000'),
  sha256: z.string().default(''),
  createdAt: instant,
});

/** A picture or file to download, whose path says what it is: it keeps its URL. */
function filePart(files: SourceFiles, path: string, record: unknown): Part {
  const picture = parsePictureUrl(`/${path}`);
  const id = picture?.id ?? parseAttachmentUrl(`/${path}`)?.id ?? '';
  const table = picture === null ? 'attachments' : 'pictures';
  return {
    label: path,
    async write(site, isDryRun) {
      const row = site.db.query.selectFrom(table).select('id').where('id', '=', id);
      if ((await row.executeTakeFirst()) !== undefined) return HERE;
      if (!isDryRun) await takeOver(site, files, path, record);
      return { outcome: 'imported' };
    },
  };
}

async function takeOver(
  site: Site,
  files: SourceFiles,
  path: string,
  record: unknown,
): Promise<void> {
  const { alt, placeholder, sha256, ...known } = parsed(fileSchema, record);
  const [picture, file] = [parsePictureUrl(`/${path}`), parseAttachmentUrl(`/${path}`)];
  if (picture !== null) {
    const original = await readBytes(files, path, 4 * MAX_PICTURE_BYTES);
    const all = { ...picture, ...known, alt, placeholder, bytes: original.byteLength };
    orThrow(await takeOverPicture(site, all, original, {}));
  } else if (file !== null && sha256.startsWith(file.id)) {
    const all = { ...file, ...known, sha256 };
    orThrow(await takeOverAttachment(site, files.stream(path), all, {}));
  } else throw new SourceError('it is not the path of a picture or file');
}

const HERE = { outcome: 'skipped', reason: 'it already exists here' } as const;

/** Both databases hold it: PostgreSQL's integers have 32 bits. */
const count = z.int().min(0).max(1_000_000_000);

const identity = z.object({
  id: text(100).min(1),
  slug: z.string().max(AUTHOR_LIMITS.name).regex(SLUG),
  version: count,
  updatedAt: instant,
});
const authorsSchema = z
  .array(z.intersection(authorInputSchema, identity))
  .max(AUTHOR_LIMITS.authors);

/** Authors who were added or edited here stay as they are. */
async function writeAuthors({ db }: Site, files: SourceFiles, isDryRun: boolean): Promise<Outcome> {
  const authors: Author[] = parsed(authorsSchema, await readJson(files, PATHS.authors));
  return inTransaction(db.query, async (trx) => {
    await lockTransaction(trx, db.engine, 'authors');
    const all = await readAuthors(trx);
    const isSample = (known: Author) =>
      known.version === 1 &&
      authors.some((author) => author.id === known.id && !isDeepStrictEqual(author, known));
    const keysOf = ({ id, slug, name, otherNames }: Author) => [
      id,
      slug,
      ...[name, ...otherNames].map(nameKey),
    ];
    const { added, ...outcome } = newRecords(authors, all, { isSample, keysOf });
    for (const author of isDryRun ? [] : added) {
      await trx.deleteFrom('authors').where('id', '=', author.id).execute();
      await insertAuthor(trx, author);
    }
    return outcome;
  });
}

const spelling = text(TERM_LIMITS.term);
const termsSchema = z
  .array(
    z.object({
      id: text(200).min(1),
      term: spelling,
      category: z.enum(GLOSSARY_CATEGORIES),
      definition: text(TERM_LIMITS.definition),
      synonyms: z.array(spelling).max(TERM_LIMITS.synonyms).transform(toJson),
      /** Ids. */
      related: z.array(text(200)).max(TERM_LIMITS.relatedTerms).transform(toJson),
      position: count,
      version: count,
      updated_at: instant,
    }),
  )
  .max(TERM_LIMITS.terms);

function toJson(value: unknown): string {
  return JSON.stringify(value);
}

/** Terms that are here stay as they are, unless nobody has edited the glossary: an export replaces the sample content. */
async function writeGlossary(
  { db }: Site,
  files: SourceFiles,
  isDryRun: boolean,
): Promise<Outcome> {
  const terms = parsed(termsSchema, await readJson(files, PATHS.glossary));
  return inTransaction(db.query, async (trx) => {
    const revision = await lockGlossary(trx, db.engine);
    const rows = await trx.selectFrom('glossary_terms').selectAll().execute();
    // The seed is the first revision. Its terms have ids of their names, and added ones have UUIDs.
    const isSeed =
      revision <= 1 &&
      rows.every(({ id, version }) => version === 1 && !z.uuid().safeParse(id).success);
    const keysOf = ({ id, term, synonyms }: (typeof rows)[number]) => [
      id,
      ...[term, ...(JSON.parse(synonyms) as string[])].map(spellingKey),
    ];
    const isSame = (row: (typeof rows)[number]) =>
      terms.some((term) => isDeepStrictEqual(term, { ...row }));
    const isReplaced = isSeed && !(rows.length === terms.length && rows.every(isSame));
    const { added, ...outcome } = newRecords(terms, rows, { isSample: () => isReplaced, keysOf });
    if (isDryRun || added.length === 0) return outcome;
    if (isReplaced) await trx.deleteFrom('glossary_terms').execute();
    await trx.insertInto('glossary_terms').values(added).execute();
    // Posts are rendered again.
    await trx
      .updateTable('glossary_state')
      .set({ revision: revision + 1 })
      .execute();
    return outcome;
  });
}

type Merging<T> = {
  /** Returns true for sample content, which is replaced. */
  isSample: (here: T) => boolean;
  /** What no two records share. */
  keysOf: (record: T) => string[];
};

/** The records that are not here. Those that are stay as they are, and are named if they differ. */
function newRecords<T extends { id: string }>(
  records: readonly T[],
  here: readonly T[],
  { isSample, keysOf }: Merging<T>,
): Outcome & { added: T[] } {
  const taken = new Set(here.filter((record) => !isSample(record)).flatMap(keysOf));
  const added: T[] = [];
  const notes: Note[] = [];
  for (const record of records) {
    const isHere = here.some(
      (known) => !isSample(known) && isDeepStrictEqual({ ...known }, record),
    );
    if (isHere) continue;
    const keys = keysOf(record);
    if (keys.some((key) => taken.has(key))) {
      notes.push(lost(`“${record.id}” is here already, and stays as it is.`));
      continue;
    }
    for (const key of keys) taken.add(key);
    added.push(record);
  }
  return added.length === 0 ? { ...HERE, notes, added } : { outcome: 'imported', notes, added };
}
