import { ZodError, type z } from 'zod';
import { type PostInput, postInputSchema } from '../../posts/post-input.ts';
import type { OtherSitesPost, OtherSitesVersion } from '../../posts/taking-over.ts';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { readText } from '../files/decode-text.ts';
import { LongLineError, readLines } from '../files/read-lines.ts';
import type { Note, SourceFiles } from '../source.ts';
import { readDocument } from './post-document.ts';
import {
  changesSchema,
  detailOf,
  identitySchema,
  type PostLine,
  versionSchema,
} from './post-records.ts';
import { MAX_VERSION_LINE, readVersions } from './version-lines.ts';

/** A post of an export, and notes about what cannot stay as it was. */
export type ReadPost = { post: OtherSitesPost; notes: Note[] };

/**
 * Reads a post and its unpublished changes.
 *
 * @param slug the slug that it gets on this site
 */
export async function readPost(
  files: SourceFiles,
  line: PostLine,
  slug: string,
): Promise<Result<ReadPost>> {
  const document = await readFields(files, line.path);
  if (!document.ok) return document;
  const identity = identitySchema.safeParse(document.value);
  if (!identity.success) return malformed(identity.error);
  const isSame = (['id', 'version', 'date', 'updated'] as const).every(
    (field) => identity.data[field] === line[field],
  );
  if (!isSame || document.value.slug !== line.slug) return fail(OTHER_POST);
  const authored = checkFields(document.value, (own) => (own === line.slug ? slug : own));
  if (!authored.ok) return authored;
  const changes = line.changes === null ? null : await readChanges(files, line.changes, line, slug);
  if (changes?.ok === false) return changes;
  return succeed({
    post: {
      ...identity.data,
      input: authored.value.input,
      changes: changes?.value.changes ?? null,
    },
    notes: [...authored.value.notes, ...(changes?.value.notes ?? [])],
  });
}

async function readChanges(files: SourceFiles, path: string, line: PostLine, slug: string) {
  const document = await readFields(files, path);
  if (!document.ok) return document;
  const identity = changesSchema.safeParse(document.value);
  if (!identity.success) return malformed(identity.error);
  const fields = { ...document.value, status: 'published' };
  const authored = checkFields(fields, (own) => (own === line.slug ? slug : own));
  if (!authored.ok) return authored;
  const { input, notes } = authored.value;
  return succeed({ changes: { ...identity.data, input }, notes });
}

const KNOWN = [SyntaxError, TypeError, ZodError, LongLineError];

/** Thrown while versions are read. */
export class DamagedVersionsError extends Error {
  override name = 'DamagedVersionsError';
}

/** UTF-16 code units of all texts: a line without one repeats that of the line above. */
const MAX_TEXTS = 256 * 1024 * 1024;

/**
 * Reads the other versions of a post, the newest first. Each has the slug of the post on the other site.
 *
 * @throws DamagedVersionsError
 */
export async function* readOthers(
  files: SourceFiles,
  { versions: path, slug, version: shown }: PostLine,
  { input }: OtherSitesPost,
): AsyncGenerator<OtherSitesVersion> {
  const content = path === null ? null : await files.stream(path);
  if (content === null) return;
  if (!content.ok) throw new DamagedVersionsError(`${path} cannot be read`);
  const lines = readLines(content.value, { maxLength: MAX_VERSION_LINE });
  let [newer, length] = [Number.POSITIVE_INFINITY, 0];
  try {
    for await (const fields of readVersions({ ...input, slug }, lines)) {
      const version = versionSchema.parse(fields);
      if (version.version >= newer || version.version === shown)
        throw new TypeError('its versions are not in order');
      newer = version.version;
      length += version.content.length;
      if (length > MAX_TEXTS) throw new TypeError('its texts are too long together');
      yield version;
    }
  } catch (error) {
    // Of JSON, UTF-8 and the form.
    if (!KNOWN.some((known) => error instanceof known)) throw error;
    const message = error instanceof ZodError ? detailOf(error) : (error as Error).message;
    throw new DamagedVersionsError(`${path} is damaged: ${message.slice(0, 200)}`, {
      cause: error,
    });
  }
}

type Fields = Readonly<Record<string, unknown>>;

async function readFields(files: SourceFiles, path: string): Promise<Result<Fields>> {
  const text = await readText(files, path);
  return text.ok ? readDocument(text.value) : text;
}

/** The same rules as for any client. A field that they change is named. */
function checkFields(
  fields: Fields,
  toSlug: (slug: unknown) => unknown,
): Result<{ input: PostInput; notes: Note[] }> {
  const written = { ...fields, slug: toSlug(fields.slug) };
  const parsed = postInputSchema.safeParse(written);
  if (!parsed.success) return malformed(parsed.error);
  const changed = Object.entries(parsed.data).filter(
    ([field, value]) =>
      field in written &&
      JSON.stringify(value) !== JSON.stringify(written[field as keyof typeof written]),
  );
  const names = changed.map(([field]) => field).join(', ');
  const notes: Note[] =
    names === ''
      ? []
      : [{ kind: 'changed', message: `Fields that were adjusted to the current rules: ${names}.` }];
  return succeed({ input: parsed.data, notes });
}

function malformed(error: z.ZodError): Result<never> {
  return fail({ kind: 'malformed', detail: detailOf(error) });
}

const OTHER_POST = {
  kind: 'malformed',
  detail: 'it is a different post from the one in posts.jsonl',
} as const;
