import { createHash } from 'node:crypto';
import { z } from 'zod';
import { attachmentUrl } from '../../media/attachment-url.ts';
import { pictureUrl } from '../../media/picture-url.ts';
import type { Author } from '../../posts/authors/author.ts';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { readText } from '../files/decode-text.ts';
import { SOURCE_LIMITS } from '../files/limits.ts';
import { reasonOf } from '../reason-of.ts';
import type { Note, SourceFiles } from '../source.ts';
import { checkRecords, type Records, refusedNotes } from './check-records.ts';
import { checkTerms, type ExportedTerm } from './glossary-records.ts';
import { checkAuthors } from './import-authors.ts';
import { FORMAT, mediaPath, PATHS, PROGRAM } from './layout.ts';
import { readManifest } from './manifest.ts';
import {
  attachmentSchema,
  type ExportedAttachment,
  type ExportedPicture,
  pictureSchema,
} from './media-records.ts';
import { type PostLine, postLineSchema } from './post-records.ts';
import { type ExportedRedirect, readRedirects } from './redirect-table.ts';

/** An export of this program whose files are all there and undamaged. */
export type Crate = {
  files: SourceFiles;
  terms: ExportedTerm[];
  authors: Author[];
  pictures: (ExportedPicture & { path: string })[];
  attachments: (ExportedAttachment & { path: string })[];
  posts: PostLine[];
  redirects: ExportedRedirect[];
  /** What of the tables does not come. */
  notes: Note[];
};

/** Two of these identify an export: a missing one can then be named. */
const MARKS: readonly string[] = [PATHS.header, PATHS.metadata, PATHS.manifest];

/**
 * Opens an export of this program; null for any other source. Every file is read and compared with the manifest: an
 * export that is damaged is refused as a whole.
 */
export async function openCrate(files: SourceFiles): Promise<Result<Crate> | null> {
  if (files.paths.filter((path) => MARKS.includes(path)).length < 2) return null;
  const header = await readHeader(files);
  if (header !== null && !header.ok) return header;
  const intact = await compareWithManifest(files);
  if (!intact.ok) return intact;
  // A crate without a header was made by another program.
  return header === null ? null : readTables(files);
}

const headerSchema = z.object({ program: z.literal(PROGRAM), format: z.int() });

/** Null for the crate of another program. */
async function readHeader(files: SourceFiles): Promise<Result<void> | null> {
  if (!files.paths.includes(PATHS.header)) {
    return files.paths.includes(PATHS.posts) ? refuse(`lacks ${PATHS.header}`) : null;
  }
  const header = await readJson(files, PATHS.header);
  if (!header.ok) return header;
  const parsed = headerSchema.safeParse(header.value);
  if (!parsed.success) return null;
  return parsed.data.format > FORMAT
    ? refuse('was made by a newer version of this program. Update this one first')
    : succeed(undefined);
}

async function compareWithManifest(files: SourceFiles): Promise<Result<void>> {
  if (!files.paths.includes(PATHS.manifest)) return refuse(`lacks its manifest, ${PATHS.manifest}`);
  const text = await readWhole(files, PATHS.manifest);
  const manifest = text.ok ? readManifest(text.value) : text;
  if (!manifest.ok) return manifest;
  const hashes = manifest.value;
  const present = new Set(files.paths);
  for (const path of hashes.keys()) {
    if (!present.has(path)) return refuse(`is incomplete: ${path} is missing`);
  }
  for (const path of files.paths) {
    if (path === PATHS.manifest) continue;
    const expected = hashes.get(path);
    if (expected === undefined) return refuse(`holds ${path}, which is not in its manifest`);
    const hash = await hashOf(files, path);
    if (!hash.ok) return hash;
    if (hash.value !== expected) {
      return refuse(`is damaged: ${path} has changed since it was exported`);
    }
  }
  return succeed(undefined);
}

async function hashOf(files: SourceFiles, path: string): Promise<Result<string>> {
  const content = await files.stream(path);
  if (!content.ok) return refuse(`is damaged: ${path}: ${reasonOf(content)}`);
  const hash = createHash('sha256');
  try {
    for await (const chunk of content.value) hash.update(chunk);
  } catch (error) {
    return refuse(`is damaged: ${path}: ${error instanceof Error ? error.message : error}`);
  }
  return succeed(hash.digest('hex'));
}

async function readTables(files: SourceFiles): Promise<Result<Crate>> {
  const terms = await readTerms(files);
  if (!terms.ok) return terms;
  const authors = await readAuthors(files);
  if (!authors.ok) return authors;
  const posts = await readLines(files, PATHS.posts, postLineSchema, ['id', 'slug']);
  if (!posts.ok) return posts;
  const pictures = await readLines(files, PATHS.pictures, pictureSchema, ['id']);
  if (!pictures.ok) return pictures;
  const attachments = await readLines(files, PATHS.attachments, attachmentSchema, ['id']);
  if (!attachments.ok) return attachments;
  const table = await readWhole(files, PATHS.redirects);
  const redirects = table.ok ? readRedirects(table.value) : table;
  if (!redirects.ok) return redirects;
  return succeed({
    files,
    terms: terms.value.items,
    authors: authors.value.items,
    posts: posts.value.items,
    redirects: redirects.value.items,
    pictures: pictures.value.items.map((each) => ({ ...each, path: mediaPath(pictureUrl(each)) })),
    attachments: attachments.value.items.map((each) => ({
      ...each,
      path: mediaPath(attachmentUrl(each)),
    })),
    notes: [
      ...refusedNotes(PATHS.glossary, terms.value),
      ...refusedNotes(PATHS.authors, authors.value),
      ...refusedNotes(PATHS.posts, posts.value),
      ...refusedNotes(PATHS.pictures, pictures.value),
      ...refusedNotes(PATHS.attachments, attachments.value),
      ...refusedNotes(PATHS.redirects, redirects.value),
    ],
  });
}

async function readTerms(files: SourceFiles): Promise<Result<Records<ExportedTerm>>> {
  const glossary = await readJson(files, PATHS.glossary);
  if (!glossary.ok) return glossary;
  if (!Array.isArray(glossary.value)) return refuse(`holds ${PATHS.glossary} in an unknown form`);
  return succeed(checkTerms(glossary.value));
}

async function readAuthors(files: SourceFiles): Promise<Result<Records<Author>>> {
  if (!files.paths.includes(PATHS.authors)) return succeed({ items: [], refused: [] });
  const authors = await readJson(files, PATHS.authors);
  if (!authors.ok) return authors;
  if (!Array.isArray(authors.value)) return refuse(`holds ${PATHS.authors} in an unknown form`);
  return succeed(checkAuthors(authors.value));
}

async function readLines<Item extends object>(
  files: SourceFiles,
  path: string,
  schema: z.ZodType<Item>,
  keys: readonly (keyof Item)[],
): Promise<Result<Records<Item>>> {
  const text = await readWhole(files, path);
  if (!text.ok) return text;
  const lines = text.value.split('\n').filter((line) => line !== '');
  if (lines.length > SOURCE_LIMITS.files) {
    return refuse(`holds ${path} with more than ${SOURCE_LIMITS.files} lines`);
  }
  return succeed(checkRecords(lines.map(parseJson), schema, keys));
}

async function readJson(files: SourceFiles, path: string): Promise<Result<unknown>> {
  const text = await readWhole(files, path);
  return text.ok ? succeed(parseJson(text.value)) : text;
}

/** Returns undefined for malformed JSON, which no schema accepts. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readWhole(files: SourceFiles, path: string): Promise<Result<string>> {
  const text = await readText(files, path);
  return text.ok ? text : refuse(`is damaged: ${path}: ${reasonOf(text)}`);
}

function refuse(what: string): Result<never> {
  return fail({ kind: 'malformed', detail: `This export ${what}. Nothing was imported.` });
}
