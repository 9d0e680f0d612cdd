import { detectFormat } from '../../rendering/body.ts';
import { decodeText, readBytes } from '../files.ts';
import {
  changed,
  lost,
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
import { showBlocks, withFootnotes, withoutBlockComments, withReusableBlocks } from './blocks.ts';
import {
  dateOf,
  fieldNotes,
  formerPathsOf,
  idOf,
  isPost,
  metaOf,
  statusOf,
  tagsOf,
  typeOf,
} from './item-facts.ts';
import { convertShortcodes, type WordpressPicture, type WordpressPictures } from './shortcodes.ts';
import { childrenOf, childText, parseWxr, type XmlNode } from './wxr.ts';

/** XML exports of WordPress (WXR), one or several parts, with `wp-content/uploads` beside them or without. */
export const readWordpress: SourceReader = async (files, options) => {
  const channels: XmlNode[] = [];
  let faults = 0;
  for (const path of files.paths.filter((file) => /\.(?:xml|wxr)$/i.test(file))) {
    const xml = await readXml(files, path);
    if (xml === null) continue;
    const parsed = parseWxr(xml);
    channels.push(parsed.channel);
    faults += parsed.faults;
  }
  if (channels.length === 0) return null;
  // Parts of one site may have been exported by http and by https.
  const blogs = Map.groupBy(channels, (channel) =>
    blogUrl(channel).replace(/^https?:\/\/(?:www\.)?|\/$/g, ''),
  );
  if (blogs.size > 1) {
    const names = [...blogs.keys()].join(', ');
    throw new SourceError(
      `These are exports of several sites. Import them one at a time: ${names}.`,
    );
  }
  const items = withoutRepeated(channels.flatMap((channel) => childrenOf(channel, 'item')));
  const blog = toBlog(channels, items);
  return {
    system: 'wordpress',
    files,
    items: items.filter(isPost).map((item) => toItem(item, blog, options)),
    notes: faults === 0 ? [] : [changed(`${faults} ${FAULTS}`)],
    origins: originsOf(channels, options),
  };
};

const FAULTS =
  'places in the file are not valid XML (such as a lone & or a control character) and were read as meant.';

function blogUrl(channel: XmlNode): string {
  return childText(channel, 'wp:base_blog_url') || childText(channel, 'link');
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

/** Null for XML of other programs. */
async function readXml(files: SourceFiles, path: string): Promise<string | null> {
  const bytes = await readBytes(files, path);
  // Enough to tell, in any encoding.
  const head = bytes.subarray(0, 100_000).toString('latin1').replaceAll('\0', '');
  return /wordpress\.org\/export\/|<wp:wxr_version/.test(head) ? decodeText(bytes) : null;
}

type Blog = {
  /** Names that are shown, by login. */
  authors: ReadonlyMap<string, string>;
  pictures: WordpressPictures;
  /** Texts of reusable blocks, by id. */
  blocks: ReadonlyMap<string, string>;
  url: string;
};

function toBlog(channels: readonly XmlNode[], items: readonly XmlNode[]): Blog {
  const byType = Map.groupBy(items, typeOf);
  const authors = channels.flatMap((channel) => childrenOf(channel, 'wp:author'));
  return {
    authors: new Map(
      authors.map((author) => [
        childText(author, 'wp:author_login'),
        htmlText(childText(author, 'wp:author_display_name')),
      ]),
    ),
    blocks: new Map(
      byType.get('wp_block')?.map((item) => [idOf(item), childText(item, 'content:encoded')]),
    ),
    pictures: new Map(byType.get('attachment')?.map((item) => [idOf(item), toPicture(item)])),
    url: channels.map(blogUrl)[0] ?? '',
  };
}

function toPicture(item: XmlNode): WordpressPicture {
  return {
    url: childText(item, 'wp:attachment_url'),
    alt: metaOf(item, '_wp_attachment_image_alt')[0] ?? '',
    caption: childText(item, 'excerpt:encoded'),
    post: childText(item, 'wp:post_parent'),
  };
}

function originsOf([channel]: readonly XmlNode[], { siteUrl }: ReadOptions): string[] {
  const own = ['wp:base_blog_url', 'link'].map((name) => channel && childText(channel, name));
  const origins = [siteUrl, ...own].flatMap((url) => URL.parse(url ?? '')?.origin ?? []);
  return [...new Set(origins.flatMap((origin) => [origin, origin.replace(/^http:/, 'https:')]))];
}

function toItem(item: XmlNode, blog: Blog, options: ReadOptions): SourceItem {
  const title = htmlText(childText(item, 'title')) || UNTITLED;
  const id = idOf(item) || childText(item, 'guid') || childText(item, 'link');
  const head = { key: `wordpress:${blog.url}#${id}`, label: title };
  if (childText(item, 'wp:status') === 'trash') {
    return { ...head, kind: 'left-out', reason: 'it is in the WordPress trash' };
  }
  if (childText(item, 'content:encoded') === '') {
    return { ...head, kind: 'left-out', reason: 'it has no text' };
  }
  return {
    ...head,
    kind: 'post',
    title,
    slug: fileSlug(childText(item, 'wp:post_name')) || plainSlug(title) || `post-${idOf(item)}`,
    ...statusOf(item),
    date: dateOf(item),
    formerPaths: formerPathsOf(item),
    load: () => load(item, title, blog, options),
  };
}

function load(item: XmlNode, title: string, blog: Blog, { author }: ReadOptions): SourcePost {
  const { content, notes } = bodyOf(item, blog);
  const [coverId = ''] = metaOf(item, '_thumbnail_id');
  const cover = blog.pictures.get(coverId);
  const isLost = cover === undefined && /^[1-9]/.test(coverId);
  const creator = childText(item, 'dc:creator');
  return {
    draft: {
      title,
      content,
      description: htmlText(childText(item, 'excerpt:encoded')) || htmlDescription(content),
      author: blog.authors.get(creator) || creator || author,
      tags: tagsOf(item),
      coverImage: cover?.url ?? null,
      coverImageCaption: cover === undefined ? null : htmlText(cover.caption),
    },
    format: 'html',
    base: '/',
    adjust: showBlocks,
    notes: [
      ...(isLost ? [lost(`Its cover, of which the export contains only the id ${coverId}.`)] : []),
      ...notes,
      ...fieldNotes(item),
    ],
  };
}

function bodyOf(item: XmlNode, blog: Blog) {
  const written = childText(item, 'content:encoded').replace(/\r\n?/g, '\n');
  const noted = withFootnotes(written, metaOf(item, 'footnotes')[0]);
  const source = withReusableBlocks(noted, blog.blocks);
  const shortcodes = convertShortcodes(source, { pictures: blog.pictures, post: idOf(item) });
  const { html, notes } = withoutBlockComments(shortcodes.text);
  // Text between the blocks is that of the classic editor.
  const isWhole = source.includes('<!-- wp:') && detectFormat(html) === 'html';
  return { content: isWhole ? html : autop(html), notes: [...shortcodes.notes, ...notes] };
}
