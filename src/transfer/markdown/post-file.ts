import { tagKey } from '../../posts/post.ts';
import {
  type FullPostDraft,
  type PostDraft,
  type PostInput,
  postInputSchema,
  statementShape,
} from '../../posts/post-input.ts';
import { STATEMENT_FIELDS } from '../../posts/statements.ts';
import { type Result, succeed } from '../../server/failure.ts';
import { toIsoDate } from '../dates.ts';
import { decodeText } from '../files/decode-text.ts';
import { reasonOf } from '../reason-of.ts';
import { fileSlug, plainSlug } from '../slugs.ts';
import type { Note } from '../source.ts';
import { markdownDescription } from '../text/descriptions.ts';
import { type Fields, readFields } from './fields.ts';
import { type FileName, isCoverName, isInPosts, readFileName } from './file-name.ts';
import { isMatter, splitFrontMatter } from './front-matter.ts';

export type MarkdownOptions = {
  /** The author of posts without one. */
  author?: string | undefined;
  /** The current instant, ISO 8601: a later `publishDate` schedules the post. */
  now?: string | undefined;
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
  const read = readMarkdownPost(bytes, path);
  if (!read.ok) return { ok: false, reason: reasonOf(read) };
  const broken = read.value.notes.find(({ kind }) => kind === 'lost');
  if (broken !== undefined) return { ok: false, reason: broken.message };
  const checked = postInputSchema.safeParse(read.value.draft);
  if (checked.success) return { ok: true, input: checked.data };
  const issue = checked.error.issues[0];
  return { ok: false, reason: `${issue?.path.join('.')}: ${issue?.message}` };
}

/**
 * Reads a post from the bytes of a file, with the front matter of this site, Hugo or Jekyll. What is missing is derived:
 * the title from the first heading or the file name, the slug from the file name, the description from the first
 * paragraph of plain text. The body is everything after the front matter, unchanged.
 */
export function readMarkdownPost(
  bytes: Uint8Array,
  path: string,
  options: MarkdownOptions = {},
): Result<MarkdownPost> {
  const text = decodeText(bytes);
  if (!text.ok) return text;
  // Classic Mac OS ended lines with a carriage return alone.
  const lines = text.value.includes('\n') ? text.value : text.value.replace(/\r/g, '\n');
  const split = splitFrontMatter(lines);
  if (!split.ok) return split;
  const { params, ...matter } = split.value.matter;
  // Hugo's table for the fields of themes.
  const fields = readFields(isMatter(params) ? { ...params, ...matter } : split.value.matter);
  const name = readFileName(path);
  const written = readDate(fields, name);
  const date = publicationLater(fields, options) ?? written.date;
  const { body, repeated } = split.value;
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
    notes.push(
      lost(
        `The date “${written.unreadable}” cannot be read${date === null ? ', so it is imported as a draft' : ', so the date in the file name is used'}.`,
      ),
    );
  }
  // Nothing says reliably whether it was public.
  const isUncertain =
    [...misshapen, ...repeated].some((field) => VISIBILITY.test(field)) ||
    (written.unreadable !== undefined && date === null);
  if (isUncertain) draft.status = 'draft';
  const hasFrontMatter = Object.keys(split.value.matter).length > 0;
  return succeed({ name, fields, draft, notes, hasFrontMatter });
}

const VISIBILITY =
  /^(?:status|draft|published|publish|public|private|hidden|unlisted|visibility)$/i;

/** Fields that must hold text if they are there. */
function findMisshapen(fields: Fields): string[] {
  const names = ['title', 'slug', 'date', 'description', 'status', 'coverImageCaption'];
  // Tables have become fields with dots.
  const tables = fields.unread().map((each) => each.split('.'));
  return names.filter((name) => {
    const value = fields.value(name);
    const isText = value === null || value === undefined || typeof value === 'string';
    return !isText || tables.some(([first, rest]) => rest && first === name);
  });
}

/** Reads the publish date from the front matter, else from the file's name or its former path. */
function readDate(
  fields: Fields,
  { date }: FileName,
): { date: string | null; unreadable?: string } {
  const written = (fields.text('date') ?? dateOnly(fields, ...DATE_FIELDS))?.trim();
  // Eleventy's names of the file's own times, which change with every copy.
  const named = date ?? dateOfPath(fields.text('path') ?? fields.text('url', 'permalink'));
  const ofName = named === undefined ? null : (toIsoDate(named) ?? null);
  if (written === undefined || /^(?:git )?(?:last modified|created)$/i.test(written)) {
    return { date: ofName };
  }
  const iso = toIsoDate(written);
  return iso === undefined ? { date: ofName, unreadable: written.slice(0, 100) } : { date: iso };
}

/** The names that Astro, Gatsby, Eleventy and Obsidian's plugins give it. */
const DATE_FIELDS = listed(`
  publishDate pubDate pubDatetime published publishedAt published_at
  publishedDate published_date publish_date datePublished date_published
  created createdAt created_at dateCreated date_created creation_date
`);

/** The `publishDate` of Hugo, until which a post is not public, while it lies ahead. */
function publicationLater(fields: Fields, { now }: MarkdownOptions): string | undefined {
  const iso = toIsoDate(fields.text('publishDate')?.trim() ?? '');
  const isAhead = now !== undefined && iso !== undefined && Date.parse(iso) > Date.parse(now);
  return isAhead ? iso : undefined;
}

/** Blogs of Zola keep the date in the path alone: `path = "2026/03/26/name"`. */
function dateOfPath(path: string | undefined): string | undefined {
  const [, year, month, day] = /(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})(?:\/|$)/.exec(path ?? '') ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}

/** Skips values without a year: `published: false` is not a date. */
function dateOnly(fields: Fields, ...names: string[]): string | undefined {
  return names.map((name) => fields.text(name)).find((text) => text && /\d{4}/.test(text));
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
  return {
    ...ownFields(fields),
    title,
    slug: slugOf(fields, name, title),
    content: body,
    description:
      fields.text('description', 'excerpt', 'summary', 'subtitle', 'lead', 'extra.description') ??
      markdownDescription(body),
    author: authorsOf(fields) || options.author,
    tags: tagsOf(fields, path),
    coverImage: fields.text(...COVER_FIELDS) ?? fields.texts('images')[0] ?? coverResource(fields),
    coverImageCaption: fields.text(
      'coverImageCaption',
      'cover.caption',
      'image.caption',
      'extra.image_caption',
    ),
    status: statusOf(fields, notes),
    publishDate: date,
    citationStyle: (fields.text('citationStyle') ?? 'numbered') as PostDraft['citationStyle'],
    isResearch: toBoolean(fields.text('isResearch')) as PostDraft['isResearch'],
    ...statementsIn(fields),
  };
}

/** Other systems use these names for other things: what does not fit is not read. */
function statementsIn(fields: Fields): Partial<FullPostDraft> {
  const read = STATEMENT_FIELDS.map((name) => {
    const parsed = statementShape[name].safeParse(fields.text(name));
    return [name, parsed.success ? parsed.data : undefined];
  });
  return Object.fromEntries(read);
}

/** Fields of this site's own form, which the check of the post reads as they are. */
function ownFields(fields: Fields): FullPostDraft {
  const names = Object.keys(postInputSchema.shape);
  return Object.fromEntries(
    names.map((name) => [name, fields.value(name) ?? undefined]),
  ) as FullPostDraft;
}

/** The file of Hugo's page resources that themes show as the cover. */
function coverResource(fields: Fields): string | undefined {
  const resources = [fields.value('resources')].flat() as unknown[];
  return resources
    .flatMap((each) => (each !== null && typeof each === 'object' ? [each as Resource] : []))
    .find(({ name, src }) => isCoverName(String(name ?? '')) || isCoverName(String(src ?? '')))
    ?.src;
}

type Resource = { name?: unknown; src?: string };

const COVER_FIELDS = listed(`
  coverImage cover cover.image cover.src cover_image cover-image
  featured_image featuredImage feature_image
  image image.path image.feature image.src image.url
  thumbnail thumb hero heroImage hero_image banner
  header.image header.overlay_image header.teaser
  featured.image og_image ogImage extra.image extra.cover extra.cover_image
  extra.thumbnail extra.banner extra.hero extra.og_image extra.img
`);

function slugOf(fields: Fields, { stem }: FileName, title: string): string {
  // A path in Astro and Gatsby: its end is the name.
  const written = fields
    .text('slug')
    ?.replace(/(?<!\/)\/+$/, '')
    .split('/')
    .at(-1);
  return (written === undefined ? fileSlug(stem) : plainSlug(written)) || plainSlug(title);
}

function authorsOf(fields: Fields): string {
  return [...new Set(fields.texts(...AUTHOR_FIELDS).map((name) => name.trim()))].join(', ');
}

const AUTHOR_FIELDS = listed(`
  author authors author.name author.display_name authors.name by
  taxonomies.authors taxonomies.author
  extra.author extra.authors extra.author.name
`);

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

const TAG_FIELDS = listed('tags tag taxonomies.tags categories category taxonomies.categories');

/** What was not public must not become public: every status but "published" makes a draft. */
function statusOf(fields: Fields, notes: Note[]): PostDraft['status'] {
  const status = fields.text('status')?.trim().toLowerCase() ?? 'published';
  if (
    status === 'draft' ||
    toBoolean(fields.text('draft')) !== false ||
    toBoolean(fields.text('published') ?? 'yes') === false
  ) {
    return 'draft';
  }
  const expires = fields.text('expiryDate');
  const hidden = hiddenBy(fields);
  const reasons = [
    ...(expires === undefined
      ? []
      : [
          `It was set to expire on ${expires.trim()}, which is not supported here, so it is imported as a draft.`,
        ]),
    ...(hasNoPage(fields) ? ['It had no page of its own, so it is imported as a draft.'] : []),
    ...(/^publish(?:ed)?$/.test(status)
      ? []
      : [`Its status was ${status}, so it is imported as a draft.`]),
    ...(hidden === undefined
      ? []
      : [`It was not public (${hidden}), so it is imported as a draft.`]),
  ];
  if (reasons[0] !== undefined) notes.push({ kind: 'changed', message: reasons[0] });
  return reasons.length > 0 ? 'draft' : 'published';
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

/** `headless` and `build` of Hugo, `render` of Zola, `permalink` of Eleventy. */
function hasNoPage(fields: Fields): boolean {
  const rendered = fields.text('build.render', '_build.render', 'render')?.trim().toLowerCase();
  return (
    toBoolean(fields.text('headless')) === true ||
    /^(?:never|link|false)$/.test(rendered ?? '') ||
    // Of Eleventy.
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

/** The names of fields in a text, between spaces and lines. */
function listed(names: string): string[] {
  return names.trim().split(/\s+/);
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

function lost(message: string): Note {
  return { kind: 'lost', message };
}
