import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fail, type Result, succeed } from '../../../failure.ts';
import { attachmentUrl } from '../../media/attachment-url.ts';
import { pictureUrl } from '../../media/picture-url.ts';
import { decodeText } from '../files/decode-text.ts';
import { reasonOf } from '../reason-of.ts';
import type { SourceFiles, SourceSummary } from '../source.ts';
import { type ExportedTerm, glossarySchema } from './glossary-records.ts';
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
  pictures: (ExportedPicture & { path: string })[];
  attachments: (ExportedAttachment & { path: string })[];
  posts: PostLine[];
  redirects: ExportedRedirect[];
};

/** Two of these tell an export, so that one of them may be missing, which is then said. */
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
  // With its manifest, a file that is missing has been named; without a header it is another crate.
  return header === null ? null : readTables(files);
}

export function summarizeCrate(crate: Crate): SourceSummary {
  const { files, pictures, attachments, posts } = crate;
  const items = [
    { key: PATHS.glossary, label: PATHS.glossary },
    ...[...pictures, ...attachments].map(({ id, path }) => ({ key: id, label: path })),
    ...posts.map(({ id, path }) => ({ key: id, label: path })),
    { key: PATHS.redirects, label: PATHS.redirects },
  ];
  return { system: 'ligara', files, items, notes: [] };
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
    ? refuse('was made by a newer version of this program: update this one first')
    : succeed(undefined);
}

async function compareWithManifest(files: SourceFiles): Promise<Result<void>> {
  if (!files.paths.includes(PATHS.manifest)) return refuse(`lacks its manifest, ${PATHS.manifest}`);
  const text = await readText(files, PATHS.manifest);
  const manifest = text.ok ? readManifest(text.value) : text;
  if (!manifest.ok) return manifest;
  const hashes = manifest.value;
  const present = new Set(files.paths);
  for (const path of hashes.keys()) {
    if (!present.has(path)) return refuse(`is not whole: ${path} is missing`);
  }
  for (const path of files.paths) {
    if (path === PATHS.manifest) continue;
    const expected = hashes.get(path);
    if (expected === undefined) return refuse(`holds ${path}, which is not in its manifest`);
    const hash = await hashOf(files, path);
    if (!hash.ok) return hash;
    if (hash.value !== expected) {
      return refuse(`is damaged: ${path} is not what it was when it was exported`);
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
  const glossary = await readJson(files, PATHS.glossary);
  if (!glossary.ok) return glossary;
  const terms = glossarySchema.safeParse(glossary.value);
  if (!terms.success) return malformed(PATHS.glossary, terms.error);
  const posts = await readLines(files, PATHS.posts, postLineSchema);
  if (!posts.ok) return posts;
  const pictures = await readLines(files, PATHS.pictures, pictureSchema);
  if (!pictures.ok) return pictures;
  const attachments = await readLines(files, PATHS.attachments, attachmentSchema);
  if (!attachments.ok) return attachments;
  const table = await readText(files, PATHS.redirects);
  const redirects = table.ok ? readRedirects(table.value) : table;
  if (!redirects.ok) return redirects;
  return succeed({
    ...{ files, terms: terms.data, posts: posts.value, redirects: redirects.value },
    pictures: pictures.value.map((each) => ({ ...each, path: mediaPath(pictureUrl(each)) })),
    attachments: attachments.value.map((each) => ({
      ...each,
      path: mediaPath(attachmentUrl(each)),
    })),
  });
}

async function readLines<Schema extends z.ZodType>(
  files: SourceFiles,
  path: string,
  schema: Schema,
): Promise<Result<z.output<Schema>[]>> {
  const text = await readText(files, path);
  if (!text.ok) return text;
  const lines = text.value.split('\n').filter((line) => line !== '');
  const items: z.output<Schema>[] = [];
  for (const line of lines) {
    const value = parseJson(line);
    const parsed = schema.safeParse(value);
    if (!parsed.success) return malformed(path, parsed.error);
    items.push(parsed.data);
  }
  return succeed(items);
}

async function readJson(files: SourceFiles, path: string): Promise<Result<unknown>> {
  const text = await readText(files, path);
  return text.ok ? succeed(parseJson(text.value)) : text;
}

/** Undefined for what is no JSON, which no schema here takes. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readText(files: SourceFiles, path: string): Promise<Result<string>> {
  const file = await files.read(path);
  const text = file.ok ? decodeText(file.value) : file;
  return text.ok ? text : refuse(`is damaged: ${path}: ${reasonOf(text)}`);
}

function malformed(path: string, { issues: [issue] }: z.ZodError): Result<never> {
  const field = issue?.path.join('.') ?? '';
  return refuse(`holds ${path} in a form that is not known (${field} ${issue?.message})`);
}

function refuse(what: string): Result<never> {
  return fail({ kind: 'malformed', detail: `This export ${what}. Nothing was imported.` });
}
