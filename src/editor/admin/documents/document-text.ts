import { LIMITS } from '../../../posts/fields.ts';
import type { convertHtml } from '../writing/paste-converter.ts';
import type { ReadDocument } from './document.ts';

type TextOptions = {
  convert: typeof convertHtml;
  /** The number of the first footnote. */
  firstNote: number;
  /** Returns what stands for a picture in the text until it is uploaded and written. */
  place: (index: number, write: (url: string) => string) => string;
};

/** Bounded: a hostile text may be a single line of many MB. */
const PICTURE =
  /!\[(?:\\.|\[[^\]\n]{0,200}\]|[^\]\\]){0,2000}\]\(<?document-picture:(\d+)[^)\n]*\)(?:\{[^{}\n]{0,2000}\})?|^ {0,3}\[[^\]\n]{1,200}\]: *<?document-picture:(\d+).*|<img\b[^>]{0,2000}\bdocument-picture:(\d+)[^>]*>/gim;

/** Code; and what a picture, a definition or HTML names, in brackets or quotation marks where it has spaces. */
const NAMED =
  /^ {0,3}(?<fence>`{3,}|~{3,})[\s\S]*?^ {0,3}\k<fence>|(?<ticks>`+)[^`]*\k<ticks>(?!`)|(?<before>!\[(?:\\.|\[[^\]\n]{0,200}\]|[^\]\\]){0,2000}\]\(\s*<?|^ {0,3}\[[^\]\n]{1,200}\]: *<?|<img\b[^>]{0,2000}\bsrc=["'])(?<url>(?<=<)[^<>\n]+|(?<=["'])[^"'\n]+|[^\s()<>"']+(?:\([^\s()]*\)[^\s()<>"']*)*)/gm;

const IS_ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/|#)/i;

/** A Markdown document with the pictures that were opened beside it, found by their names: a letter may be written in two ways. */
export function withPictures(document: ReadDocument, pictures: File[]): ReadDocument {
  if ('html' in document.text || pictures.length === 0) return document;
  const names = pictures.map(({ name }) => name.normalize('NFC'));
  const markdown = document.text.markdown.replace(NAMED, (written: string, ...matched) => {
    const { before, url = '' } = matched.at(-1) as Record<string, string | undefined>;
    const index = IS_ELSEWHERE.test(url) ? -1 : names.indexOf(nameOf(url));
    return before === undefined || index === -1 ? written : `${before}document-picture:${index}`;
  });
  return { ...document, text: { markdown }, pictures };
}

function nameOf(url: string): string {
  const name = url.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
  try {
    return decodeURIComponent(name).normalize('NFC');
  } catch {
    return name.normalize('NFC');
  }
}

/**
 * Whether a document is certainly longer than a post can be. Its conversion stops the page, which takes minutes for the largest;
 * markup is twice as long as its text at most where it is worth converting.
 */
export function isFarTooLong({ text }: Pick<ReadDocument, 'text'>): boolean {
  return ('html' in text ? text.html : text.markdown).length > 2 * LIMITS.content;
}

/** The title and the Markdown of a document, and what of it is left out. */
export function documentText(
  { title, text }: Pick<ReadDocument, 'title' | 'text'>,
  { convert, firstNote, place }: TextOptions,
): { title: string; markdown: string; notice: string } {
  const placePicture = ({ src }: { src: string }) =>
    src.startsWith('document-picture:') ? { src } : null;
  const converted = 'html' in text ? convert(text.html, { firstNote, place: placePicture }) : null;
  const markdown = 'html' in text ? (converted?.text ?? '') : text.markdown;
  const taken = takeTitle(markdown);
  const isTitled = title === '' || title === taken.title;
  const body = (isTitled ? taken.text : markdown).trim();
  const placed = (written: string, ofImage?: string, ofDefinition?: string, ofHtml?: string) =>
    place(Number(ofImage ?? ofDefinition ?? ofHtml), (url) =>
      written.replace(/document-picture:\d+/, () => url),
    );
  return {
    title: isTitled ? taken.title : title,
    notice: converted?.notice ?? '',
    // The search takes a minute in a hostile text.
    markdown: body.includes('document-picture:') ? body.replace(PICTURE, placed) : body,
  };
}

/** Takes a heading of the first level off the start of a text, if no other has that level. */
function takeTitle(markdown: string): { title: string; text: string } {
  const [heading = '', title = ''] = /^\s*# +(.+?)[ #]*(?:\r?\n\s*|$)/.exec(markdown) ?? [];
  const text = markdown.slice(heading.length);
  const isOnly = !/^# /m.test(text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, ''));
  return isOnly ? { title: title.trim(), text } : { title: '', text: markdown };
}
