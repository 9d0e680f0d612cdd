import { LIMITS } from '../../posts/post.ts';
import { isPicturePath } from '../pictures.ts';
import { listed, type Note } from '../source.ts';
import { applyEdits, type Edit, escapeHtml } from '../text.ts';

/** A picture of the media library of WordPress. */
export type WordpressPicture = {
  url: string;
  alt: string;
  caption: string;
  /** The id of the post that it was uploaded to. */
  post: string;
};

/** By the ids of their attachments. */
export type WordpressPictures = ReadonlyMap<string, WordpressPicture>;

type Context = {
  pictures: WordpressPictures;
  /** The id of the post. */
  post: string;
  /** Ids of pictures that the export does not have. */
  missing: Set<string>;
};

type Attributes = ReadonlyMap<string, string>;

type Shortcode = {
  name: string;
  attributes: Attributes;
  /** What it encloses; undefined without an end. */
  inside: string | undefined;
};

/** A shortcode, or its end. WordPress shows `[[gallery]]` as `[gallery]`. */
const SHORTCODE = /(\[?)\[(\/?)([a-z][\w-]{1,40})(?=[\s\]/])([^[\]]{0,2000}?)(\/?)\](\]?)/gi;
/** The form of Jetpack, with its size and colours behind it. */
const LATEX = /\$latex\s((?:[^$\\]|\\[^\0]){1,5000})\$/g;

/** Replaces the shortcodes of WordPress itself by what they stand for, and notes those of plugins, which stay. */
export function convertShortcodes(
  source: string,
  { pictures, post }: Omit<Context, 'missing'>,
): { text: string; notes: Note[] } {
  const text = source.replace(LATEX, (_whole, tex: string) => {
    const plain = tex.replace(/(?:&(?:amp;|#0?38;)?(?:s|bg|fg)=[\w-]+)+\s*$/, '');
    return `<code data-science="math">${plain.trim().replace(/\s+/g, ' ')}</code>`;
  });
  const codes = [...text.matchAll(SHORTCODE)];
  const ends = nextEnds(codes);
  const [lost, missing] = [new Set<string>(), new Set<string>()];
  let added = 0;
  const edits = codes.flatMap((code, index): Edit[] => {
    const [whole, before, slash, name = '', list = '', , after] = code;
    const [start, end] = [code.index, ends[index]];
    const next = start + whole.length;
    if (before && after) return [{ start, end: next, text: whole.slice(1, -1) }];
    if (slash) return [];
    const inside = end && text.slice(next, end.index);
    const shortcode = { name: name.toLowerCase(), attributes: parseAttributes(list), inside };
    const html = convert(shortcode, { pictures, post, missing });
    // Each of many galleries may show all pictures of a post.
    added += html?.length ?? 0;
    if (html !== null && added <= LIMITS.content) {
      return [{ start, end: end ? end.index + end[0].length : next, text: html }];
    }
    if (isShortcode(code, end)) lost.add(name);
    return [];
  });
  const notes = [
    ...listed('lost', 'Shortcodes stay in the text unchanged', lost, 20),
    ...listed('lost', 'Gallery pictures that are missing in the export', missing, 20),
  ];
  return { text: applyEdits(text, edits), notes };
}

/** Only attributes or an end distinguish those of plugins from words in brackets. */
function isShortcode(
  [, , , name = '', list = '', closes]: RegExpExecArray,
  end?: unknown,
): boolean {
  const isOwn = /^(?:(?:wp_)?caption|embed|audio|video|gallery|playlist)$/i.test(name);
  return isOwn || Boolean(end) || closes !== '' || /^\s+[\w-]+=/.test(list);
}

/** The first end behind each shortcode of its name. */
function nextEnds(codes: readonly RegExpExecArray[]): (RegExpExecArray | undefined)[] {
  const next = new Map<string, RegExpExecArray>();
  return codes
    .toReversed()
    .map((code) => {
      const [, , slash, name = ''] = code;
      if (slash) next.set(name.toLowerCase(), code);
      return next.get(name.toLowerCase());
    })
    .toReversed();
}

/** Null for what stays. */
function convert({ name, attributes, inside }: Shortcode, context: Context): string | null {
  switch (name) {
    case 'caption':
    case 'wp_caption':
      return inside === undefined ? null : caption(attributes, inside);
    case 'embed':
      return link((inside ?? attributes.get('') ?? '').trim());
    case 'audio':
    case 'video':
      return player(name, attributes);
    case 'gallery':
      return gallery(attributes, context);
    default:
      return null;
  }
}

/** The picture, with its link, comes first; the text behind it is the caption. */
function caption(attributes: Attributes, content: string): string {
  const [, picture, text = ''] =
    /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(content) ?? [];
  if (picture === undefined) return content;
  return figure(picture, (attributes.get('caption') ?? text).trim());
}

/** @param words HTML */
function figure(content: string, words = ''): string {
  const below = words === '' ? '' : `<figcaption>${words}</figcaption>`;
  return `\n\n<figure>${content}${below}</figure>\n\n`;
}

/** The named pictures, else those that were uploaded to the post. */
function gallery(attributes: Attributes, { pictures, post, missing }: Context): string | null {
  const list = attributes.get('ids') ?? attributes.get('include');
  const ids = list?.split(',').map((id) => id.trim());
  for (const id of ids ?? []) if (!pictures.has(id)) missing.add(id);
  const shown =
    ids?.flatMap((id) => pictures.get(id) ?? []) ??
    [...pictures.values()].filter((picture) => picture.post === post && isPicturePath(picture.url));
  const figures = shown.map(({ url, alt, caption: words }) =>
    figure(`<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`, words),
  );
  return figures.join('') || null;
}

const SOURCES = ['src', 'mp3', 'mp4', 'm4a', 'm4v', 'ogg', 'ogv', 'wav', 'webm', 'flac'];

function player(tag: 'audio' | 'video', attributes: Attributes): string | null {
  // Before version 3.6, the URL stood alone.
  const src =
    SOURCES.map((key) => attributes.get(key)).find((url) => url !== undefined) ??
    URL.parse(attributes.get('') ?? '')?.href;
  if (src === undefined) return null;
  const poster = tag === 'video' ? (attributes.get('poster') ?? '') : '';
  const shown = poster === '' ? '' : ` poster="${escapeHtml(poster)}"`;
  return figure(`<${tag} controls src="${escapeHtml(src)}"${shown}></${tag}>`);
}

function link(url: string): string | null {
  if (!/^https?:\/\/\S+$/.test(url)) return null;
  return `\n\n<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>\n\n`;
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
