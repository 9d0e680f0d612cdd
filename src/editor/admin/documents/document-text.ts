import { LIMITS } from '../../../posts/post.ts';
import type { BodyFormat } from '../../../rendering/body.ts';
import { htmlText } from '../inserting/block-syntax.ts';
import type { convertHtml } from '../writing/paste-converter.ts';
import type { NewPicture } from '../writing/picture-uploads.ts';
import { MARK, type ReadDocument } from './document.ts';

type TextOptions = {
  convert: typeof convertHtml;
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
export function isFarTooLong({ text }: Pick<ReadDocument, 'text'>): boolean {
  return ('html' in text ? text.html : text.markdown).length > 2 * LIMITS.content;
}

/** The title and the Markdown of a document. */
export function documentText(
  { title, text, marks }: Pick<ReadDocument, 'title' | 'text' | 'marks'>,
  { convert, firstNote, place }: TextOptions,
): { title: string; markdown: string } {
  function convertText(html: string): string | undefined {
    return convert(html, {
      format: 'markdown',
      firstNote,
      place: ({ src, alt }, format) => {
        const [, index] = /^document-picture:(\d+)$/.exec(src) ?? [];
        return index === undefined ? null : { source: place(Number(index), { alt }, format) };
      },
    })?.text;
  }

  /** Pictures as they are written, but for their addresses. */
  function withPictures(markdown: string): string {
    return markdown.replace(PICTURE, (written: string, ofMarkdown, ofHtml) => {
      const write = (address: string) => written.replace(/document-picture:\d+/, () => address);
      const format = ofHtml === undefined ? 'markdown' : 'html';
      return place(Number(ofMarkdown ?? ofHtml), { alt: '', write }, format);
    });
  }

  const markdown = 'html' in text ? (convertText(text.html) ?? '') : text.markdown;
  const filled = markdown
    // A formula alone in its paragraph gets lines of its own.
    .replace(/^\u{E000}(\d+)\u{E001}$/gmu, (mark, number) =>
      (marks[number] ?? mark).replace(/^\$\$(.*)\$\$$/s, '$$$$\n$1\n$$$$'),
    )
    .replace(/^<.*$/gm, (line) =>
      line.replace(MARK, (mark, number) => inMarkup(marks[number] ?? mark)),
    )
    .replace(MARK, (mark, number) => marks[number] ?? mark);
  const taken = takeTitle(filled);
  const isTitled = title === '' || title === taken.title;
  return {
    title: isTitled ? taken.title : title,
    markdown: withPictures((isTitled ? taken.text : filled).trim()),
  };
}

/** Within a table that is written as HTML, Markdown is not read. */
function inMarkup(text: string): string {
  const [, formula] = /^\$+(.*?)\$+$/s.exec(text) ?? [];
  if (formula === undefined) return text;
  return `<code data-science="math">${htmlText(formula)}</code>`;
}

/** Takes a heading of the first level off the start of a text, if no other has that level. */
function takeTitle(markdown: string): { title: string; text: string } {
  const [heading = '', title = ''] = /^\s*# +(.+?)[ #]*(?:\r?\n\s*|$)/.exec(markdown) ?? [];
  const text = markdown.slice(heading.length);
  const isOnly = !/^# /m.test(text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, ''));
  if (!isOnly) return { title: '', text: markdown };
  return { title: title.trim(), text };
}
