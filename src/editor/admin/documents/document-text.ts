import type { convertHtml } from '../writing/paste-converter.ts';

export type ReadDocument = {
  title: string;
  description: string;
  author: string;
  tags: string[];
  text: { html: string } | { markdown: string };
  /** The text has each by its name. */
  pictures: File[];
};

/** Its message is for the writer. */
export class UnreadableDocumentError extends Error {}

type TextOptions = {
  convert: typeof convertHtml;
  firstNote: number;
  place: (picture: File, write: (url: string) => string) => string;
};

/**
 * Code; else a picture, a definition or an `img` with the URL that it names, in brackets or quotation marks where that has
 * spaces. Bounded: a hostile text may be a single line of many MB.
 */
const PICTURE =
  /^ {0,3}(?<fence>`{3,}|~{3,})[\s\S]*?^ {0,3}\k<fence>|(?<ticks>`+)[^`]*\k<ticks>(?!`)|(?<before>!\[(?:\\.|\[[^\]\n]{0,200}\]|[^\]\\]){0,2000}\]\(\s*<?|^ {0,3}\[[^\]\n]{1,200}\]: *<?|<img\b[^>]{0,2000}\bsrc=["'])(?<url>(?<=<)[^<>\n]+|(?<=["'])[^"'\n]+|[^\s()<>"']+(?:\([^\s()]*\)[^\s()<>"']*)*)(?<after>>?(?:\s+"[^"\n]{0,2000}")?\s*\)(?:\{[^{}\n]{0,2000}\})?|["'][^>\n]{0,2000}>|.*)/gm;

const IS_ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/|#)/i;

export function documentText(
  { title, text, pictures }: Pick<ReadDocument, 'title' | 'text' | 'pictures'>,
  { convert, firstNote, place }: TextOptions,
): { title: string; markdown: string; notice: string } {
  const converted =
    'html' in text ? convert(text.html, { firstNote, place: ({ src }) => ({ src }) }) : null;
  const markdown = 'html' in text ? (converted?.text ?? '') : text.markdown;
  const taken = takeTitle(markdown);
  const isTitled = title === '' || title === taken.title;
  const body = (isTitled ? taken.text : markdown).trim();
  const names = pictures.map(({ name }) => name.normalize('NFC'));
  const placed = (written: string, ...matched: unknown[]) => {
    const { before, url = '', after } = matched.at(-1) as Record<string, string | undefined>;
    const picture = IS_ELSEWHERE.test(url) ? undefined : pictures[names.indexOf(nameOf(url))];
    if (before === undefined || picture === undefined) return written;
    return place(picture, (address) => before + address + after);
  };
  return {
    title: isTitled ? taken.title : title,
    notice: converted?.notice ?? '',
    // The search takes a minute in a hostile text.
    markdown: pictures.length === 0 ? body : body.replace(PICTURE, placed),
  };
}

/** A letter may be written in two ways. */
function nameOf(url: string): string {
  const name = url.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
  try {
    return decodeURIComponent(name).normalize('NFC');
  } catch {
    return name.normalize('NFC');
  }
}

/** Takes a heading of the first level off the start of a text, if no other has that level. */
function takeTitle(markdown: string): { title: string; text: string } {
  const [heading = '', title = ''] = /^\s*# +(.+?)[ #]*(?:\r?\n\s*|$)/.exec(markdown) ?? [];
  const text = markdown.slice(heading.length);
  const isOnly = !/^# /m.test(text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, ''));
  return isOnly ? { title: title.trim(), text } : { title: '', text: markdown };
}
