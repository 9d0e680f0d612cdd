/** A heading of a body, as its writer wrote it. */
export type OutlineEntry = {
  /** 1 to 6. */
  level: number;
  /** The title without markup. */
  title: string;
  /** Where the heading's first character stands in the text. */
  start: number;
};

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/gm;
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/;
/** A line that neither begins nor continues a paragraph, so that dashes below it are a rule. */
const NO_PARAGRAPH =
  /^(?:\s*$| {4}|\t| {0,3}(?:#{1,6}(?:[ \t]|$)|>|[-+*][ \t]|\d{1,9}[.)][ \t]|\||<|(?:[-*_][ \t]*){3,}$))/;
const HTML_HEADING = /<h([1-6])(?:\s[^>]*)?>([\s\S]*?)<\/h\1\s*>/gi;
const NO_HEADINGS = /<(pre|script|style|template|svg)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi;

/**
 * The headings of a text, cheaply: it is read in every pause of the writer. Headings in quotes and list items
 * are left out.
 */
export function outlineOf(text: string, format: 'html' | 'markdown'): OutlineEntry[] {
  const source = (format === 'html' ? text : withoutFences(text)).replace(NO_HEADINGS, blank);
  const marked = format === 'html' ? [] : [...atxHeadings(source), ...setextHeadings(source)];
  return [...marked, ...htmlHeadings(source)].sort((a, b) => a.start - b.start);
}

/** Keeps the length, so that offsets stay, and the lines. */
function blank(code: string): string {
  return code.replace(/[^\n]/g, ' ');
}

function withoutFences(text: string): string {
  let fence: string | null = null;
  const lines = text.split('\n').map((line) => {
    const marks = FENCE.exec(line)?.[1];
    if (fence === null) {
      fence = marks ?? null;
      return marks === undefined ? line : blank(line);
    }
    if (marks?.startsWith(fence) && line.trim() === marks) fence = null;
    return blank(line);
  });
  return lines.join('\n');
}

function htmlHeadings(text: string): OutlineEntry[] {
  return Array.from(text.matchAll(HTML_HEADING), ({ index, 1: level, 2: content = '' }) => ({
    level: Number(level),
    title: plainTitle(content),
    start: index,
  }));
}

function atxHeadings(text: string): OutlineEntry[] {
  return Array.from(text.matchAll(ATX), ({ index, 1: marks = '#', 2: content = '' }) => ({
    level: marks.length,
    title: plainTitle(content),
    start: index,
  }));
}

function setextHeadings(text: string): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  let start = 0;
  /** Where the paragraph begins that the line may continue. */
  let paragraph: number | null = null;
  for (const line of text.split('\n')) {
    const marks = paragraph === null ? undefined : SETEXT.exec(line)?.[1];
    if (paragraph !== null && marks !== undefined) {
      const title = plainTitle(text.slice(paragraph, start));
      entries.push({ level: marks.startsWith('=') ? 1 : 2, title, start: paragraph });
      paragraph = null;
    } else if (NO_PARAGRAPH.test(line)) paragraph = null;
    else paragraph ??= start;
    start += line.length + 1;
  }
  return entries;
}

function plainTitle(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, (_, label: string) =>
      label.startsWith('^') ? '' : label,
    )
    .replace(/(?<!\\)(\*{1,3}|_{1,3}|~~|`+)(\S(?:.*?\S)?)\1/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The index of the section that an offset of the text is in; -1 before the first heading. */
export function sectionAt(outline: readonly OutlineEntry[], offset: number): number {
  return outline.findLastIndex(({ start }) => start <= offset);
}
