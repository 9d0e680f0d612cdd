import { asciiSlug } from '../../posts/authors/authors.ts';
import { detectFormat } from '../../rendering/body.ts';
import { toIsoDate, withOffset } from '../dates.ts';
import { decodeText, readBytes } from '../files.ts';
import {
  asDraft,
  leftOut,
  listed,
  originsOf,
  type PostItem,
  SourceError,
  type SourceItem,
  type SourcePost,
  type SourceReader,
  UNTITLED,
} from '../source.ts';
import { fileSlug, htmlDescription, htmlText } from '../text.ts';
import { autop } from './autop.ts';
import { showBlocks, withFootnotes, withoutBlockComments, withReusableBlocks } from './blocks.ts';
import { convertShortcodes, type WordpressPicture } from './shortcodes.ts';
import { childrenOf, childText, parseWxr, type XmlNode } from './wxr.ts';

export const readWordpress: SourceReader = async (files, options) => {
  const channels: XmlNode[] = [];
  let faults = 0;
  for (const path of files.paths.filter((file) => /\.(?:xml|wxr)$/i.test(file))) {
    const bytes = await readBytes(files, path);
    // Enough to tell, in any encoding.
    const head = bytes.subarray(0, 100_000).toString('latin1').replaceAll('\0', '');
    if (!/wordpress\.org\/export\/|<wp:wxr_version/.test(head)) continue;
    const parsed = parseWxr(decodeText(bytes));
    channels.push(parsed.channel);
    faults += parsed.faults;
  }
  const [channel] = channels;
  if (channel === undefined) return null;
  // Parts of one site may have been exported by http and by https.
  const hosts = channels.map((part) => urlOf(part).replace(/^https?:\/\/(?:www\.)?|\/$/g, ''));
  const sites = [...new Set(hosts)].join(', ');
  if (sites.includes(', ')) {
    throw new SourceError(`These are exports of several sites. Import one at a time: ${sites}.`);
  }
  const blog = toBlog(channels);
  const posts = blog.items.filter(
    (item) => /^(?:post|page)$/.test(typeOf(item)) && childText(item, 'wp:status') !== 'auto-draft',
  );
  const urls = ['wp:base_blog_url', 'link'].map((name) => childText(channel, name));
  return {
    system: 'wordpress',
    files,
    items: posts.map((item) => toItem(item, blog, options.author)),
    notes: faults === 0 ? [] : [`${faults} ${FAULTS}`],
    origins: originsOf(options.siteUrl, ...urls),
  };
};

const FAULTS =
  'places in the file are not valid XML (such as a lone & or a control character) and were read as meant.';

function urlOf(channel: XmlNode): string {
  return childText(channel, 'wp:base_blog_url') || childText(channel, 'link');
}

function typeOf(item: XmlNode): string {
  return childText(item, 'wp:post_type') || 'post';
}

function idOf(item: XmlNode): string {
  return childText(item, 'wp:post_id');
}

function metaOf(item: XmlNode, key: string): string[] {
  return childrenOf(item, 'wp:postmeta')
    .filter((meta) => childText(meta, 'wp:meta_key') === key)
    .map((meta) => childText(meta, 'wp:meta_value'));
}

type Blog = ReturnType<typeof toBlog>;

function toBlog(channels: readonly XmlNode[]) {
  const all = channels.flatMap((channel) => childrenOf(channel, 'item'));
  const first = new Map(all.toReversed().map((item) => [idOf(item), item]));
  // Exports of one site may overlap.
  const items = all.filter((item) => idOf(item) === '' || first.get(idOf(item)) === item);
  const byType = Map.groupBy(items, typeOf);
  const authors = channels.flatMap((channel) => childrenOf(channel, 'wp:author'));
  return {
    url: channels.map(urlOf)[0] ?? '',
    items,
    /** Names that are shown, by login. */
    authors: new Map(
      authors.map((author) => [
        childText(author, 'wp:author_login'),
        htmlText(childText(author, 'wp:author_display_name')),
      ]),
    ),
    /** Texts of reusable blocks, by id; WordPress shows none that is in its trash, a draft or has a password. */
    blocks: new Map(
      (byType.get('wp_block') ?? [])
        .filter((item) => statusOf(item).status === 'published')
        .map((item) => [idOf(item), childText(item, 'content:encoded')]),
    ),
    pictures: new Map(byType.get('attachment')?.map((item) => [idOf(item), toPicture(item)])),
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

function toItem(item: XmlNode, blog: Blog, author?: string): SourceItem {
  const title = htmlText(childText(item, 'title')) || UNTITLED;
  const reason =
    (childText(item, 'wp:status') === 'trash' && 'it is in the WordPress trash') ||
    (childText(item, 'content:encoded') === '' && 'it has no text');
  if (reason) return leftOut(title, 'skipped', reason);
  const id = idOf(item) || childText(item, 'guid') || childText(item, 'link');
  const load = (): SourcePost => {
    const { content, notes } = bodyOf(item, blog);
    const [coverId = ''] = metaOf(item, '_thumbnail_id');
    const cover = blog.pictures.get(coverId);
    if (cover === undefined && /^[1-9]/.test(coverId)) {
      notes.unshift(`Its cover, of which the export contains only the id ${coverId}.`);
    }
    const creator = childText(item, 'dc:creator');
    const draft = {
      title,
      content,
      description: htmlText(childText(item, 'excerpt:encoded')) || htmlDescription(content),
      author: blog.authors.get(creator) || creator || author,
      tags: tagsOf(item),
      coverImage: cover?.url ?? null,
      coverImageCaption: htmlText(cover?.caption ?? ''),
    };
    notes.push(...fieldNotes(item));
    return { draft, format: 'html', base: '/', adjust: showBlocks, notes };
  };
  return {
    kind: 'post',
    key: `wordpress:${blog.url}#${id}`,
    label: title,
    title,
    slug: fileSlug(childText(item, 'wp:post_name')) || asciiSlug(title) || `post-${idOf(item)}`,
    ...statusOf(item),
    date: dateOf(item),
    formerPaths: formerPathsOf(item),
    load,
  };
}

function statusOf(item: XmlNode): Pick<PostItem, 'status' | 'notes'> {
  const status = childText(item, 'wp:status');
  if (status === 'private') return asDraft('It was private');
  if (status !== 'publish' && status !== 'future') return { status: 'draft', notes: [] };
  if (childText(item, 'wp:post_password') !== '') return asDraft('It was password-protected');
  if (typeOf(item) === 'page') return asDraft('It was a page outside the blog');
  const isHidden = /"blockVisibility":\s*false/.test(childText(item, 'content:encoded'));
  if (isHidden) return asDraft('A part of it was hidden');
  return { status: 'published', notes: [] };
}

/** Minutes: clocks of Kiribati. One date without the other may have been edited. */
const MAX_OFFSET = 14 * 60;

/** Returns the date with the offset of the former site, which follows from its two dates; null for drafts. */
function dateOf(item: XmlNode): string | null {
  if (!/^(?:publish|future|private)$/.test(childText(item, 'wp:status'))) return null;
  // The date in UTC may be `0000-00-00 00:00:00`.
  const [utc, local] = ['wp:post_date_gmt', 'wp:post_date'].map((name) =>
    toIsoDate(childText(item, name).replace(/^0000.*/, '')),
  );
  const instant = utc ?? local ?? null;
  const minutes = (Date.parse(local ?? '') - Date.parse(instant ?? '')) / 60_000;
  const isOffset = Number.isInteger(minutes) && Math.abs(minutes) <= MAX_OFFSET;
  return isOffset && instant !== null ? withOffset(instant, minutes) : instant;
}

const DAY = /\/\d{4}\/\d{2}(?:\/\d{2})?\//;

/** The permalink, and those by the slugs and dates that the post had before. `/?p=1` is the home page, also of a blog in a folder, which is never redirected. */
function formerPathsOf(item: XmlNode): string[] {
  const { pathname: path = '/', search = '' } = URL.parse(childText(item, 'link')) ?? {};
  if (path === '/' || /^\?(?:p|page_id|attachment_id)=/.test(search)) return [];
  const name = childText(item, 'wp:post_name');
  const slugs = name !== '' && path.includes(`/${name}`) ? metaOf(item, '_wp_old_slug') : [];
  const bySlug = slugs.flatMap((slug) => (slug ? path.replace(`/${name}`, `/${slug}`) : []));
  const byDate = metaOf(item, '_wp_old_date').map((date) =>
    path.replace(DAY, ({ length }) => `/${date.replaceAll('-', '/').slice(0, length - 2)}/`),
  );
  return [path, ...bySlug, ...byDate];
}

function bodyOf(item: XmlNode, { blocks, pictures }: Blog) {
  const written = childText(item, 'content:encoded').replace(/\r\n?/g, '\n');
  const source = withReusableBlocks(withFootnotes(written, metaOf(item, 'footnotes')[0]), blocks);
  const shortcodes = convertShortcodes(source, pictures, idOf(item));
  const { html, notes } = withoutBlockComments(shortcodes.text);
  // Text between the blocks is that of the classic editor.
  const isWhole = source.includes('<!-- wp:') && detectFormat(html) === 'html';
  return { content: isWhole ? html : autop(html), notes: [...shortcodes.notes, ...notes] };
}

/** Tags, then categories without "Uncategorized". */
function tagsOf(item: XmlNode): string[] {
  const named = (domain: string) =>
    childrenOf(item, 'category')
      .filter(({ attributes }) => attributes.domain === domain)
      .map(({ text }) => htmlText(text));
  const categories = named('category').filter((term) => !/^uncategori[sz]ed$/i.test(term));
  return [...named('post_tag'), ...categories];
}

function fieldNotes(item: XmlNode): string[] {
  const comments = childrenOf(item, 'wp:comment').length;
  const fields = childrenOf(item, 'wp:postmeta')
    .map((meta) => childText(meta, 'wp:meta_key'))
    .filter((key) => !/^_|^footnotes$/.test(key));
  const left = [];
  if (comments > 0) left.push(`comments by readers: ${comments}`);
  if (fields.length > 0) left.push(`custom fields (${fields.join(', ')})`);
  return listed('WordPress fields', left);
}
