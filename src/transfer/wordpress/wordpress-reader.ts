import { detectFormat } from '../../rendering/body.ts';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { decodeText } from '../files/decode-text.ts';
import { NO_TITLE, UNTITLED } from '../former-status.ts';
import { asHtmlBody } from '../html/html-body.ts';
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
import {
  dateOf,
  formerPathsOf,
  idOf,
  isText,
  keyOf,
  metaOf,
  statusOf,
  tagsOf,
  typeOf,
} from './item-facts.ts';
import {
  controlCharacters,
  countOthers,
  fieldNotes,
  inSeveralFiles,
  notWellFormed,
} from './lost-notes.ts';
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
    const detail = `These are exports of several sites. Import them one at a time: ${blogs.join(', ')}.`;
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

function toItem(item: XmlNode, blog: Blog, options: ReadOptions): SourceItem {
  const title = htmlText(childText(item, 'title')) || UNTITLED;
  const name = childText(item, 'wp:post_name').trim();
  const slug = fileSlug(name) || plainSlug(title) || `post-${idOf(item)}`;
  const same = { key: keyOf(item, blog.url), label: title };
  if (childText(item, 'wp:status') === 'trash') {
    return { ...same, kind: 'left-out', reason: 'it is in the WordPress trash' };
  }
  if (childText(item, 'content:encoded').trim() === '') {
    return { ...same, kind: 'left-out', reason: 'it has no text' };
  }
  return {
    ...same,
    kind: 'post',
    title,
    slug,
    ...statusOf(item),
    date: dateOf(item),
    formerPaths: formerPathsOf(item),
    load: async () => load(item, { title, blog, options }),
  };
}

type Known = { title: string; blog: Blog; options: ReadOptions };

function load(item: XmlNode, { title, blog, options }: Known): Result<SourcePost> {
  const body = bodyOf(item, blog);
  const meta = metaOf(item);
  const coverId = meta.get('_thumbnail_id') ?? '';
  const cover = blog.pictures.get(coverId);
  const noCover = cover === undefined && /^[1-9]/.test(coverId) ? [unknownCover(coverId)] : [];
  const noTitle = htmlText(childText(item, 'title')) === '' ? [NO_TITLE] : [];
  return succeed({
    draft: {
      title,
      content: body.content,
      description:
        htmlText(childText(item, 'excerpt:encoded')) ||
        searchDescription(meta) ||
        htmlDescription(body.content),
      author: authorsOf(item, blog) || options.author,
      tags: tagsOf(item),
      coverImage: cover?.url ?? null,
      coverImageCaption: cover === undefined ? null : htmlText(cover.caption),
    },
    base: '/',
    notes: [...noTitle, ...noCover, ...body.notes, ...fieldNotes(item, meta)],
  });
}

function unknownCover(id: string): Note {
  return { kind: 'lost', message: `Its cover, of which the export contains only the id ${id}.` };
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
const TITLES: Note = { kind: 'changed', message: 'The tooltips of its pictures were removed.' };

const PAGES: Note = { kind: 'changed', message: 'Its pages were joined into one.' };
