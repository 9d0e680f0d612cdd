import type { BodyFormat } from '../../../rendering/body.ts';
import type { Refusal } from '../../../science/references/read-record.ts';
import type { convertHtml } from '../writing/paste-converter.ts';
import { type Mark, ONLY_IN_NOTEBOOKS, type ReadDocument } from './document.ts';

type TextOptions = {
  convert: typeof convertHtml;
  /** The number of the first footnote. */
  firstNote: number;
  /** Returns what stands for a picture in the text until it is uploaded. */
  place: (index: number, alt: string, format: BodyFormat) => string;
};

const MARK = /\u{E000}(\d+)\u{E001}/gu;
const MARKDOWN_PICTURE = /!\[((?:\\.|[^\]\\])*)\]\(<?document-picture:(\d+)[^)\n]*\)/g;
const HTML_PICTURE = /<img\b[^>]*\bdocument-picture:(\d+)[^>]*>/gi;

/** The title and the Markdown of a document, and what it lost, by the lines of that Markdown. */
export function documentText(
  { title, text, marks }: Pick<ReadDocument, 'title' | 'text' | 'marks'>,
  { convert, firstNote, place }: TextOptions,
): { title: string; markdown: string; losses: Refusal[] } {
  const options = { format: 'markdown', firstNote } as const;

  function readHtml(html: string) {
    return convert(html, {
      ...options,
      place: ({ src, alt }, format) => {
        const [, index] = /^document-picture:(\d+)$/.exec(src) ?? [];
        return index === undefined ? null : { source: place(Number(index), alt, format) };
      },
    });
  }

  function ofMarkdown(markdown: string): string {
    return markdown
      .replace(MARKDOWN_PICTURE, (_, alt: string, index) => place(Number(index), alt, 'markdown'))
      .replace(HTML_PICTURE, (_, index) => place(Number(index), '', 'html'));
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
  const markdown = 'html' in text ? (source?.text ?? '') : ofMarkdown(text.markdown);
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
  const { lines, losses } = withoutLost(isTitled ? taken.text : filled, all);
  const dropped = (source?.dropped ?? []).map((what) => ({
    line: 1,
    message: `Everywhere: ${what}.`,
  }));
  return {
    title: isTitled ? taken.title : title,
    markdown: lines.join('\n').trim(),
    losses: [...dropped, ...losses],
  };
}

/** Within a table that is written as HTML, Markdown is not read. */
function inMarkup(text: string): string {
  const [, formula] = /^\$+(.*?)\$+$/s.exec(text) ?? [];
  if (formula === undefined) return text;
  return `<code data-science="math">${formula.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code>`;
}

/** Takes out the marks of what is lost, with the lines on which nothing else stands. */
function withoutLost(text: string, marks: readonly Mark[]) {
  const lines: string[] = [];
  const losses: Refusal[] = [];
  let isGone = false;
  for (const line of text.split('\n')) {
    const rest = line.replace(MARK, (_, number) => {
      const mark = marks[number];
      const what = mark?.kind === 'lost' ? mark.what : '';
      losses.push({ line: lines.length + 1, message: `Line ${lines.length + 1}: ${what}.` });
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
  return isOnly ? { title: title.trim(), text } : { title: '', text: markdown };
}
