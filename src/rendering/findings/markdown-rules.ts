import type { Nodes, Root, Table } from 'mdast';
import { inline, quoted, type Report } from '../../text/finding.ts';
import { pictureWithoutAlt, unclosedComments, unclosedTags } from './body-rules.ts';
import { applyRules, error, matchesAt, type Remark, type Rules, warning } from './rule.ts';

type PlacedNode<Node extends Nodes = Nodes> = {
  node: Node;
  /** The node as it is written; empty where its position is unknown. */
  source: string;
  line: number;
  column: number | undefined;
};
type MarkdownText = { all: PlacedNode[]; source: string };

/** @param tree as parsed, with positions in `source` */
export function findMarkdownPitfalls(tree: Root, source: string, report: Report): void {
  const all: PlacedNode[] = [];
  let line = 1;
  const collect = (node: Nodes) => {
    const { start, end } = node.position ?? {};
    line = start?.line ?? line;
    const own = source.slice(start?.offset ?? 0, end?.offset ?? 0);
    all.push({ node, source: own, line, column: start?.column });
    if ('children' in node) node.children.forEach(collect);
  };
  collect(tree);
  applyRules(RULES, { all, source }, report);
}

const RULES: Rules<MarkdownText> = {
  'footnote-undefined': warning(
    inTexts(
      '[^',
      /(?<!\\)\[\^([^\]\s[\\]{1,60})\](?![*+?{])/g,
      ([mark, label]) =>
        `The footnote ${mark} has no text, so the mark itself is shown. Add a line “[^${label}]: …”.`,
    ),
  ),
  // Short ones are atoms and indices, numbers are citations, formulas and values in brackets are none of both.
  'link-undefined': warning(
    inTexts(
      '][',
      /(?<![\w\])\\!])\[(?!\d+\]\[|[\w@+-]{1,6}\]\[(?!\d+\])[\w@+-]{1,6}\])([^[\]\n]{1,200})\]\[(?!(?:[A-Z][a-z]?\d*|[()]\d*)+\]|[^\]\n]*[<>=/%])([^[\]\n]{0,200})\]/g,
      ([written, text = '', label = '']) =>
        `${quoted(written)} is not a link: no line gives the address of ${quoted(label || text)}.`,
    ),
  ),
  // Right after a word, as in XPath: elsewhere it is a citation, whose key is unknown.
  'citation-not-read': warning(
    inTexts(
      '@',
      /(?<=[\p{L}\p{N}_)])\[-?@[\p{L}\p{N}_][\w:.#$%&+?~/-]{0,100}(?:[;,][^\]\n]{0,200})?\](?!\()/gu,
      ([written]) =>
        `${quoted(written)} is shown as typed: no reference has that key. If it is code, put it in backticks.`,
    ),
  ),
  // TeX after a single dollar: neither a price nor a variable of a shell.
  'dollar-unclosed': warning(
    inTexts(
      '$',
      /(?<![\\$\w])\$(?=[^\s\d$({])(?![A-Z_][A-Z0-9_]*\b(?![_^]\{))([^$\n]{0,60}?(?:\\(?:frac|math|text|cdot|times|left|alpha|beta|Delta|log|ln|sum|sqrt|pm|mu|ce|pu|approx|le|ge)|[A-Za-z][_^](?:\{|\w\b)))[^$\n]{0,60}/g,
      ([written]) =>
        `The formula ${quoted(written)} is not closed by $, so it is shown as typed. Write \\$ for a dollar sign.`,
    ),
  ),
  'formula-unclosed': error(
    inTexts(
      '$$',
      /(?<![\\$])\$\$(?!\$)/g,
      () =>
        'The formula that begins here is not closed by $$ in the same paragraph, so it is shown as typed. Write \\$\\$ for dollar signs.',
    ),
  ),
  'footnote-unused': error(function* ({ all }) {
    const marks = ofType(all, 'footnoteReference').map(({ node }) => node.identifier);
    const unused = new Set(marks);
    for (const { node, line, column } of ofType(all, 'footnoteDefinition')) {
      // A mark has one text.
      if (unused.delete(node.identifier)) continue;
      const mark = `[^${inline(node.label ?? node.identifier)}]`;
      const why = marks.includes(node.identifier)
        ? `The footnote ${mark} already has a text`
        : `Nothing in the text refers to footnote ${mark}`;
      const message = `${why}, so this one is not shown: ${quoted(textOf(node))}.`;
      yield { line, column, message };
    }
  }),
  'link-without-address': warning(function* ({ all }) {
    for (const { node, line, column } of ofType(all, 'link')) {
      const message = `The link ${quoted(textOf(node))} has no address.`;
      if (node.url === '') yield { line, column, message };
    }
  }),
  'picture-without-address': error(function* ({ all }) {
    for (const { node, line, column } of ofType(all, 'image')) {
      // `findUnfinished` reports placeholders of uploads.
      if (node.url !== '' || node.alt?.startsWith('Uploading ')) continue;
      const message = `The picture ${quoted(node.alt ?? '')} has no address and is not shown.`;
      yield { line, column, message };
    }
  }),
  'picture-without-alt': warning(function* ({ all }) {
    for (const { node, line, column } of ofType(all, 'image')) {
      const hasText = node.url === '' || (node.alt ?? '').trim() !== '';
      if (!hasText) yield { line, column, message: pictureWithoutAlt(node.url) };
    }
  }),
  'unclosed-code': warning(function* ({ all }) {
    for (const { node, source, line, column } of ofType(all, 'code')) {
      const fence = /^(?:`{3,}|~{3,})/.exec(source)?.[0];
      if (fence === undefined || isClosed(source, fence)) continue;
      const last = node.position?.end.line ?? line;
      const message = `This code block is not closed: everything down to line ${last} is code. Close it with ${inline(fence)}.`;
      yield { line, column, message };
    }
  }),
  'table-cells-missing': warning(function* ({ all }) {
    for (const { line, cells, width, isCaption } of rowsOf(all)) {
      if (cells.length >= width || isCaption) continue;
      const message = `This row has ${countOf(cells.length)} where the header has ${width}.`;
      yield { line, message };
    }
  }),
  'table-cells-lost': error(function* ({ all }) {
    for (const { line, cells, width } of rowsOf(all)) {
      const lost = cells.slice(width);
      if (lost.every((cell) => cell === '')) continue;
      const message = `This row has ${cells.length} cells where the header has ${width}: ${quoted(lost.join(' | '))} is not shown. Write \\| for the character in a cell.`;
      yield { line, message };
    }
  }),
  'table-not-recognized': error(function* ({ all }) {
    for (const { source, line, column } of ofType(all, 'paragraph')) {
      const [header = '', delimiters = ''] = source.split(/\r\n|\r|\n/, 2);
      if (!header.includes('|') || !isDelimiterRow(delimiters)) continue;
      const message = `This table is shown as text: its header has ${countOf(cellsIn(header))}, the line below ${cellsIn(delimiters)}.`;
      yield { line, column, message };
    }
  }),
  'container-as-text': warning(function* ({ all }) {
    for (const { source, line, column } of ofType(all, 'paragraph')) {
      const fence = /^:{3,}\s*(?:\{|\w|[\r\n]|$).{0,100}/.exec(source)?.[0];
      if (fence === undefined) continue;
      const message = `${quoted(fence)} is shown as typed: a container begins with ::: {.key-points}, {.plain-summary} or {.details}.`;
      yield { line, column, message };
    }
  }),
  'unclosed-comment': error(inHtml(unclosedComments)),
  'unclosed-tag': error(inHtml(unclosedTags)),
};

/** Repetition is bounded: a text may be a line of 2 MB. */
function inTexts(mark: string, pattern: RegExp, messageOf: (match: RegExpExecArray) => string) {
  return function* ({ all, source }: MarkdownText): Generator<Remark> {
    if (!source.includes(mark)) return;
    for (const { node, source: written, line, column } of ofType(all, 'text')) {
      // Escapes are in the source alone.
      const text = written || node.value;
      if (!text.includes(mark)) continue;
      for (const { match, place } of matchesAt(text, pattern, { line, column: column ?? 1 })) {
        yield { ...place, message: messageOf(match) };
      }
    }
  };
}

function inHtml(check: typeof unclosedTags) {
  return function* ({ all }: MarkdownText): Generator<Remark> {
    for (const { node, line, column } of ofType(all, 'html')) {
      yield* check(node.value, { line, column: column ?? 1 });
    }
  };
}

function ofType<Type extends Nodes['type']>(all: readonly PlacedNode[], type: Type) {
  return all.filter(
    (placed): placed is PlacedNode<Extract<Nodes, { type: Type }>> => placed.node.type === type,
  );
}

/** The texts of the rows of tables; renderers drop what a row has beyond the header. */
function rowsOf(all: readonly PlacedNode[]) {
  return ofType(all, 'table').flatMap(({ node, line }) => {
    const { align, children }: Table = node;
    const width = align?.length ?? children[0]?.children.length ?? 0;
    return children.map((row, index) => {
      const cells = row.children.map((cell) => textOf(cell).trim());
      // A line below a table that begins with a colon is its caption.
      const isCaption = index === children.length - 1 && cells[0]?.startsWith(':') === true;
      return { line: row.position?.start.line ?? line, cells, width, isCaption };
    });
  });
}

function countOf(cells: number): string {
  return `${cells} ${cells === 1 ? 'cell' : 'cells'}`;
}

function isDelimiterRow(line: string): boolean {
  return (
    line.includes('|') &&
    /^[\s>]*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/.test(line.slice(0, 1_000))
  );
}

function cellsIn(line: string): number {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/).length;
}

function isClosed(code: string, fence: string): boolean {
  const lines = code.trimEnd().split(/\r\n|\r|\n/);
  const last = (lines.at(-1) ?? '').replace(/^[\s>]+/, '').trimEnd();
  const character = fence[0] ?? '';
  return lines.length > 1 && last.length >= fence.length && last === character.repeat(last.length);
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('children' in node) return node.children.map(textOf).join('');
  return 'alt' in node ? (node.alt ?? '') : '';
}
