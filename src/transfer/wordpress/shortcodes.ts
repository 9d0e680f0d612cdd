import { LIMITS } from '../../posts/post.ts';
import { listed, type Note } from '../source.ts';
import { escapeHtml } from '../text.ts';
import { replaceDelimited } from './delimited.ts';

/** A picture of the media library of WordPress. */
export type WordpressPicture = { url: string; alt: string; caption: string };

type ShortcodeContext = {
  /** A picture by the id of its attachment. */
  picture: (id: string) => WordpressPicture | undefined;
  /** Ids of the pictures that were uploaded to this post. */
  ownPictures: readonly string[];
};

/** Shortcodes with a closing tag. Those in the second line are code in a language, by its name. */
const ENCLOSING = `caption wp_caption embed code sourcecode audio video latex
  bash css cpp java javascript matlab perl php python r ruby sql xml`.split(/\s+/);
const CLOSING = new Map(ENCLOSING.map((name) => [name, new RegExp(`\\[/${name}\\]`, 'gi')]));
const ENCLOSED = {
  opening: new RegExp(`(?<!\\[)\\[(${ENCLOSING.join('|')})(?=[\\s\\]])([^\\]]{0,2000})\\]`, 'gi'),
  closing: ([, name = '']: RegExpExecArray) => CLOSING.get(name.toLowerCase()) as RegExp,
};
const SINGLE = /(?<!\[)\[(gallery|audio|video|embed|playlist)(?=[\s\]/])([^\]]{0,2000})\]/gi;
/** The form of WordPress.com: `[youtube https://…]`. */
const EMBEDDED =
  /(?<!\[)\[(?:youtube|vimeo|gist|tweet|soundcloud|instagram|dailymotion)[ =]\s*"?(https?:\/\/[^\s\]"]{1,2000})[^\]\n]{0,200}\]/gi;
/** Shortcodes of plugins: only attributes or a closing tag distinguish them from words in brackets. */
const OTHER = /(?<!\[)\[([a-z][\w-]{1,40})(\s+[\w-]+=[^\]]{0,1000})?\s*\/?\]/gi;
const END_OF_OTHER = /\[\/([a-z][\w-]{1,40})\]/gi;

/** WordPress shows `[[gallery]]` as `[gallery]`. */
const ESCAPED = /\[(\[(?:caption|gallery|playlist|audio|video|embed|code)\b[^[\]]{0,2000}\])\]/gi;
/** The form of WordPress.com and Jetpack, with its size and colours behind it. */
const LATEX = /\$latex\s((?:[^$\\]|\\[^\0]){1,5000})\$/g;

/** Replaces the shortcodes of WordPress itself by what they stand for, and notes those of plugins, which stay. */
export function convertShortcodes(
  text: string,
  context: ShortcodeContext,
): { text: string; notes: Note[] } {
  const [lost, missing] = [new Set<string>(), new Set<string>()];
  let added = 0;
  const typeset = text.replace(LATEX, (_whole, tex: string) =>
    formula(tex.replace(/(?:&(?:amp;|#0?38;)?(?:s|bg|fg)=[\w-]+)+\s*$/, '')),
  );
  const converted = replaceDelimited(typeset, ENCLOSED, ([, name = '', attributes = ''], inside) =>
    enclosing(name.toLowerCase(), parseAttributes(attributes), inside),
  )
    .replace(EMBEDDED, (whole, url: string) => link(url.replace(/&amp;/g, '&')) ?? whole)
    .replace(SINGLE, (whole, name: string, attributes: string) => {
      const parsed = parseAttributes(attributes);
      const html =
        name.toLowerCase() === 'gallery' ? gallery(parsed, context, missing) : player(name, parsed);
      // Each of many galleries may show all pictures of a post.
      added += html?.length ?? 0;
      if (html === null || added > LIMITS.content) lost.add(name);
      return added > LIMITS.content ? whole : (html ?? whole);
    });
  const closed = new Set([...converted.matchAll(END_OF_OTHER)].map(([, name]) => name));
  for (const [whole, name = '', attributes] of converted.matchAll(OTHER)) {
    if (attributes !== undefined || closed.has(name) || whole.endsWith('/]')) lost.add(name);
  }
  const notes = [
    ...listed('lost', 'Shortcodes stay in the text unchanged', lost, 20),
    ...listed('lost', 'Gallery pictures that are missing in the export', missing, 20),
  ];
  return { text: converted.replace(ESCAPED, '$1'), notes };
}

type Attributes = ReadonlyMap<string, string>;

function enclosing(name: string, attributes: Attributes, content: string): string | null {
  switch (name) {
    case 'caption':
    case 'wp_caption':
      return caption(attributes, content);
    case 'embed':
      return link(content.trim());
    case 'code':
    case 'sourcecode': {
      const language =
        attributes.get('language') ?? attributes.get('lang') ?? attributes.get('') ?? '';
      const named = /^[\w#+.-]+$/.test(language) ? ` class="language-${language}"` : '';
      const code = /&(?:lt|gt|amp);/.test(content) ? content : escapeHtml(content);
      return `<pre><code${named}>${code.replace(/^\r?\n/, '')}</code></pre>`;
    }
    case 'audio':
    case 'video':
      return player(name, attributes);
    case 'latex':
      return formula(content);
    default:
      return enclosing('code', new Map([['', name], ...attributes]), content);
  }
}

/** TeX, its entities as they are, on one line: the paragraphs of the classic editor are made of lines. */
export function formula(tex: string): string {
  return `<code data-science="math">${tex.trim().replace(/\s+/g, ' ')}</code>`;
}

/** The picture, with its link, comes first; the text behind it is the caption. */
function caption(attributes: Attributes, content: string): string {
  const [, picture, text = ''] =
    /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(content) ?? [];
  const words = (attributes.get('caption') ?? text).trim();
  if (picture === undefined) return content;
  const below = words === '' ? '' : `<figcaption>${words}</figcaption>`;
  return `\n\n<figure>${picture}${below}</figure>\n\n`;
}

function gallery(
  attributes: Attributes,
  { picture, ownPictures }: ShortcodeContext,
  missing: Set<string>,
): string | null {
  const ids = attributes.get('ids') ?? attributes.get('include');
  const chosen = ids === undefined ? ownPictures : ids.split(',').map((id) => id.trim());
  for (const id of chosen) if (picture(id) == null) missing.add(id);
  const shown = chosen.flatMap((id) => picture(id) ?? []);
  if (shown.length === 0) return null;
  return `\n\n${shown.map(figureOf).join('\n')}\n\n`;
}

function figureOf({ url, alt, caption: words }: WordpressPicture): string {
  const below = words === '' ? '' : `<figcaption>${words}</figcaption>`;
  return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">${below}</figure>`;
}

const SOURCES = ['src', 'mp3', 'mp4', 'm4a', 'm4v', 'ogg', 'ogv', 'wav', 'webm', 'flac'];

function player(name: string, attributes: Attributes): string | null {
  // Before version 3.6, the URL alone, with options behind a bar.
  const alone = attributes.get('')?.replace(/\|.*/s, '');
  const src =
    SOURCES.map((key) => attributes.get(key)).find((each) => each !== undefined) ??
    (/^audio|^video/i.test(name) && URL.canParse(alone ?? '') ? alone : undefined);
  if (src === undefined)
    return name.toLowerCase() === 'embed' ? link(attributes.get('') ?? '') : null;
  const tag = name.toLowerCase() === 'audio' ? 'audio' : 'video';
  const poster = tag === 'video' ? (attributes.get('poster') ?? '') : '';
  const shown = poster === '' ? '' : ` poster="${escapeHtml(poster)}"`;
  return `\n\n<figure><${tag} controls src="${escapeHtml(src)}"${shown}></${tag}></figure>\n\n`;
}

export function link(url: string): string | null {
  if (!/^https?:\/\/\S+$/.test(url)) return null;
  return `\n\n<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>\n\n`;
}

function parseAttributes(text: string): Attributes {
  const found = text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|([^\s"'=]+)/g);
  return new Map(
    [...found].map(([, name, double, single, bare, alone]) => [
      name?.toLowerCase() ?? '',
      double ?? single ?? bare ?? alone ?? '',
    ]),
  );
}
