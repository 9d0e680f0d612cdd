import { tagKey } from '../../posts/post.ts';
import {
  type FullPostDraft,
  type PostDraft,
  type PostInput,
  postInputSchema,
} from '../../posts/post-input.ts';
import { toIsoDate } from '../dates.ts';
import { decodeText } from '../files.ts';
import { lost, type Note, SourceError } from '../source.ts';
import { fileSlug, markdownDescription, plainSlug } from '../text.ts';
import { type Fields, isTable, readFields, splitFrontMatter } from './front-matter.ts';
import { withoutTemplates } from './templates.ts';

export type MarkdownOptions = {
  /** The author of posts without one. */
  author?: string | undefined;
  /** The current instant, ISO 8601: a later `publishDate` schedules the post. */
  now?: string | undefined;
  /** UTF-16 code units of the front matter of an export of this program, in which no field is derived from the text. */
  maxMatter?: number | undefined;
};

export type MarkdownPost = {
  name: FileName;
  fields: Fields;
  hasFrontMatter: boolean;
  draft: FullPostDraft;
  notes: Note[];
};

export type ReadPost = { ok: true; input: PostInput } | { ok: false; reason: string };

/** Reads a post of this site's own form, and checks it. */
export function readPostFile(bytes: Uint8Array, path: string): ReadPost {
  try {
    const { draft, notes } = readMarkdownPost(bytes, path);
    const broken = notes.find(({ kind }) => kind === 'lost');
    if (broken !== undefined) return { ok: false, reason: broken.message };
    const checked = postInputSchema.safeParse(draft);
    if (checked.success) return { ok: true, input: checked.data };
    const [issue] = checked.error.issues;
    return { ok: false, reason: `${issue?.path.join('.')}: ${issue?.message}` };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { ok: false, reason: error.message };
  }
}

/**
 * Reads a post from the bytes of a file, with the front matter of this site, Hugo, Jekyll, Zola or Astro. What is missing
 * is derived: the title from the first heading or the file name, the slug from the file name, the description from the
 * first paragraph of plain text. The body is everything after the front matter, unchanged.
 *
 * @throws SourceError
 */
export function readMarkdownPost(
  bytes: Uint8Array,
  path: string,
  options: MarkdownOptions = {},
): MarkdownPost {
  const text = decodeText(bytes);
  // Classic Mac OS ended lines with a carriage return alone.
  const lines = text.includes('\n') ? text : text.replace(/\r/g, '\n');
  const { matter, body, repeated } = splitFrontMatter(lines, options.maxMatter);
  // Hugo's table for the fields of themes.
  const { params, ...own } = matter;
  const fields = readFields(isTable(params) ? { ...params, ...own } : matter);
  const name = readFileName(path);
  const written = readDate(fields, name);
  const date = publicationLater(fields, options) ?? written.date;
  const notes: Note[] = [];
  const draft = toDraft({ fields, body, name, options, date, notes, path });
  const misshapen = findMisshapen(fields);
  for (const field of misshapen) {
    notes.push(lost(`The ${field} in the front matter must be text.`));
  }
  for (const field of repeated) {
    notes.push(lost(`The front matter has more than one ${field}; the last one is used.`));
  }
  if (written.unreadable !== undefined) {
    const instead =
      date === null ? 'it is imported as a draft' : 'the date in the file name is used';
    notes.push(lost(`The date “${written.unreadable}” cannot be read, so ${instead}.`));
  }
  // Nothing says reliably whether it was public.
  const isUncertain =
    [...misshapen, ...repeated].some((field) => VISIBILITY.test(field)) ||
    (written.unreadable !== undefined && date === null);
  if (isUncertain) draft.status = 'draft';
  return { name, fields, draft, notes, hasFrontMatter: Object.keys(matter).length > 0 };
}

const VISIBILITY =
  /^(?:status|draft|published|publish|public|private|hidden|unlisted|visibility)$/i;

/** Fields that must hold text if they are there. */
function findMisshapen(fields: Fields): string[] {
  const names = ['title', 'slug', 'date', 'description', 'status', 'coverImageCaption'];
  // Tables have become fields with dots.
  const tables = fields.unread().map((field) => field.split('.'));
  return names.filter((name) => {
    const value = fields.value(name);
    const isText = value === null || value === undefined || typeof value === 'string';
    return !isText || tables.some(([first, inner]) => inner && first === name);
  });
}

/** Reads the publish date from the front matter, else from the file's name or its former path. */
function readDate(
  fields: Fields,
  { date }: FileName,
): { date: string | null; unreadable?: string } {
  const named = DATE_FIELDS.map((name) => fields.text(name));
  // `published: false` is not a date.
  const written = (fields.text('date') ?? named.find((text) => text && /\d{4}/.test(text)))?.trim();
  // Blogs of Zola may keep the date in the path alone: `path = "2026/03/26/name"`.
  const path = fields.text('path', 'url', 'permalink') ?? '';
  const [, year, month, day] = /(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})(?:\/|$)/.exec(path) ?? [];
  const ofPath = date ?? (year === undefined ? undefined : `${year}-${month}-${day}`);
  const otherwise = ofPath === undefined ? null : (toIsoDate(ofPath) ?? null);
  if (written === undefined) return { date: otherwise };
  const iso = toIsoDate(written);
  return iso === undefined ? { date: otherwise, unreadable: written.slice(0, 100) } : { date: iso };
}

/** The names that Astro and its themes give it, and other generators. */
const DATE_FIELDS =
  'publishDate pubDate pubDatetime published publishedAt published_at publishedDate publish_date datePublished date_published created created_at createdAt'.split(
    ' ',
  );

/** The `publishDate` of Hugo, until which a post is not public, while it lies ahead. */
function publicationLater(fields: Fields, { now }: MarkdownOptions): string | undefined {
  const iso = toIsoDate(fields.text('publishDate')?.trim() ?? '');
  const isAhead = now !== undefined && iso !== undefined && Date.parse(iso) > Date.parse(now);
  return isAhead ? iso : undefined;
}

type DraftSources = {
  fields: Fields;
  body: string;
  name: FileName;
  options: MarkdownOptions;
  date: string | null;
  notes: Note[];
  path: string;
};

function toDraft({ fields, body, name, options, date, notes, path }: DraftSources): FullPostDraft {
  const title = fields.text('title')?.trim() || firstHeading(body) || titleFromName(name.stem);
  const derived = () =>
    options.maxMatter === undefined ? markdownDescription(withoutTemplates(body)) : '';
  return {
    ...ownFields(fields),
    title,
    slug: slugOf(fields, name, title),
    content: body,
    description:
      fields.text('description', 'excerpt', 'summary', 'subtitle', 'extra.description') ??
      derived(),
    author: authorsOf(fields) || options.author,
    tags: tagsOf(fields, path),
    coverImage: fields.text(...COVER_FIELDS) ?? fields.texts('images')[0],
    coverImageCaption: fields.text('coverImageCaption', 'cover.caption', 'image.caption'),
    status: statusOf(fields, notes),
    publishDate: date,
    citationStyle: (fields.text('citationStyle') ?? 'numbered') as PostDraft['citationStyle'],
    isResearch: toBoolean(fields.text('isResearch')) as PostDraft['isResearch'],
  };
}

/** Fields of this site's own form, which the check of the post reads as they are. */
function ownFields(fields: Fields): FullPostDraft {
  const names = Object.keys(postInputSchema.shape);
  return Object.fromEntries(
    names.map((name) => [name, fields.value(name) ?? undefined]),
  ) as FullPostDraft;
}

const COVER_FIELDS = `
  coverImage cover cover.image cover.src cover_image featured_image featuredImage feature_image
  image image.url image.src image.path heroImage hero_image hero thumbnail banner ogImage og_image
  header.image header.overlay_image header.teaser extra.image extra.cover extra.cover_image
  extra.thumbnail extra.banner extra.og_image`
  .trim()
  .split(/\s+/);

function slugOf(fields: Fields, { stem }: FileName, title: string): string {
  // A path in Astro: its end is the name.
  const written = fields
    .text('slug')
    ?.replace(/(?<!\/)\/+$/, '')
    .split('/')
    .at(-1);
  return (written === undefined ? fileSlug(stem) : plainSlug(written)) || plainSlug(title);
}

function authorsOf(fields: Fields): string {
  const names = fields.texts(...AUTHOR_FIELDS).map((name) => name.trim());
  return [...new Set(names)].join(', ');
}

const AUTHOR_FIELDS =
  'author authors author.name authors.name taxonomies.authors taxonomies.author extra.author extra.authors'.split(
    ' ',
  );

/** Tags, then categories: here both are tags. */
function tagsOf(fields: Fields, path: string): string[] {
  const tags = TAG_FIELDS.flatMap((name) => {
    const value = fields.value(name);
    // Jekyll takes the plural for a list of words, and the singular for one name.
    const separator = isInPosts(path) && name.endsWith('s') ? /[\s,]+/ : /,/;
    return typeof value === 'string' ? value.split(separator) : fields.texts(name);
  });
  const spellings = Map.groupBy(
    tags.map((tag) => tag.trim()),
    tagKey,
  );
  return [...spellings.values()].flatMap(([first]) => first || []);
}

const TAG_FIELDS = 'tags tag taxonomies.tags categories category taxonomies.categories'.split(' ');

/** What was not public must not become public: every status but "published" makes a draft. */
function statusOf(fields: Fields, notes: Note[]): PostDraft['status'] {
  const status = fields.text('status')?.trim().toLowerCase() ?? 'published';
  const isUnpublished =
    status === 'draft' ||
    toBoolean(fields.text('draft')) !== false ||
    toBoolean(fields.text('published') ?? 'yes') === false;
  if (isUnpublished) return 'draft';
  const expires = fields.text('expiryDate')?.trim();
  const hidden = hiddenBy(fields);
  const reason =
    (expires && `It was set to expire on ${expires}, which is not supported here`) ||
    (hasNoPage(fields) && 'It had no page of its own') ||
    (!/^publish(?:ed)?$/.test(status) && `Its status was ${status}`) ||
    (hidden && `It was not public (${hidden})`);
  if (!reason) return 'published';
  notes.push({ kind: 'changed', message: `${reason}, so it is imported as a draft.` });
  return 'draft';
}

/** The field that kept it from the public, or from all lists. */
function hiddenBy(fields: Fields): string | undefined {
  const visibility = fields.text('visibility')?.trim().toLowerCase() ?? 'public';
  return (
    ['private', 'hidden', 'unlisted'].find((name) => toBoolean(fields.text(name)) !== false) ??
    ['publish', 'public', 'listed'].find(
      (name) => toBoolean(fields.text(name) ?? 'yes') === false,
    ) ??
    (visibility === 'public' ? undefined : 'visibility') ??
    (fields.text('password') === undefined ? undefined : 'password')
  );
}

/** `headless` and `build` of Hugo, `render` of Zola, `permalink: false` of others. */
function hasNoPage(fields: Fields): boolean {
  const rendered = fields.text('build.render', '_build.render', 'render')?.trim().toLowerCase();
  return (
    toBoolean(fields.text('headless')) === true ||
    /^(?:never|link|false)$/.test(rendered ?? '') ||
    fields.text('permalink')?.trim() === 'false'
  );
}

/**
 * Reads as YAML 1.1 does, which many systems read. What is neither true nor false stays text, which the check of the
 * post refuses.
 */
function toBoolean(written: string | undefined): boolean | string {
  const text = written?.trim().toLowerCase() ?? 'false';
  return /^(?:true|yes|on|y|1)$/.test(text) || (/^(?:false|no|off|n|0)$/.test(text) ? false : text);
}

function firstHeading(body: string): string | undefined {
  return /^#{1,6}\s+(.+)$/m
    .exec(body)?.[1]
    ?.replace(/(?<!#)#+$/, '')
    .trimEnd();
}

function titleFromName(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The former paths that front matter names, the post's own first. */
export function formerPaths(fields: Fields): string[] {
  // All are read in any case: what is read is not reported as lost.
  const written = [fields.text('url'), fields.text('permalink'), fields.text('path')];
  const own = written.find((path) => path !== undefined && path !== 'false');
  const aliases = fields.texts('aliases', 'redirect_from', 'alias');
  const paths = [own, ...aliases].flatMap((path) => {
    // Patterns such as `/:year/:title` are not paths: their generator fills them in.
    if (path === undefined || /(?:^|\/):[a-z]|\{\{/i.test(path)) return [];
    const url = URL.parse(path.trim(), 'https://site.invalid/')?.pathname;
    return url === undefined || url === '/' ? [] : [url];
  });
  return [...new Set(paths)];
}

/** What the path of a Markdown file says of its post. */
type FileName = {
  /** The name without date and ending; for `slug/index.md`, the name of the folder. */
  stem: string;
  /** The folder of the file, without a slash at its end. */
  folder: string;
  /** True for a page bundle: the folder belongs to the post, with its pictures. */
  isBundle: boolean;
  /** The date before the name, as in `2012-05-08-slug.md`. */
  date: string | undefined;
};

export function isMarkdownFile(path: string): boolean {
  return /\.(?:md|markdown|mdown|mkd)$/i.test(path);
}

/** Returns true for the folders in which Jekyll keeps posts; those of Hexo, whose names have no dates, are in `source`. */
export function isInPosts(path: string): boolean {
  return /(?<!(?:^|\/)source\/)(?<![^/])_(?:posts|drafts)\//.test(path);
}

/** Returns true for names by which themes recognize the cover among the pictures of a bundle. */
export function isCoverName(name: string): boolean {
  return /^(?:feature|cover|thumb|hero|banner)/i.test(name);
}

const DATED = /^(\d{4}-\d{1,2}-\d{1,2})(?:T[\d:-]*Z?)?[-_ ]?(.*)$/;

export function readFileName(path: string): FileName {
  const parts = path.split('/');
  const file = (parts.pop() ?? '').replace(/\.[^.]*$/, '');
  // A translation of a bundle is `slug/index.de.md`.
  const bundle = parts.length > 0 ? /^index(\.[\w-]+)?$/i.exec(file) : null;
  const name = bundle === null ? file : `${parts.at(-1)}${bundle[1] ?? ''}`;
  const [, date, stem = ''] = DATED.exec(name) ?? [];
  return {
    stem: date === undefined || stem === '' ? name : stem,
    folder: parts.join('/'),
    isBundle: bundle !== null,
    date,
  };
}
