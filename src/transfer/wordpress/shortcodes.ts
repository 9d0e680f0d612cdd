import { LIMITS } from '../../posts/fields.ts';
import { h } from '../../text/hast.ts';
import { linkTo, printHtml } from '../html.ts';
import { isPicturePath } from '../pictures.ts';
import { listed } from '../source.ts';

export type WordpressPicture = {
  url: string;
  alt: string;
  caption: string;
  post: string;
};

type Attributes = ReadonlyMap<string, string>;

/** Shortcodes of WordPress itself, with what they enclose up to the next one of the name. WordPress shows `[[gallery]]` as `[gallery]`. */
const OWN =
  /(\[?)\[(caption|wp_caption|embed|audio|video|gallery|playlist)(?=[\s\]/])([^[\]]{0,2000}?)\/?\](?:((?:(?!\[\2[\s\]/])[\s\S])*?)\[\/\2\])?(\]?)/gi;
const ANY = /(?<!\[)\[(\/?)([a-z][\w-]{1,40})(?=[\s\]/])([^[\]]{0,2000}?)(\/?)\]/gi;
/** The form of Jetpack, with its size and colours behind it. */
const LATEX = /\$latex\s((?:[^$\\]|\\[^\0]){1,5000})\$/g;

/**
 * Notes those of plugins, which stay.
 *
 * @param pictures by the ids of their attachments
 */
export function convertShortcodes(
  source: string,
  pictures: ReadonlyMap<string, WordpressPicture>,
  post: string,
) {
  const [lost, missing] = [new Set<string>(), new Set<string>()];
  let added = 0;
  const plain = source.replace(LATEX, (_whole, tex: string) => {
    const formula = tex.replace(/(?:&(?:amp;|#0?38;)?(?:s|bg|fg)=[\w-]+)+\s*$/, '');
    return `<code data-science="math">${formula.trim().replace(/\s+/g, ' ')}</code>`;
  });
  const text = plain.replace(OWN, (whole, before, name: string, list, inside, after) => {
    if (before && after) return whole.slice(1, -1);
    const attributes = parseAttributes(list);
    const isGallery = name.toLowerCase() === 'gallery';
    const html = isGallery ? gallery(attributes) : convert(name.toLowerCase(), attributes, inside);
    // Each of many galleries may show all pictures of a post.
    added += html.length;
    if (html !== '' && added <= LIMITS.content) return html;
    lost.add(name);
    return whole;
  });

  function gallery(attributes: Attributes): string {
    const list = attributes.get('ids') ?? attributes.get('include');
    const ids = list?.split(',').map((id) => id.trim());
    for (const id of ids ?? []) if (!pictures.has(id)) missing.add(id);
    const shown =
      ids?.flatMap((id) => pictures.get(id) ?? []) ??
      [...pictures.values()].filter((one) => one.post === post && isPicturePath(one.url));
    return shown
      .map(({ url, alt, caption: words }) => figure(element('img', { src: url, alt }), words))
      .join('');
  }

  // Only attributes or an end distinguish those of plugins from words in brackets.
  const codes = [...text.matchAll(ANY)];
  const ends = new Set(codes.flatMap(([, slash, name]) => (slash ? name : [])));
  for (const [, slash, name = '', list = '', closes] of codes) {
    const isPlugin = ends.has(name) || closes || /^\s+[\w-]+=/.test(list);
    if (!slash && isPlugin && !OWN_NAME.test(name)) lost.add(name);
  }
  const notes: string[] = [
    ...listed('Shortcodes stay in the text unchanged', lost, 20),
    ...listed('Gallery pictures that are missing in the export', missing, 20),
  ];
  return { text, notes };
}

const OWN_NAME = /^(?:(?:wp_)?caption|embed|audio|video|gallery|playlist)$/i;

function convert(name: string, attributes: Attributes, inside?: string): string {
  if (name.endsWith('caption')) return inside === undefined ? '' : caption(attributes, inside);
  if (name === 'embed') return link((inside ?? attributes.get('') ?? '').trim());
  return name === 'audio' || name === 'video' ? player(name, attributes) : '';
}

/** The picture, with its link, comes first; the text behind it is the caption. */
function caption(attributes: Attributes, content: string): string {
  const [, picture, text = ''] =
    /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(content) ?? [];
  if (picture === undefined) return content;
  return figure(picture, (attributes.get('caption') ?? text).trim());
}

function figure(content: string, words = ''): string {
  const below = words === '' ? '' : `<figcaption>${words}</figcaption>`;
  return `\n\n<figure>${content}${below}</figure>\n\n`;
}

function element(tag: string, attributes: Record<string, string | boolean>): string {
  return printHtml([h(tag, attributes)]);
}

const SOURCES = ['src', 'mp3', 'mp4', 'm4a', 'm4v', 'ogg', 'ogv', 'wav', 'webm', 'flac'];

function player(tag: 'audio' | 'video', attributes: Attributes): string {
  // Before version 3.6, the URL stood alone.
  const src =
    SOURCES.map((key) => attributes.get(key)).find((url) => url !== undefined) ??
    URL.parse(attributes.get('') ?? '')?.href;
  const poster = (tag === 'video' && attributes.get('poster')) || false;
  return src === undefined ? '' : figure(element(tag, { controls: true, src, poster }));
}

function link(url: string): string {
  if (!/^https?:\/\/\S+$/.test(url)) return '';
  return `\n\n<p>${printHtml([linkTo(url)])}</p>\n\n`;
}

function parseAttributes(text: string): Attributes {
  const pairs = text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|([^\s"'=]+)/g);
  return new Map(
    [...pairs].map(([, name, double, single, bare, alone]) => [
      name?.toLowerCase() ?? '',
      double ?? single ?? bare ?? alone ?? '',
    ]),
  );
}
