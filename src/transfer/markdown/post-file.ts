import { asciiSlug } from '../../posts/authors/authors.ts';
import { tagKey } from '../../posts/post.ts';
import type { FullPostDraft, PostDraft, PostInput } from '../../posts/post-input.ts';
import { postInputSchema } from '../../posts/post-input.ts';
import { toIsoDate } from '../dates.ts';
import { decodeText } from '../files.ts';
import { describeSourceError, parsed } from '../source.ts';
import { fileSlug, markdownDescription } from '../text.ts';
import { type Fields, readFields, splitFrontMatter, textOf, textsIn } from './front-matter.ts';
import { withoutTemplates } from './ranges.ts';

export type MarkdownOptions = {
  author?: string | undefined;
  /** The current instant, ISO 8601: a later `publishDate` schedules the post. */
  now?: string | undefined;
  /** UTF-16 code units of the front matter of an export of this program, in which no field is derived from the text. */
  maxMatter?: number | undefined;
};

export function readPostFile(
  bytes: Uint8Array,
  path: string,
): { ok: true; input: PostInput } | { ok: false; reason: string } {
  try {
    const { draft, notes } = readMarkdownPost(bytes, path);
    const [broken] = notes;
    if (broken !== undefined) return { ok: false, reason: broken };
    return { ok: true, input: parsed(postInputSchema, draft) };
  } catch (error) {
    return { ok: false, reason: describeSourceError(error) };
  }
}

/**
 * Front matter of this site, Hugo, Jekyll, Zola or Astro. What is missing is derived: the title
 * from the first heading or the file name, the slug from the file name, the description from the
 * first plain paragraph. The body is unchanged.
 *
 * @throws SourceError
 */
export function readMarkdownPost(
  bytes: Uint8Array,
  path: string,
  { author, now = '', maxMatter }: MarkdownOptions = {},
) {
  const { matter, body, repeated } = splitFrontMatter(decodeText(bytes), maxMatter);
  const fields = readFields(matter);
  const name = readFileName(path);
  const misshapen = TEXTS.filter((field) => typeof (fields[field] ?? '') !== 'string');
  const hidden = whyHidden(fields);
  const notes = [
    ...misshapen.map((field) => `The ${field} in the front matter must be text.`),
    ...[...repeated].map(
      (field) => `The front matter has more than one ${field}; the last one is used.`,
    ),
  ];
  const date = readDate(fields, name, now, notes);
  // Of some, nothing says reliably whether they were public.
  const isUncertain =
    date === undefined ||
    [...misshapen, ...repeated].some((field) => /^(?:status|draft|published)$/i.test(field));
  const title = textOf(fields, 'title')?.trim() || firstHeading(body) || titleFromName(name.stem);
  const derived = () =>
    maxMatter === undefined ? markdownDescription(withoutTemplates(body)) : '';
  const draft: FullPostDraft = {
    ...ownFields(fields),
    title,
    slug: slugOf(fields, name, title),
    content: body,
    description: textOf(fields, 'description', 'excerpt', 'summary') ?? derived(),
    author: authorsOf(fields) || author,
    tags: tagsOf(fields, path),
    coverImage: textOf(fields, 'coverimage', 'cover', 'image', 'heroimage', 'images'),
    coverImageCaption: textOf(fields, 'coverimagecaption'),
    status: isUncertain || hidden !== null ? 'draft' : 'published',
    publishDate: date ?? null,
    citationStyle: (textOf(fields, 'citationstyle') ?? 'numbered') as PostDraft['citationStyle'],
    isResearch: toBoolean(textOf(fields, 'isresearch')) as PostDraft['isResearch'],
  };
  return { name, fields, draft, hidden, notes };
}

/** Fields that must hold text if they are there. */
const TEXTS = ['title', 'slug', 'date', 'description', 'status', 'draft', 'published'];

/** Hugo's `publishDate` and its aliases. */
const PUBLICATION = ['publishdate', 'pubdate', 'published'];

/** The publish date from the front matter, else from the file's name, or null; undefined for one that cannot be read. */
function readDate(fields: Fields, { date: inName = '' }: FileName, now: string, notes: string[]) {
  // Hugo shows no post before it.
  const publication = toIsoDate(textOf(fields, ...PUBLICATION)?.trim() ?? '');
  if (Date.parse(publication ?? '') > Date.parse(now)) return publication;
  // `published: false` is not a date.
  const written = ['date', ...PUBLICATION]
    .flatMap((field) => textsIn(fields[field]))
    .find((text) => toBoolean(text) === text)
    ?.trim();
  const date = toIsoDate(written ?? inName) ?? toIsoDate(inName);
  if (written === undefined) return date ?? null;
  if (toIsoDate(written) !== undefined) return date;
  const instead = date ? 'the date in the file name is used' : 'it is imported as a draft';
  notes.push(`The date “${written.slice(0, 100)}” cannot be read, so ${instead}.`);
  return date;
}

function ownFields(fields: Fields): FullPostDraft {
  const read = (name: string) => [name, fields[name.toLowerCase()] ?? undefined];
  return Object.fromEntries(Object.keys(postInputSchema.shape).map(read));
}

function slugOf(fields: Fields, { stem }: FileName, title: string): string {
  // A path in Astro: its end is the name.
  const written = textOf(fields, 'slug')
    ?.replace(/(?<!\/)\/+$/, '')
    .replace(/.*\//s, '');
  return (written === undefined ? fileSlug(stem) : asciiSlug(written)) || asciiSlug(title);
}

function authorsOf({ author, authors }: Fields): string {
  const names = textsIn([author, authors]).map((name) => name.trim());
  return [...new Set(names)].join(', ');
}

/** Tags, then categories: here both are tags. */
function tagsOf(fields: Fields, path: string): string[] {
  const tags = ['tags', 'tag', 'categories', 'category'].flatMap((name) => {
    const value = fields[name];
    // Jekyll takes the plural for a list of words, and the singular for one name.
    const separator = isInPosts(path) && name.endsWith('s') ? /[\s,]+/ : /,/;
    return typeof value === 'string' ? value.split(separator) : textsIn(value);
  });
  const trimmed = tags.map((tag) => tag.trim());
  return [...Map.groupBy(trimmed, tagKey).values()].flatMap(([first]) => first || []);
}

/**
 * Why a post was not public, as its front matter says: what was not public must not become public. Empty for an ordinary
 * draft, null for a public post.
 */
function whyHidden(fields: Fields): string | null {
  const status = textOf(fields, 'status')?.trim().toLowerCase() ?? 'published';
  const isDraft =
    status === 'draft' ||
    toBoolean(textOf(fields, 'draft')) !== false ||
    toBoolean(textOf(fields, 'published') ?? 'yes') === false;
  if (isDraft) return '';
  if (!/^publish(?:ed)?$/.test(status)) return `Its status was ${status}`;
  const expires = textOf(fields, 'expirydate', 'unpublishdate');
  if (expires) return `It was set to expire on ${expires}, which is not supported here`;
  // `headless` and `build` of Hugo, `render` of Zola.
  const { headless, build, _build, render } = fields;
  const settings = [build, _build].map((table) => (table as { render?: unknown } | null)?.render);
  const hasNoPage =
    textsIn(headless).some((text) => toBoolean(text) === true) ||
    textsIn([...settings, render]).some((text) => /^\s*(?:never|link|false)\s*$/i.test(text));
  return hasNoPage ? 'It had no page of its own' : null;
}

/**
 * Reads as YAML 1.1 does, which many systems read. What is neither true nor false stays text, which the check of the
 * post refuses.
 */
function toBoolean(written: string | undefined): boolean | string {
  const text = written?.trim().toLowerCase() ?? 'false';
  if (/^(?:true|yes|on|y|1)$/.test(text)) return true;
  return /^(?:false|no|off|n|0)$/.test(text) ? false : (written ?? '');
}

function firstHeading(body: string): string {
  const [, heading = ''] = /^#{1,6}\s+(.+)$/m.exec(body) ?? [];
  return heading.replace(/(?<!#)#+$/, '').trimEnd();
}

function titleFromName(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function formerPaths(fields: Fields): string[] {
  const own = textOf(fields, 'url', 'permalink', 'path');
  const paths = textsIn([own, fields.aliases, fields.redirect_from]).flatMap((path) => {
    // Patterns such as `/:year/:title` are not paths: their generator fills them in.
    const isPattern = /(?:^|\/):[a-z]|\{\{/i.test(path);
    const url = isPattern ? null : URL.parse(path.trim(), 'https://site.invalid/');
    return url === null || url.pathname === '/' ? [] : [url.pathname];
  });
  return [...new Set(paths)];
}

export function isMarkdownFile(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

export function isInPosts(path: string): boolean {
  return /(?<![^/])_(?:posts|drafts)\//.test(path);
}

const DATED = /^(\d{4}-\d{1,2}-\d{1,2})[-_ ]?(.*)$/;

type FileName = ReturnType<typeof readFileName>;

export function readFileName(path: string) {
  const parts = path.split('/');
  const file = (parts.pop() ?? '').replace(/\.[^.]*$/, '');
  // A translation of a bundle is `slug/index.de.md`.
  const bundle = parts.length > 0 ? /^index(\.[\w-]+)?$/i.exec(file) : null;
  const name = bundle === null ? file : `${parts.at(-1)}${bundle[1] ?? ''}`;
  const [, date, stem = ''] = DATED.exec(name) ?? [];
  return {
    /** The name without date and ending; for `slug/index.md`, the name of the folder. */
    stem: date === undefined || stem === '' ? name : stem,
    folder: parts.join('/'),
    isBundle: bundle !== null,
    date,
  };
}
