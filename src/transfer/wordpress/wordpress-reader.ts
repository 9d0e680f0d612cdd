import { detectFormat } from '../../rendering/body.ts';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { toIsoDate, withOffset } from '../dates.ts';
import { decodeText } from '../files/decode-text.ts';
import { asDraft, type FormerStatus, NO_TITLE, UNTITLED } from '../former-status.ts';
import { asHtmlBody } from '../html/clean-html.ts';
import { fileSlug, plainSlug } from '../slugs.ts';
import type {
  Note,
  ReadOptions,
  SourceFiles,
  SourceItem,
  SourcePost,
  SourceReader,
} from '../source.ts';
import { htmlDescription, htmlText } from '../text/descriptions.ts';
import { autop } from './autop.ts';
import { hasBlocks, withFootnotes, withoutBlockComments, withReusableBlocks } from './blocks.ts';
import { convertShortcodes, type WordpressPicture } from './shortcodes.ts';
import { childrenOf, childText, parseWxr, type XmlNode } from './wxr.ts';

/** XML exports of WordPress (WXR), one or several parts, with `wp-content/uploads` beside them or without. */
export const readWordpress: SourceReader = async (files, options) => {
  const channels: XmlNode[] = [];
  let [removed, lenient] = [0, 0];
  for (const path of files.paths.filter((each) => /\.(?:xml|wxr)$/i.test(each))) {
    const channel = await readChannel(files, path);
    if (channel === null) continue;
    if (!channel.ok) return channel;
    channels.push(channel.value.channel);
    removed += channel.value.removed;
    lenient += channel.value.lenient;
  }
  const [first] = channels;
  if (first === undefined) return null;
  const blogs = [...new Set(channels.map(blogUrl))];
  if (blogs.length > 1) {
    const detail = `These are exports of several sites, to be imported one by one: ${blogs.join(', ')}.`;
    return fail({ kind: 'malformed', detail });
  }
  const all = channels.flatMap((channel) => childrenOf(channel, 'item'));
  const items = withoutRepeated(all);
  const blog = toBlog(first, items, channels);
  const repeated = all.length - items.length;
  const others = countOthers(blog.items);
  return succeed({
    system: 'wordpress',
    files,
    items: blog.items.filter(isText).map((item) => toItem(item, blog, options)),
    notes: [
      ...others,
      ...(repeated > 0 ? [inSeveralFiles(repeated)] : []),
      ...(removed > 0 ? [controlCharacters(removed)] : []),
      ...(lenient > 0 ? [notWellFormed(lenient)] : []),
    ],
    origins: originsOf(first, options),
  });
};

/** Its host and path: parts of one site may have been exported by http and by https. */
function blogUrl(channel: XmlNode): string {
  const url = childText(channel, 'wp:base_blog_url') || childText(channel, 'link');
  return url.trim().replace(/^https?:\/\/(?:www\.)?|\/$/g, '');
}

/** Exports of one site may overlap. */
function withoutRepeated(items: readonly XmlNode[]): XmlNode[] {
  const ids = new Set<string>();
  return items.filter((item) => {
    const id = idOf(item);
    const isRepeated = id !== '' && ids.has(id);
    ids.add(id);
    return !isRepeated;
  });
}

async function readChannel(files: SourceFiles, path: string) {
  const bytes = await files.read(path);
  if (!bytes.ok) return bytes;
  // Enough to tell, in any encoding.
  const head = Buffer.from(bytes.value.subarray(0, 100_000))
    .toString('latin1')
    .replaceAll('\0', '');
  if (!/wordpress\.org\/export\/|<wp:wxr_version/.test(head)) return null;
  const [, declared] = /<\?xml\b[^<>]{0,200}\sencoding=["']([\w-]+)/.exec(head) ?? [];
  const text = decodeText(bytes.value, declared);
  return text.ok ? parseWxr(text.value) : text;
}

type Blog = {
  items: XmlNode[];
  /** Names that are shown, by login. */
  authors: ReadonlyMap<string, string>;
  pictures: ReadonlyMap<string, WordpressPicture>;
  /** Texts of reusable blocks, by id. */
  blocks: ReadonlyMap<string, string>;
  /** Ids of pictures by the post that they were uploaded to. */
  picturesOfPost: ReadonlyMap<string, readonly string[]>;
  url: string;
};

function toBlog(channel: XmlNode, items: XmlNode[], channels: readonly XmlNode[]): Blog {
  const attachments = items.filter((item) => typeOf(item) === 'attachment');
  const isPicture = (item: XmlNode) =>
    /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(childText(item, 'wp:attachment_url'));
  const authors = channels.flatMap((each) => childrenOf(each, 'wp:author'));
  return {
    items,
    authors: new Map([
      ...items.filter((item) => typeOf(item) === 'guest-author').map(toGuest),
      ...authors.map((author): [string, string] => [
        childText(author, 'wp:author_login'),
        htmlText(childText(author, 'wp:author_display_name')) ||
          childText(author, 'wp:author_login'),
      ]),
    ]),
    blocks: new Map(
      items
        .filter((item) => typeOf(item) === 'wp_block')
        .map((item) => [idOf(item), childText(item, 'content:encoded')]),
    ),
    pictures: new Map(attachments.map((item) => [idOf(item), toPicture(item)])),
    picturesOfPost: new Map(
      [
        ...Map.groupBy(attachments.filter(isPicture), (item) => childText(item, 'wp:post_parent')),
      ].map(([parent, own]) => [parent, own.map(idOf)]),
    ),
    url: childText(channel, 'wp:base_blog_url') || childText(channel, 'link'),
  };
}

/** An author without an account, of the plugin Co-Authors Plus. */
function toGuest(item: XmlNode): [login: string, name: string] {
  const meta = metaOf(item);
  const name = meta.get('cap-display_name') || childText(item, 'title');
  return [meta.get('cap-user_login') ?? '', htmlText(name)];
}

function toPicture(item: XmlNode): WordpressPicture {
  return {
    url: childText(item, 'wp:attachment_url').trim(),
    alt: metaOf(item).get('_wp_attachment_image_alt') ?? '',
    caption: childText(item, 'excerpt:encoded').trim(),
  };
}

function originsOf(channel: XmlNode, { siteUrl }: ReadOptions): string[] {
  const urls = [siteUrl, childText(channel, 'wp:base_blog_url'), childText(channel, 'link')];
  const origins = urls.flatMap((url) => URL.parse(url?.trim() ?? '')?.origin ?? []);
  return [...new Set(origins.flatMap((origin) => [origin, origin.replace(/^http:/, 'https:')]))];
}

function typeOf(item: XmlNode): string {
  return childText(item, 'wp:post_type').trim() || 'post';
}

function idOf(item: XmlNode): string {
  return childText(item, 'wp:post_id').trim();
}

function isText(item: XmlNode): boolean {
  const status = childText(item, 'wp:status');
  return /^(?:post|page)$/.test(typeOf(item)) && status !== 'auto-draft';
}

function metaOf(item: XmlNode): Map<string, string> {
  return new Map(
    childrenOf(item, 'wp:postmeta').map((meta) => [
      childText(meta, 'wp:meta_key'),
      childText(meta, 'wp:meta_value'),
    ]),
  );
}

function toItem(item: XmlNode, blog: Blog, options: ReadOptions): SourceItem {
  const title = htmlText(childText(item, 'title')) || UNTITLED;
  const name = childText(item, 'wp:post_name').trim();
  const slug = fileSlug(name) || plainSlug(title) || `post-${idOf(item)}`;
  const same = { key: keyOf(item, blog.url), label: title };
  if (childText(item, 'wp:status') === 'trash') {
    return { ...same, kind: 'left-out', reason: 'it is in the trash of WordPress' };
  }
  if (childText(item, 'content:encoded').trim() === '') {
    return { ...same, kind: 'left-out', reason: 'it has no text' };
  }
  return {
    ...same,
    kind: 'post',
    title,
    slug,
    status: statusOf(item).status,
    date: dateOf(item),
    formerPaths: formerPathsOf(item),
    load: async () => load(item, { title, slug, blog, options }),
  };
}

/** Blogs on developers' machines share a URL, such as `http://localhost`: the date tells their posts apart. */
function keyOf(item: XmlNode, url: string): string {
  const host = URL.parse(url)?.hostname ?? '';
  const isLocal = !host.includes('.') || /\.(?:local|localhost|test)$|^[\d.]+$/.test(host);
  return `wordpress:${url}${isLocal ? `@${instantOf(item) ?? ''}` : ''}#${idOf(item) || childText(item, 'guid') || childText(item, 'link')}`;
}

/** Reads the clocks of that site, whose offset is told by its two dates; drafts have none. */
function dateOf(item: XmlNode): string | null {
  const instant = instantOf(item);
  const local = toIsoDate(childText(item, 'wp:post_date').trim());
  if (instant === null || local === undefined) return instant;
  const minutes = (Date.parse(local) - Date.parse(instant)) / 60_000;
  return Number.isInteger(minutes) && Math.abs(minutes) <= MAX_OFFSET
    ? withOffset(instant, minutes)
    : instant;
}

/** Minutes: clocks of Kiribati. One date without the other may have been edited. */
const MAX_OFFSET = 14 * 60;

/** An instant in UTC; drafts have none. */
function instantOf(item: XmlNode): string | null {
  if (!/^(?:publish|future|private)$/.test(childText(item, 'wp:status'))) return null;
  const gmt = childText(item, 'wp:post_date_gmt').trim();
  if (!gmt.startsWith('0000') && gmt !== '') return toIsoDate(gmt) ?? null;
  return (
    toIsoDate(childText(item, 'pubDate').trim()) ??
    toIsoDate(childText(item, 'wp:post_date').trim()) ??
    null
  );
}

/** The permalink, and those by the slugs that the post had before. `/?p=1` is the home page, also of a blog in a folder, which is never redirected. */
function formerPathsOf(item: XmlNode): string[] {
  const { pathname: path = '/', search = '' } = URL.parse(childText(item, 'link').trim()) ?? {};
  if (path === '/' || /^\?(?:p|page_id|attachment_id)=/.test(search)) return [];
  const name = childText(item, 'wp:post_name').trim();
  const former = (key: string) =>
    childrenOf(item, 'wp:postmeta')
      .filter((meta) => childText(meta, 'wp:meta_key') === key)
      .map((meta) => childText(meta, 'wp:meta_value').trim());
  const slugs = former('_wp_old_slug').filter(
    (slug) => slug !== '' && name !== '' && path.includes(`/${name}`),
  );
  const dates = former('_wp_old_date').flatMap((date) => pathOfDate(path, date) ?? []);
  return [path, ...slugs.map((slug) => path.replace(`/${name}`, `/${slug}`)), ...dates];
}

/** A path with another date; undefined for one without. */
function pathOfDate(path: string, date: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  if (year === undefined || !/\/\d{4}\/\d{2}\//.test(path)) return;
  return path.replace(/\/\d{4}\/\d{2}(\/\d{2})?\//, (_whole, withDay) =>
    withDay === undefined ? `/${year}/${month}/` : `/${year}/${month}/${day}/`,
  );
}

/** What was not public there is a draft here. */
function statusOf(item: XmlNode): FormerStatus {
  const status = childText(item, 'wp:status').trim();
  if (status === 'private') return asDraft('It was private');
  if (status !== 'publish' && status !== 'future') return { status: 'draft', notes: [] };
  if (childText(item, 'wp:post_password').trim() !== '') {
    return asDraft('It had a password');
  }
  if (typeOf(item) === 'page') {
    return asDraft('A page of its own, outside of the blog');
  }
  return { status: 'published', notes: [] };
}

type Known = { title: string; slug: string; blog: Blog; options: ReadOptions };

function load(item: XmlNode, { title, slug, blog, options }: Known): Result<SourcePost> {
  const body = bodyOf(item, blog);
  const meta = metaOf(item);
  const coverId = meta.get('_thumbnail_id') ?? '';
  const cover = blog.pictures.get(coverId);
  const noCover = cover === undefined && /^[1-9]/.test(coverId) ? [unknownCover(coverId)] : [];
  const noTitle = htmlText(childText(item, 'title')) === '' ? [NO_TITLE] : [];
  const { status, notes } = statusOf(item);
  return succeed({
    draft: {
      title,
      slug,
      content: body.content,
      description:
        htmlText(childText(item, 'excerpt:encoded')) ||
        searchDescription(meta) ||
        htmlDescription(body.content),
      author: authorsOf(item, blog) || options.author,
      tags: tagsOf(item),
      coverImage: cover?.url ?? null,
      coverImageCaption: cover === undefined ? null : htmlText(cover.caption),
      status,
      publishDate: dateOf(item),
      references: null,
      citationStyle: 'numbered',
      isResearch: false,
    },
    base: '/',
    notes: [...notes, ...noTitle, ...noCover, ...body.notes, ...fieldNotes(item, meta)],
  });
}

function unknownCover(id: string): Note {
  return { kind: 'lost', message: `Its cover, of which the export says no more than ${id}.` };
}

/** The fields of Yoast, Rank Math, All in One SEO, SEOPress and Genesis. */
const DESCRIPTIONS = [
  '_yoast_wpseo_metadesc',
  'rank_math_description',
  '_aioseo_description',
  '_aioseop_description',
  '_seopress_titles_desc',
  '_genesis_description',
];

/** What plugins give to search engines; some texts are patterns (`%%excerpt%%`). */
function searchDescription(meta: ReadonlyMap<string, string>): string {
  const texts = DESCRIPTIONS.map((key) => htmlText(meta.get(key) ?? ''));
  return texts.find((text) => text !== '' && !/%\w+%|#\w+_\w+/.test(text)) ?? '';
}

/** Several where the plugin Co-Authors Plus names them, whose terms are `cap-` and the login. */
function authorsOf(item: XmlNode, { authors }: Blog): string {
  const logins = childrenOf(item, 'category')
    .filter(({ attributes }) => attributes.domain === 'author')
    .map(({ attributes, text }) => {
      const nicename = attributes.nicename?.replace(/^cap-/, '') ?? '';
      return authors.get(text.trim()) || authors.get(nicename) || text.trim() || nicename;
    });
  const creator = childText(item, 'dc:creator').trim();
  const named = logins.length > 0 ? logins : [authors.get(creator) || creator];
  return [...new Set(named)].join(', ');
}

/** Tags, then categories, but for the one that stands for none. WXR 1.0 has `tag`, and repeats terms without a domain. */
function tagsOf(item: XmlNode): string[] {
  const terms = childrenOf(item, 'category');
  const named = (...domains: (string | undefined)[]) =>
    terms
      .filter(({ attributes }) => domains.includes(attributes.domain))
      .map(({ text }) => htmlText(text));
  const isNone = (term: string) => /^uncategori[sz]ed$/i.test(term);
  return [
    ...named('post_tag', 'tag'),
    ...named('category', undefined).filter((term) => !isNone(term)),
  ];
}

function bodyOf(item: XmlNode, blog: Blog): { content: string; notes: Note[] } {
  const written = childText(item, 'content:encoded').replace(/\r\n?/g, '\n');
  const noted = withFootnotes(written, metaOf(item).get('footnotes'));
  const source = withReusableBlocks(noted, blog.blocks);
  const context = {
    picture: (id: string) => blog.pictures.get(id),
    ownPictures: blog.picturesOfPost.get(idOf(item)) ?? [],
  };
  const shortcodes = convertShortcodes(source, context);
  const pages = /<!--nextpage-->/.test(source) ? [PAGES] : [];
  const blocks = withoutBlockComments(shortcodes.text);
  // Text between the blocks is that of the classic editor.
  const isWhole = hasBlocks(source) && detectFormat(blocks.html) === 'html';
  const html = isWhole ? blocks.html : autop(blocks.html);
  const titles = html.match(PICTURE_TITLE) ?? [];
  return {
    content: asHtmlBody(html.replace(PICTURE_TITLE, '$1')),
    notes: [...shortcodes.notes, ...blocks.notes, ...pages, ...(titles.length > 0 ? [TITLES] : [])],
  };
}

/** The classic editor gave each picture the name of its file as a tooltip; here the title is a caption. */
const PICTURE_TITLE = /(<img\b[^<>]*?)\stitle=(?:"[^"]*"|'[^']*')/gi;
const TITLES: Note = { kind: 'changed', message: 'The tooltips of its pictures are taken out.' };

const PAGES: Note = { kind: 'changed', message: 'Its several pages become one.' };

function fieldNotes(item: XmlNode, meta: ReadonlyMap<string, string>): Note[] {
  const comments = childrenOf(item, 'wp:comment').length;
  const fields = [...meta.keys()].filter((key) => !key.startsWith('_') && key !== 'footnotes');
  const canonical = meta.get('_yoast_wpseo_canonical');
  const taxonomies = childrenOf(item, 'category')
    .filter(
      ({ attributes }) => !/^(?:post_tag|tag|category|author|)$/.test(attributes.domain ?? ''),
    )
    .map(({ attributes, text }) => `${attributes.domain} ${text}`);
  const lost = [
    ...(comments > 0 ? [`${comments} ${comments === 1 ? 'comment' : 'comments'} of readers`] : []),
    ...(fields.length > 0 ? [`custom fields (${fields.join(', ')})`] : []),
    ...(taxonomies.length > 0 ? [`terms (${taxonomies.join(', ')})`] : []),
    ...(canonical ? [`the canonical URL ${canonical}`] : []),
    ...(childText(item, 'wp:is_sticky') === '1' ? ['that it was sticky'] : []),
  ];
  return lost.length === 0
    ? []
    : [{ kind: 'lost', message: `Of WordPress's fields: ${lost.join(', ')}.` }];
}

function inSeveralFiles(count: number): Note {
  return { kind: 'changed', message: `${count} items stand in several files, and come once.` };
}

function controlCharacters(count: number): Note {
  const message = `${count} control characters, which XML forbids, are taken out.`;
  return { kind: 'changed', message };
}

function notWellFormed(count: number): Note {
  const message = `${count} places of the file are no XML (such as an & by itself): they are read as they seem to be meant.`;
  return { kind: 'changed', message };
}

/** What of a type is named by a person. */
const TYPES: Readonly<Record<string, string>> = {
  attachment: 'files of the media library: posts bring those that they show',
  nav_menu_item: 'items of menus',
  'guest-author': 'guest authors: posts bring their names',
  wp_block: 'reusable blocks: posts bring those that they show',
  custom_css: 'styles',
  wp_template: 'templates',
  wp_navigation: 'menus',
  wp_global_styles: 'styles',
};

/** Items that are no texts, and readers' comments of all of them. */
function countOthers(items: readonly XmlNode[]): Note[] {
  const others = Map.groupBy(
    items.filter((item) => !isText(item) && childText(item, 'wp:status') !== 'auto-draft'),
    typeOf,
  );
  const counted = [...others].map(
    ([type, all]) => `${all.length} ${TYPES[type] ?? `of the type ${type}`}`,
  );
  const comments = items.reduce((sum, item) => sum + childrenOf(item, 'wp:comment').length, 0);
  const lost = [
    ...counted,
    ...(comments > 0 ? [`${comments} comments of readers, each counted at its post`] : []),
  ];
  return lost.length === 0 ? [] : [{ kind: 'lost', message: `Not of posts: ${lost.join('; ')}.` }];
}
