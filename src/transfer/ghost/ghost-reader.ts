import type { Element } from 'hast';
import { visit } from 'unist-util-visit';
import { z } from 'zod';
import { inZone } from '../dates.ts';
import { readText, SOURCE_LIMITS } from '../files.ts';
import { addFormerRedirects } from '../former-redirects.ts';
import { applyReplacements, attribute, type Changes, parseHtml, printHtml } from '../html.ts';
import {
  asDraft,
  changed,
  listed,
  lost,
  type Note,
  type PostItem,
  SourceError,
  type SourceItem,
  type SourcePost,
  type SourceReader,
  UNTITLED,
} from '../source.ts';
import { fileSlug, htmlDescription, htmlText, plainSlug } from '../text.ts';

/** Parts of cards that only Ghost's scripts move: buttons and times of players, icons, forms. */
const MOVED =
  /^kg-(?:signup-card|toggle-card-icon|bookmark-(?:icon|thumbnail)|file-card-(?:icon|filesize)|(?:audio|video)-(?:thumbnail|player|current-time|time|duration|overlay|hide)(?:-container)?)$/;

/** The HTML of a post without what only Ghost moves, and with the posters of its films. */
function withPlainCards(html: string): { html: string; unsupported: string[] } {
  if (!/kg-(?:audio|video|file|bookmark|toggle|signup)-/.test(html))
    return { html, unsupported: [] };
  const tree = parseHtml(html);
  const changes: Changes = { touched: new Set(), replaced: new Map() };
  const unsupported: string[] = [];
  visit(tree, 'element', (element) => {
    const classes = [element.properties.className ?? []].flat().map(String);
    // A picture without a source stands for one that a card does not have.
    const isEmpty = element.tagName === 'img' && element.properties.src === '';
    const isButton = /^(?:button|svg)$/.test(element.tagName);
    if (isEmpty || isButton || classes.some((name) => MOVED.test(name))) {
      changes.replaced.set(element, []);
    }
    if (classes.includes('kg-signup-card')) unsupported.push('signup');
    if (classes.includes('kg-video-card')) showPoster(element, changes);
    if (element.tagName === 'audio') element.properties.controls = true;
  });
  applyReplacements(tree, changes);
  return { html: printHtml(tree.children), unsupported };
}

function showPoster(card: Element, { replaced }: Changes): void {
  const { dataKgCustomThumbnail, dataKgThumbnail } = card.properties;
  visit(card, 'element', (element) => {
    // The length of the film stands in a box without a class of its own.
    if (element.tagName === 'span') replaced.set(element, []);
    if (element.tagName !== 'video') return;
    const poster = String(dataKgCustomThumbnail ?? dataKgThumbnail ?? '');
    element.properties = {
      controls: true,
      src: attribute(element, 'src'),
      ...(poster && { poster }),
    };
  });
}

/** A JSON export of Ghost, by itself or in a zip or folder with its pictures (`content/images`). */
export const readGhost: SourceReader = async (files, { siteUrl, author }) => {
  const exports = new Map<string, Data>();
  for (const path of files.paths.filter((file) => /\.json$/i.test(file))) {
    let text: string;
    try {
      text = await readText(files, path);
    } catch (error) {
      // Other files of a folder may be anything; a file alone is what was to be imported.
      if (error instanceof SourceError && files.paths.length > 1) continue;
      throw error;
    }
    const data = parseGhost(text);
    if (data !== null) exports.set(path, data);
  }
  const [data] = exports.values();
  if (data === undefined) return null;
  if (exports.size > 1) {
    throw new SourceError(
      `These are several Ghost exports. Import them one at a time: ${[...exports.keys()].join(', ')}.`,
    );
  }
  const setting = new Map((data.settings ?? []).map(({ key, value }) => [key, String(value)]));
  const origins = [siteUrl ?? setting.get('url')].flatMap(
    (url) => URL.parse(url ?? '')?.origin ?? [],
  );
  const items = toItems(data, setting, author);
  const redirects = await addFormerRedirects(files, items, origins);
  const noUrl = origins.length === 0 ? [NO_URL] : [];
  return {
    system: 'ghost',
    files,
    items,
    origins,
    notes: [...siteNotes(data), ...noUrl, ...redirects],
  };
};

const NO_URL = changed(
  'Ghost exports do not contain the site’s URL. Give it with --site URL to fetch its pictures and recognize its own links.',
);

const line = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const id = z.union([z.string(), z.number()]).transform(String);
const flag = z.union([z.boolean(), z.number()]).nullish().transform(Boolean);

const postSchema = z.object({
  id,
  title: line,
  slug: line,
  html: line,
  lexical: line,
  mobiledoc: line,
  markdown: line,
  feature_image: line,
  image: line,
  custom_excerpt: line,
  meta_description: line,
  type: line,
  page: flag,
  status: line,
  visibility: line,
  published_at: z.union([z.string(), z.number()]).nullish(),
  author_id: id.nullish(),
  codeinjection_head: line,
  codeinjection_foot: line,
  canonical_url: line,
});

const metaSchema = z.object({
  post_id: id,
  meta_description: line,
  feature_image_caption: line,
  feature_image_alt: line,
  email_only: flag,
});

const link = z.object({ post_id: id, sort_order: z.number().nullish() });

const dataSchema = z.looseObject({
  posts: z.array(postSchema),
  users: z.array(z.object({ id, name: line })).nullish(),
  tags: z.array(z.object({ id, name: line, visibility: line })).nullish(),
  posts_tags: z.array(link.extend({ tag_id: id })).nullish(),
  posts_authors: z.array(link.extend({ author_id: id })).nullish(),
  posts_meta: z.array(metaSchema).nullish(),
  settings: z.array(z.object({ key: z.string(), value: z.unknown() })).nullish(),
});

type Data = z.output<typeof dataSchema>;
type Post = z.output<typeof postSchema>;
type Meta = z.output<typeof metaSchema>;

/** Returns null for other JSON than an export of Ghost. @throws SourceError for a malformed export */
function parseGhost(text: string): Data | null {
  if (!/"posts"\s*:/.test(text)) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    if (!/__GHOST_URL__|"exported_on"/.test(text)) return null;
    throw new SourceError('The Ghost export is damaged: it is not complete JSON.', { cause });
  }
  // `{db: [{data}]}`; before 1.0 also `{data}`.
  const { db, data } = (json ?? {}) as { db?: { data?: unknown }[]; data?: unknown };
  const found = (Array.isArray(db) ? db[0]?.data : undefined) ?? data;
  const { posts } = (found ?? {}) as { posts?: unknown };
  if (!Array.isArray(posts)) return null;
  if (posts.length > SOURCE_LIMITS.files) {
    throw new SourceError(
      `The export holds ${posts.length} posts; at most ${SOURCE_LIMITS.files} are read`,
    );
  }
  const checked = dataSchema.safeParse(found);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new SourceError(
    `The Ghost export does not have the expected form: ${issue?.path.join('.')}: ${issue?.message}`,
  );
}

function toItems(
  data: Data,
  setting: ReadonlyMap<string, string>,
  author: string | undefined,
): SourceItem[] {
  const nameOf = new Map((data.users ?? []).map((user) => [user.id, user.name]));
  const tagOf = new Map((data.tags ?? []).map((tag) => [tag.id, tag]));
  const authors = Map.groupBy(inOrder(data.posts_authors ?? []), ({ post_id }) => post_id);
  const tags = Map.groupBy(inOrder(data.posts_tags ?? []), ({ post_id }) => post_id);
  const metas = new Map((data.posts_meta ?? []).map((meta) => [meta.post_id, meta]));
  const zone =
    setting.get('timezone') ?? setting.get('active_timezone') ?? setting.get('activeTimezone');
  const permalinks = setting.get('permalinks') || '/:slug/';
  return data.posts.map((post) => {
    const title = post.title || UNTITLED;
    const head = { key: `ghost:${post.id}`, label: title };
    if (post.html.trim() === '') {
      const isWritten = `${post.lexical}${post.mobiledoc}${post.markdown}`.trim() !== '';
      return isWritten
        ? { ...head, kind: 'unreadable', reason: NO_HTML }
        : { ...head, kind: 'left-out', reason: 'it has no text' };
    }
    const meta = metas.get(post.id);
    const ids = authors.get(post.id)?.map(({ author_id }) => author_id) ?? [post.author_id ?? ''];
    const names = ids.flatMap((userId) => nameOf.get(userId) || []);
    const own = (tags.get(post.id) ?? []).flatMap(({ tag_id }) => tagOf.get(tag_id) ?? []);
    const isInternal = (tag: (typeof own)[number]) =>
      tag.visibility === 'internal' || tag.name.startsWith('#');
    const date = toDate(post.published_at, zone ?? '');
    const named = (all: typeof own) => all.map(({ name }) => name);
    return {
      ...head,
      kind: 'post',
      title,
      slug: fileSlug(post.slug) || plainSlug(title) || plainSlug(`post-${post.id}`.slice(0, 40)),
      ...statusOf(post, meta),
      date,
      formerPaths: formerPathsOf(post, date, permalinks),
      load: () =>
        load(post, meta, {
          author: names.join(', ') || author,
          tags: named(own.filter((tag) => !isInternal(tag))),
          internalTags: named(own.filter(isInternal)),
        }),
    };
  });
}

const NO_HTML =
  'the export holds it without HTML: publish or save it again in Ghost, and export once more';

function inOrder<Link extends { sort_order?: number | null | undefined }>(links: Link[]): Link[] {
  return links.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0));
}

function isPage({ type, page }: Post): boolean {
  return type === 'page' || page;
}

/** Ghost's default is `/:slug/`; older versions knew dates. */
function formerPathsOf(post: Post, date: string | null, permalinks: string): string[] {
  const { slug } = post;
  if (slug === '') return [];
  const [year = '', month = '', day = ''] = (date ?? '').slice(0, 10).split('-');
  const values: Readonly<Record<string, string>> = { slug, year, month, day };
  const pattern = isPage(post) ? '/:slug/' : permalinks;
  const dated = pattern.replace(/:(\w+)/g, (whole, key: string) => values[key] ?? whole);
  return [...new Set([dated, `/${slug}/`])];
}

/** A post that only some people could read becomes a draft. */
function statusOf(post: Post, meta: Meta | undefined): Pick<PostItem, 'status' | 'notes'> {
  if (post.status === 'sent' || meta?.email_only) return asDraft('It was sent by email only');
  if (post.status !== 'published' && post.status !== 'scheduled') {
    return { status: 'draft', notes: [] };
  }
  if (isPage(post)) return asDraft('It was a page outside the blog');
  const visibility = post.visibility || 'public';
  if (visibility !== 'public') return asDraft(`Only some readers had access (${visibility})`);
  if (GATES.test(`${post.html}${post.lexical}${post.mobiledoc}`)) {
    return asDraft('Only members had full access');
  }
  return { status: 'published', notes: [] };
}

/**
 * What hides a part of a post, in HTML, Lexical and Mobiledoc: a paywall, and cards for members. Quotation marks in the
 * text of a document are escaped.
 */
const GATES =
  /<!--members-only-->|<!--\s*kg-gated-block:begin [^>]{0,500}nonMember:\s*false|"type"\s*:\s*"paywall"|\["paywall"|"nonMember"\s*:\s*false/;

/** Cards that only the e-mail of a post shows: its HTML does not have them. */
const MAIL_CARDS = /"type"\s*:\s*"email(?:-cta)?"|\["email(?:-cta)?"/;

type Known = { author: string | undefined; tags: string[]; internalTags: string[] };

function load(post: Post, meta: Meta | undefined, known: Known): SourcePost {
  const { html, unsupported } = withPlainCards(withoutToken(post.html));
  const mails = MAIL_CARDS.test(`${post.lexical}${post.mobiledoc}`) ? ['email'] : [];
  const portal = /href="\/?#\/(?:portal|share|search)\b/.test(html) ? [PORTAL] : [];
  return {
    draft: {
      title: post.title || UNTITLED,
      content: html,
      description:
        post.custom_excerpt ||
        meta?.meta_description ||
        post.meta_description ||
        htmlDescription(html),
      author: known.author,
      tags: known.tags,
      coverImage: withoutToken(post.feature_image || post.image),
      coverImageCaption: htmlText(meta?.feature_image_caption ?? ''),
    },
    format: 'html',
    base: '/',
    notes: [
      ...(post.title ? [] : [changed(`It has no title, so it is called “${UNTITLED}”.`)]),
      ...fieldNotes(post, meta, known.internalTags),
      ...listed('lost', 'Cards that are not supported here', [...unsupported, ...mails]),
      ...portal,
    ],
  };
}

const PORTAL = lost('Links to Ghost’s own dialogs (#/portal, #/share, #/search) no longer work.');

/**
 * The token stands for the URL of the site, which is not known; what is left is a path of it. The editor of Ghost writes
 * one style at every word with a format, which would be noted as taken out.
 */
function withoutToken(text: string): string {
  return text
    .replace(/__GHOST_URL__(?!\/)/g, '/')
    .replaceAll('__GHOST_URL__', '')
    .replaceAll(' style="white-space: pre-wrap;"', '');
}

function fieldNotes(post: Post, meta: Meta | undefined, internalTags: readonly string[]): Note[] {
  return listed('lost', 'Ghost fields', [
    ...(internalTags.length > 0 ? [`internal tags (${internalTags.join(', ')})`] : []),
    ...(post.codeinjection_head || post.codeinjection_foot ? ['injected code'] : []),
    ...(post.canonical_url ? [`the canonical URL ${post.canonical_url}`] : []),
    ...(meta?.feature_image_alt ? ['the alternative text of its cover'] : []),
  ]);
}

const READ_TABLES = /^(?:posts|users|tags|settings|(?:posts|roles)_.*)$/;

function siteNotes(data: Data): Note[] {
  const tables = Object.entries(data).flatMap(([table, rows]) =>
    Array.isArray(rows) && rows.length > 0 && !READ_TABLES.test(table)
      ? [`${rows.length} ${table.replaceAll('_', ' ')}`]
      : [],
  );
  return [lost(`Not part of posts: ${[...tables, 'the site settings'].join(', ')}.`)];
}

/** Old exports count milliseconds, and write `2017-01-01 10:00:00` in UTC. */
function toDate(value: string | number | null | undefined, zone: string): string | null {
  if (value === null || value === undefined || value === '') return null;
  const isPlain = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(String(value));
  const date = new Date(isPlain ? `${String(value).replace(' ', 'T')}Z` : value);
  return Number.isNaN(date.getTime()) ? null : inZone(date.toISOString(), zone);
}
