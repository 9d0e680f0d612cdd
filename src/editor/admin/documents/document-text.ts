import { LIMITS } from '../../../posts/post.ts';
import type { BodyFormat } from '../../../rendering/body.ts';
import type { Refusal } from '../../../science/references/read-record.ts';
import { htmlText } from '../inserting/block-syntax.ts';
import type { convertHtml } from '../writing/paste-converter.ts';
import type { NewPicture } from '../writing/picture-uploads.ts';
import { MARK, type Mark, ONLY_IN_NOTEBOOKS, type ReadDocument } from './document.ts';

type TextOptions = {
  convert: typeof convertHtml;
  /** The line of the form on which the text will begin. */
  firstLine: number;
  /** The number of the first footnote. */
  firstNote: number;
  /** Returns what stands for a picture in the text until it is uploaded. */
  place: (index: number, picture: PlacedPicture, format: BodyFormat) => string;
};

type PlacedPicture = Pick<NewPicture, 'alt' | 'write'>;

/** In Markdown, with citations in its words, or in HTML. Bounded: a hostile text may be a single line of many MB. */
const PICTURE =
  /!\[(?:\\.|\[[^\]\n]{0,200}\]|[^\]\\]){0,2000}\]\(<?document-picture:(\d+)[^)\n]*\)|<img\b[^>]{0,2000}\bdocument-picture:(\d+)[^>]*>/gi;

/**
 * Whether a document is certainly longer than a post can be. Its conversion stops the page, which takes minutes for the largest;
 * markup is twice as long as its text at most where it is worth converting.
 */
export function isFarTooLong({ text, marks }: Pick<ReadDocument, 'text' | 'marks'>): boolean {
  const parts = [
    'html' in text ? text.html : text.markdown,
    ...marks.map((mark) => (mark.kind === 'table' ? mark.html : '')),
  ];
  return parts.reduce((length, part) => length + part.length, 0) > 2 * LIMITS.content;
}

/** The title and the Markdown of a document, and what it lost, by the lines of that Markdown. */
export function documentText(
  { title, text, marks }: Pick<ReadDocument, 'title' | 'text' | 'marks'>,
  { convert, firstLine, firstNote, place }: TextOptions,
): { title: string; markdown: string; losses: Refusal[] } {
  const options = { format: 'markdown', firstNote } as const;

  function readHtml(html: string) {
    return convert(html, {
      ...options,
      place: ({ src, alt }, format) => {
        const [, index] = /^document-picture:(\d+)$/.exec(src) ?? [];
        return index === undefined ? null : { source: place(Number(index), { alt }, format) };
      },
    });
  }

  /** Pictures as they are written, but for their addresses. */
  function withPictures(markdown: string): string {
    return markdown.replace(PICTURE, (written: string, ofMarkdown, ofHtml) => {
      const write = (address: string) => written.replace(/document-picture:\d+/, () => address);
      const format = ofHtml === undefined ? 'markdown' : 'html';
      return place(Number(ofMarkdown ?? ofHtml), { alt: '', write }, format);
    });
  }

  function written(mark: Mark): string | null {
    if (mark.kind === 'lost') return null;
    if (mark.kind === 'markdown') return mark.text;
    const table = convert(mark.html, { ...options, place: () => null })?.text ?? '';
    // A data frame is a table; what holds more is a program's own page.
    const isTable = /^(?:\||<table)/.test(table) && !/<(?:script|svg|input)\b/i.test(mark.html);
    const lost = { kind: 'lost', what: ONLY_IN_NOTEBOOKS } as const;
    return isTable ? table : `${mark.otherwise}\n\n\u{E000}${all.push(lost) - 1}\u{E001}`;
  }

  const all = [...marks];
  const texts = marks.map(written);
  const source = 'html' in text ? readHtml(text.html) : null;
  const markdown = 'html' in text ? (source?.text ?? '') : text.markdown;
  const filled = markdown
    // A formula alone in its paragraph gets lines of its own.
    .replace(/^\u{E000}(\d+)\u{E001}$/gmu, (mark, number) =>
      (texts[number] ?? mark).replace(/^\$\$(.*)\$\$$/s, '$$$$\n$1\n$$$$'),
    )
    .replace(/^<.*$/gm, (line) =>
      line.replace(MARK, (mark, number) => inMarkup(texts[number] ?? mark)),
    )
    .replace(MARK, (mark, number) => texts[number] ?? mark);
  const taken = takeTitle(filled);
  const isTitled = title === '' || title === taken.title;
  const shown = (isTitled ? taken.text : filled).trim();
  const { lines, losses } = withoutLost(shown, all, firstLine);
  const dropped = (source?.dropped ?? []).map((what) => ({
    line: firstLine,
    message: `Everywhere: ${what}.`,
  }));
  return {
    title: isTitled ? taken.title : title,
    markdown: withPictures(lines.join('\n').trim()),
    losses: [...dropped, ...losses],
  };
}

/** Within a table that is written as HTML, Markdown is not read. */
function inMarkup(text: string): string {
  const [, formula] = /^\$+(.*?)\$+$/s.exec(text) ?? [];
  if (formula === undefined) return text;
  return `<code data-science="math">${htmlText(formula)}</code>`;
}

/** Takes out the marks of what is lost, with the lines on which nothing else stands. */
function withoutLost(text: string, marks: readonly Mark[], firstLine: number) {
  const lines: string[] = [];
  const losses: Refusal[] = [];
  let isGone = false;
  for (const line of text.split('\n')) {
    const rest = line.replace(MARK, (_, index) => {
      const mark = marks[index];
      const what = mark?.kind === 'lost' ? mark.what : '';
      const number = firstLine + lines.length;
      losses.push({ line: number, message: `Line ${number}: ${what}.` });
      return '';
    });
    const isEmptied = rest !== line && rest.trim() === '';
    if (!isEmptied && !(isGone && rest === '')) lines.push(rest);
    isGone = isEmptied;
  }
  return { lines, losses };
}

/** Takes a heading of the first level off the start of a text, if no other has that level. */
function takeTitle(markdown: string): { title: string; text: string } {
  const [heading = '', title = ''] = /^\s*# +(.+?)[ #]*(?:\r?\n\s*|$)/.exec(markdown) ?? [];
  const text = markdown.slice(heading.length);
  const isOnly = !/^# /m.test(text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, ''));
  if (!isOnly) return { title: '', text: markdown };
  const lost = title.match(MARK)?.join('') ?? '';
  return { title: title.replace(MARK, '').trim(), text: (lost && `${lost}\n\n`) + text };
}
