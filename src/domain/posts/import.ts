import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Result } from '../../failure.ts';
import { type Post, slugify } from './post.ts';
import { type PostDraft, type PostInput, postInputSchema } from './post-input.ts';

export type ImportOutcome =
  | { file: string; outcome: 'imported'; slug: string }
  /** The slug belongs or belonged to a post; the reason is the same for all such files. */
  | { file: string; outcome: 'skipped'; slug: string; reason: string }
  | { file: string; outcome: 'failed'; reason: string };

type Posts = {
  anyPost: (slug: string) => Promise<Post | null>;
  createPost: (input: PostInput) => Promise<Result<Post>>;
};

/** The Markdown files of a folder and its subfolders, sorted by path. */
export async function findPostFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(md|markdown)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * Imports Markdown files with YAML front matter, one after the other. Idempotent: files whose slug is
 * known are skipped. A bad file, or one with the slug of an earlier file, is reported as failed, and the
 * import continues.
 */
export async function* importPosts(
  folder: string,
  files: readonly string[],
  { anyPost, createPost }: Posts,
): AsyncGenerator<ImportOutcome> {
  const fileOfSlug = new Map<string, string>();
  for (const path of files) {
    const file = relative(folder, path);
    const read = await readFromDisk(path);
    if (!read.ok) {
      yield { file, outcome: 'failed', reason: read.reason };
      continue;
    }
    const { slug } = read.input;
    const other = fileOfSlug.get(slug);
    if (other !== undefined) {
      yield { file, outcome: 'failed', reason: `its address "${slug}" is that of ${other}` };
      continue;
    }
    fileOfSlug.set(slug, file);
    if ((await anyPost(slug)) !== null) {
      yield { file, outcome: 'skipped', slug, reason: 'there is a post at its address already' };
      continue;
    }
    const created = await createPost(read.input);
    yield created.ok
      ? { file, outcome: 'imported', slug }
      : { file, outcome: 'failed', reason: describeFailure(created.failure) };
  }
}

const line = z.string().nullish();

const frontMatterSchema = z.looseObject({
  title: line,
  slug: line,
  date: line,
  author: line,
  description: line,
  tags: z.union([z.array(z.string()), z.string()]).nullish(),
  category: line,
  status: line,
  coverImage: line,
  coverImageCaption: line,
  references: z.array(z.unknown()).nullish(),
});

type FrontMatter = z.output<typeof frontMatterSchema>;

type ReadPost = { ok: true; input: PostInput } | { ok: false; reason: string };

async function readFromDisk(path: string): Promise<ReadPost> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    return { ok: false, reason: `the file cannot be read (${code})` };
  }
  return readPostFile(bytes, basename(path));
}

/**
 * Parses a post from the bytes of a file. Missing front matter is derived: the title from the first
 * heading or the file name, the slug from the file name, the description from the first paragraph of
 * plain text. The body is everything after the front matter's closing line, unchanged.
 */
export function readPostFile(bytes: Uint8Array, fileName: string): ReadPost {
  const text = decodeUtf8(bytes);
  if (text === null) return { ok: false, reason: 'the file is not UTF-8 text' };
  const { yaml, body } = splitFrontMatter(text);
  const matter = parseFrontMatter(yaml);
  if (typeof matter === 'string') return { ok: false, reason: `the front matter ${matter}` };
  const draft = toDraft(matter, body, fileName.replace(/\.[^.]*$/, ''));
  if (typeof draft === 'string') return { ok: false, reason: draft };
  const checked = postInputSchema.safeParse(draft);
  if (checked.success) return { ok: true, input: checked.data };
  const issue = checked.error.issues[0];
  return { ok: false, reason: `${issue?.path.join('.')}: ${issue?.message}` };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Splits at the first `---` line after the opening one. */
function splitFrontMatter(text: string): { yaml: string; body: string } {
  const match = /^---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/.exec(text);
  return match === null
    ? { yaml: '', body: text }
    : { yaml: match[1] ?? '', body: text.slice(match[0].length) };
}

/** The front matter, or a message that says what is wrong with it. */
function parseFrontMatter(yaml: string): FrontMatter | string {
  let value: unknown;
  try {
    // All scalars but null stay strings: a title 1.10 is not the number 1.1.
    value = parse(yaml, { schema: 'failsafe', customTags: ['null'], logLevel: 'error' }) ?? {};
  } catch (error) {
    const [message = ''] = error instanceof Error ? error.message.split('\n') : [];
    return `is not YAML: ${message.replace(/:$/, '')}`;
  }
  const checked = frontMatterSchema.safeParse(value);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0];
  return `has a wrong ${issue?.path.join('.') || 'form'}: ${issue?.message}`;
}

function toDraft(matter: FrontMatter, body: string, name: string): PostDraft | string {
  const date = matter.date ? toIsoDate(matter.date.trim()) : null;
  if (date === undefined) return `the date "${matter.date}" is not in ISO 8601 form`;
  const title = matter.title?.trim() || firstHeading(body) || titleFromName(name);
  const tags = typeof matter.tags === 'string' ? matter.tags.split(',') : matter.tags;
  return {
    title,
    slug: slugify(matter.slug ?? name) || slugify(title),
    content: body,
    description: matter.description ?? firstParagraph(body),
    author: matter.author,
    tags: tags ?? (matter.category ? [matter.category] : []),
    coverImage: matter.coverImage,
    coverImageCaption: matter.coverImageCaption,
    status: (matter.status ?? 'published') as PostDraft['status'],
    publishDate: date,
    references: matter.references as PostDraft['references'],
  };
}

const DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)? ?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Time and zone are optional. The default zone is UTC, so that a file means the same on every machine. */
function toIsoDate(date: string): string | undefined {
  const [, day, minute = '00:00', second = ':00', zone = 'Z'] = DATE.exec(date) ?? [];
  if (day === undefined) return undefined;
  return `${day}T${minute}${second}${zone.toUpperCase().replace(/(\d{2}):?(\d{2})$/, '$1:$2')}`;
}

function firstHeading(body: string): string | undefined {
  return /^#{1,6}\s+(.+?)\s*#*$/m.exec(body)?.[1];
}

function titleFromName(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const DESCRIPTION_LENGTH = 200;

/** The first paragraph of plain text without its markup, cut at a word. */
function firstParagraph(body: string): string {
  const paragraph =
    body.split(/\r?\n\s*\r?\n/).find((block) => /^\s*[\p{L}*_["“‘]/u.test(block)) ?? '';
  const plain = paragraph
    // Bounds the time of the patterns below on hostile lines.
    .slice(0, 10 * DESCRIPTION_LENGTH)
    .replace(/<[^>]*>/g, '')
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= DESCRIPTION_LENGTH) return plain;
  const cut = plain.slice(0, DESCRIPTION_LENGTH).replace(/\s+\S*$/, '');
  // Text without spaces may be cut in the middle of a surrogate pair.
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function describeFailure(failure: Extract<Result<Post>, { ok: false }>['failure']): string {
  return failure.kind === 'invalid'
    ? failure.issues.map((issue) => `${issue.loc.at(-1)}: ${issue.msg}`).join('; ')
    : failure.detail;
}
