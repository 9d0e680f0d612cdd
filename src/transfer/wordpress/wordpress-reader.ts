import { detectFormat } from '../../rendering/body.ts';
import { decodeText, readBytes } from '../files.ts';
import {
  changed,
  lost,
  type Note,
  type ReadOptions,
  SourceError,
  type SourceFiles,
  type SourceItem,
  type SourcePost,
  type SourceReader,
  UNTITLED,
} from '../source.ts';
import { fileSlug, htmlDescription, htmlText, plainSlug } from '../text.ts';
import { autop } from './autop.ts';
import { hasBlocks, withFootnotes, withoutBlockComments, withReusableBlocks } from './blocks.ts';
import {
  countOthers,
  dateOf,
  fieldNotes,
  formerPathsOf,
  idOf,
  isText,
  keyOf,
  metaOf,
  statusOf,
  tagsOf,
  typeOf,
} from './item-facts.ts';
import { convertShortcodes, type WordpressPicture } from './shortcodes.ts';
import { childrenOf, childText, type Faults, parseWxr, type XmlNode } from './wxr.ts';

/** XML exports of WordPress (WXR), one or several parts, with `wp-content/uploads` beside them or without. */
export const readWordpress: SourceReader = async (files, options) => {
  const channels: XmlNode[] = [];
  const faults: Faults = { removed: 0, lenient: 0 };
  for (const path of files.paths.filter((file) => /\.(?:xml|wxr)$/i.test(file))) {
    const channel = await readChannel(files, path, faults);
    if (channel !== null) channels.push(channel);
  }
  const [first] = channels;
  if (first === undefined) return null;
  const blogs = [...new Set(channels.map(blogUrl))];
  if (blogs.length > 1) {
    throw new SourceError(
      `These are exports of several sites. Import them one at a time: ${blogs.join(', ')}.`,
    );
  }
  const all = channels.flatMap((channel) => childrenOf(channel, 'item'));
  const items = withoutRepeated(all);
  const blog = toBlog(first, items, channels);
  return {
    system: 'wordpress',
    files,
    items: items.filter(isText).map((item) => toItem(item, blog, options)),
    notes: [...countOthers(items), ...faultNotes(all.length - items.length, faults)],
    origins: originsOf(first, options),
  };
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

async function readChannel(files: SourceFiles, path: string, faults: Faults) {
  const bytes = await readBytes(files, path);
  // Enough to tell, in any encoding.
  const head = bytes.subarray(0, 100_000).toString('latin1').replaceAll('\0', '');
  if (!/wordpress\.org\/export\/|<wp:wxr_version/.test(head)) return null;
  const [, declared] = /<\?xml\b[^<>]{0,200}\sencoding=["']([\w-]+)/.exec(head) ?? [];
  return parseWxr(decodeText(bytes, declared), faults);
}

type Blog = {
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
  const ofType = (type: string) => items.filter((item) => typeOf(item) === type);
  const attachments = ofType('attachment');
  const isPicture = (item: XmlNode) =>
    /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(childText(item, 'wp:attachment_url'));
  const authors = channels.flatMap((each) => childrenOf(each, 'wp:author'));
  const ofPost = Map.groupBy(attachments.filter(isPicture), (item) =>
    childText(item, 'wp:post_parent'),
  );
  return {
    authors: new Map([
      ...ofType('guest-author').map(toGuest),
      ...authors.map((author): [string, string] => {
        const login = childText(author, 'wp:author_login');
        return [login, htmlText(childText(author, 'wp:author_display_name')) || login];
      }),
    ]),
    blocks: new Map(
      ofType('wp_block').map((item) => [idOf(item), childText(item, 'content:encoded')]),
    ),
    pictures: new Map(attachments.map((item) => [idOf(item), toPicture(item)])),
    picturesOfPost: new Map([...ofPost].map(([parent, own]) => [parent, own.map(idOf)])),
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
  const head = { key: keyOf(item, blog.url), label: title };
  if (childText(item, 'wp:status') === 'trash') {
    return { ...head, kind: 'left-out', reason: 'it is in the WordPress trash' };
  }
  if (childText(item, 'content:encoded').trim() === '') {
    return { ...head, kind: 'left-out', reason: 'it has no text' };
  }
  return {
    ...head,
    kind: 'post',
    title,
    slug: fileSlug(name) || plainSlug(title) || `post-${idOf(item)}`,
    ...statusOf(item),
    date: dateOf(item),
    formerPaths: formerPathsOf(item),
    load: () => load(item, title, blog, options),
  };
}

function load(item: XmlNode, title: string, blog: Blog, { author }: ReadOptions): SourcePost {
  const body = bodyOf(item, blog);
  const meta = metaOf(item);
  const coverId = meta.get('_thumbnail_id') ?? '';
  const cover = blog.pictures.get(coverId);
  const isLost = cover === undefined && /^[1-9]/.test(coverId);
  const hasTitle = htmlText(childText(item, 'title')) !== '';
  return {
    draft: {
      title,
      content: body.content,
      description:
        htmlText(childText(item, 'excerpt:encoded')) ||
        searchDescription(meta) ||
        htmlDescription(body.content),
      author: authorsOf(item, blog) || author,
      tags: tagsOf(item),
      coverImage: cover?.url ?? null,
      coverImageCaption: cover === undefined ? null : htmlText(cover.caption),
    },
    format: 'html',
    base: '/',
    notes: [
      ...(hasTitle ? [] : [changed(`It has no title, so it is called “${UNTITLED}”.`)]),
      ...(isLost ? [lost(`Its cover, of which the export contains only the id ${coverId}.`)] : []),
      ...body.notes,
      ...fieldNotes(item, meta),
    ],
  };
}

/** What plugins give to search engines (Yoast, Rank Math, All in One SEO); some texts are patterns (`%%excerpt%%`). */
function searchDescription(meta: ReadonlyMap<string, string>): string {
  const keys = ['_yoast_wpseo_metadesc', 'rank_math_description', '_aioseop_description'];
  const texts = keys.map((key) => htmlText(meta.get(key) ?? ''));
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
  const shortcodes = convertShortcodes(source, {
    picture: (id: string) => blog.pictures.get(id),
    ownPictures: blog.picturesOfPost.get(idOf(item)) ?? [],
  });
  const blocks = withoutBlockComments(shortcodes.text);
  // Text between the blocks is that of the classic editor.
  const isWhole = hasBlocks(source) && detectFormat(blocks.html) === 'html';
  const html = isWhole ? blocks.html : autop(blocks.html);
  const content = html.replace(PICTURE_TITLE, '$1');
  return {
    content,
    notes: [
      ...shortcodes.notes,
      ...blocks.notes,
      ...(source.includes('<!--nextpage-->') ? [changed('Its pages were joined into one.')] : []),
      ...(content === html ? [] : [changed('The tooltips of its pictures were removed.')]),
    ],
  };
}

/** The classic editor gave each picture the name of its file as a tooltip; here the title is a caption. */
const PICTURE_TITLE = /(<img\b[^<>]*?)\stitle=(?:"[^"]*"|'[^']*')/gi;

function faultNotes(repeated: number, { removed, lenient }: Faults): Note[] {
  const counts: [count: number, what: string][] = [
    [repeated, 'items appear in several files and are imported once.'],
    [removed, 'control characters, which XML forbids, were removed.'],
    [lenient, 'places in the file are not valid XML (such as a lone &) and were read as meant.'],
  ];
  return counts.flatMap(([count, what]) => (count > 0 ? [changed(`${count} ${what}`)] : []));
}
