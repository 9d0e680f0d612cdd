import type { Root } from 'hast';
import { visit } from 'unist-util-visit';
import { z } from 'zod';
import { asciiSlug } from '../../posts/authors/authors.ts';
import { inZone, toIsoDate } from '../dates.ts';
import { readOtherText, readText } from '../files.ts';
import { type Changes, classesOf } from '../html.ts';
import { addFormerRedirects } from '../redirects.ts';
import {
  asDraft,
  describeIssue,
  leftOut,
  originsOf,
  type PostItem,
  SourceError,
  type SourceItem,
  type SourcePost,
  type SourceReader,
  UNTITLED,
} from '../source.ts';
import { fileSlug, htmlDescription, htmlText } from '../text.ts';

export const readGhost: SourceReader = async (files, { siteUrl, author }) => {
  const exports = new Map<string, Data>();
  for (const path of files.paths.filter((file) => /\.json$/i.test(file))) {
    const read = files.paths.length === 1 ? readText : readOtherText;
    const data = parseGhost(await read(files, path));
    if (data !== null) exports.set(path, data);
  }
  const [data] = exports.values();
  if (data === undefined) return null;
  if (exports.size > 1) {
    const names = [...exports.keys()].join(', ');
    throw new SourceError(`These are several Ghost exports. Import them one at a time: ${names}.`);
  }
  const setting = new Map((data.settings ?? []).map(({ key, value }) => [key, String(value)]));
  const origins = originsOf(siteUrl ?? setting.get('url'));
  const zone = setting.get('timezone') ?? setting.get('active_timezone') ?? '';
  const items = data.posts.map((post) => toItem(post, data, zone, author));
  const redirects = await addFormerRedirects(files, items, origins);
  const notes = [...(origins.length === 0 ? [NO_URL] : []), ...redirects];
  return { system: 'ghost', files, items, origins, notes };
};

const NO_URL =
  'Ghost exports do not contain the site’s URL. Give it with --site URL to fetch its pictures and recognize its own links.';

const line = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const id = z.union([z.string(), z.number()]).transform(String);

const postSchema = z.object({
  id,
  title: line.transform((title) => title || UNTITLED),
  slug: line,
  html: line,
  feature_image: line,
  custom_excerpt: line,
  type: line,
  status: line,
  visibility: line,
  published_at: line.or(z.number().transform(String)),
});

const link = z.object({ post_id: id, sort_order: z.number().nullish() });

const metaSchema = link.extend({
  meta_description: line,
  feature_image_caption: line,
  email_only: z.union([z.boolean(), z.number()]).nullish(),
});

/** Rows by their ids. */
const byId = <Row extends z.ZodType<{ id: string }>>(row: Row) =>
  z
    .array(row)
    .nullish()
    .transform((rows) => new Map(rows?.map((one) => [one.id, one])));

/** Rows in their order, by the ids of their posts. */
const byPost = <Row extends z.ZodType<z.infer<typeof link>>>(row: Row) =>
  z
    .array(row)
    .nullish()
    .transform((rows) => {
      const inOrder = rows?.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0));
      return Map.groupBy(inOrder ?? [], ({ post_id }) => post_id);
    });

const dataSchema = z.object({
  posts: z.array(postSchema),
  users: byId(z.object({ id, name: line })),
  tags: byId(z.object({ id, name: line, visibility: line })),
  posts_tags: byPost(link.extend({ tag_id: id })),
  posts_authors: byPost(link.extend({ author_id: id })),
  posts_meta: byPost(metaSchema),
  settings: z.array(z.object({ key: z.string(), value: z.unknown() })).nullish(),
});

type Data = z.infer<typeof dataSchema>;
type Post = z.infer<typeof postSchema>;
type Meta = z.infer<typeof metaSchema>;

/** Null for other files. Ghost's has `db: [{ data }]`, older ones `data` alone. @throws SourceError */
function parseGhost(text: string): Data | null {
  let json: { db?: { data?: unknown }[]; data?: unknown } | null;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    if (!/"(?:exported_on|mobiledoc)"/.test(text.slice(0, 100_000))) return null;
    throw new SourceError('The Ghost export is not complete JSON.', { cause });
  }
  const data = (json?.db?.[0]?.data ?? json?.data) as { posts?: unknown } | null | undefined;
  if (!Array.isArray(data?.posts)) return null;
  const checked = dataSchema.safeParse(data);
  if (checked.success) return checked.data;
  const reason = describeIssue(checked.error);
  throw new SourceError(`The Ghost export does not have the expected form: ${reason}`);
}

function toItem(post: Post, data: Data, zone: string, author?: string): SourceItem {
  const { title } = post;
  if (post.html.trim() === '') return leftOut(title, 'failed', NO_HTML);
  const meta = data.posts_meta.get(post.id)?.at(-1);
  const authors = data.posts_authors.get(post.id) ?? [];
  const names = authors.flatMap(({ author_id }) => data.users.get(author_id)?.name || []);
  const tags = (data.posts_tags.get(post.id) ?? [])
    .flatMap(({ tag_id }) => data.tags.get(tag_id) ?? [])
    .filter((tag) => tag.visibility !== 'internal' && !tag.name.startsWith('#'))
    .map(({ name }) => name);
  const iso = toIsoDate(post.published_at);
  const load = (): SourcePost => {
    const content = withoutToken(post.html);
    const description = post.custom_excerpt || meta?.meta_description || htmlDescription(content);
    const coverImage = withoutToken(post.feature_image);
    const coverImageCaption = htmlText(meta?.feature_image_caption ?? '');
    const known = { title, author: names.join(', ') || author, tags };
    const draft = { ...known, content, description, coverImage, coverImageCaption };
    return { draft, format: 'html', base: '/', adjust: showPlainCards, notes: [] };
  };
  return {
    kind: 'post',
    key: `ghost:${post.id}`,
    label: title,
    title,
    slug: fileSlug(post.slug) || asciiSlug(title) || asciiSlug(`post-${post.id}`.slice(0, 40)),
    ...statusOf(post, meta),
    date: iso === undefined ? null : inZone(iso, zone),
    formerPaths: post.slug === '' ? [] : [`/${post.slug}/`],
    load,
  };
}

const NO_HTML =
  'the export has no HTML of it: publish or save it again in Ghost, and export once more';

/** A post that only some people could read becomes a draft. */
function statusOf(post: Post, meta: Meta | undefined): Pick<PostItem, 'status' | 'notes'> {
  if (post.status === 'sent' || meta?.email_only) return asDraft('It was sent by email only');
  if (!/^(?:published|scheduled)$/.test(post.status)) return { status: 'draft', notes: [] };
  if (post.type === 'page') return asDraft('It was a page outside the blog');
  const visibility = post.visibility || 'public';
  if (visibility !== 'public') return asDraft(`Only some readers had access (${visibility})`);
  if (GATES.test(post.html)) return asDraft('Only members had full access');
  return { status: 'published', notes: [] };
}

/** A paywall, and a card for members. */
const GATES = /<!--members-only-->|<!--\s*kg-gated-block:begin [^>]{0,500}nonMember:\s*false/;

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

/** Parts of cards that only Ghost's scripts move: buttons and times of players, icons, forms. */
const MOVED =
  /^kg-(?:signup-card|toggle-card-icon|bookmark-(?:icon|thumbnail)|file-card-(?:icon|filesize)|(?:audio|video)-(?:thumbnail|player|current-time|time|duration|overlay|hide)(?:-container)?)$/;

function showPlainCards(tree: Root, { touched, replaced }: Changes): void {
  visit(tree, 'element', (element) => {
    const { tagName, properties } = element;
    const isMoved = classesOf(element).some((name) => MOVED.test(name));
    // A picture without a source stands for one that a card does not have.
    const isEmpty = tagName === 'img' && properties.src === '';
    if (isEmpty || isMoved || tagName === 'button') replaced.set(element, []);
    if (tagName !== 'audio' && tagName !== 'video') return;
    properties.controls = true;
    touched.add(element);
  });
}
