import type { Blockquote, Code, Heading, List, Nodes, Paragraph, Table } from 'mdast';
import { inline, quoted } from '../../text/finding.ts';
import { checkHtml } from './markdown-html.ts';
import { type Context, sourceOf, tell, textOf } from './markdown-node.ts';

/** Reports blocks that are probably unintended, and blocks that lose text. */
export function checkBlock(node: Nodes, context: Context): void {
  if (node.type === 'heading') checkHeading(node, context);
  else if (node.type === 'paragraph') checkParagraph(node, context);
  else if (node.type === 'code') checkCode(node, context);
  else if (node.type === 'table') checkTable(node, context);
  else if (node.type === 'list') checkList(node, context);
  else if (node.type === 'blockquote') checkQuote(node, context);
  else if (node.type === 'html') {
    const start = { line: context.line, column: node.position?.start.column };
    checkHtml(node.value, start, context.report);
  }
}

/** A line of dashes right below a text makes it a heading. */
function checkHeading(node: Heading, { source, report, line }: Context): void {
  const written = sourceOf(node, source);
  if (node.depth !== 2 || !/-[ \t]*$/.test(written) || /^ {0,3}#/.test(written)) return;
  const text = textOf(node);
  const isSentence = /[.:;,]$/.test(text.trim()) || text.trim().includes('\n') || text.length > 120;
  if (!isSentence) return;
  report(
    'text-as-heading',
    { line },
    `${quoted(text)} becomes a heading because a line of dashes follows. Put an empty line between them.`,
  );
}

function checkParagraph(node: Paragraph, context: Context): void {
  const written = sourceOf(node, context.source);
  const [first = '', second = ''] = written.split(/\r\n|\r|\n/, 2);
  const hashes = /^(#{1,6})([^\s#\\])/.exec(first);
  if (hashes !== null && ((hashes[1]?.length ?? 0) > 1 || /^#\p{Lu}\p{Ll}+ \S/u.test(first))) {
    tell(
      node,
      context,
      'heading-without-space',
      `${quoted(first)} is not a heading: it needs a space after the ${hashes[1]}.`,
    );
  }
  if (first.includes('|') && isDelimiterRow(second)) {
    const [header, delimiters] = [cellsOf(first), cellsOf(second)];
    tell(
      node,
      context,
      'table-not-recognized',
      `This table is shown as text: its header has ${header} ${header === 1 ? 'cell' : 'cells'}, the line below ${delimiters}.`,
      'error',
    );
  }
  if (/^:{3,}\s*(?:\{|\w|$)/.test(first)) {
    tell(
      node,
      context,
      'container-as-text',
      `${quoted(first)} is shown as typed: a container begins with ::: {.key-points}, {.plain-summary} or {.details}.`,
    );
  }
}

function isDelimiterRow(line: string): boolean {
  return (
    line.includes('|') &&
    /^[\s>]*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/.test(line.slice(0, 1_000))
  );
}

function cellsOf(line: string): number {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/).length;
}

/** Renderers drop what a row has beyond the header. */
function checkTable(node: Table, { report, line }: Context): void {
  const width = node.align?.length ?? node.children[0]?.children.length ?? 0;
  for (const row of node.children) {
    // A line below a table that begins with a colon is its caption.
    const isCaption = row === node.children.at(-1) && textOf(row).startsWith(':');
    if (row.children.length < width && !isCaption) {
      const message = `This row has ${row.children.length} ${row.children.length === 1 ? 'cell' : 'cells'} where the header has ${width}.`;
      report('table-cells-missing', { line: row.position?.start.line ?? line }, message);
    }
    const dropped = row.children.slice(width).map((cell) => textOf(cell).trim());
    if (dropped.every((text) => text === '')) continue;
    report(
      'table-cells-lost',
      { line: row.position?.start.line ?? line },
      `This row has ${row.children.length} cells where the header has ${width}: ${quoted(dropped.join(' | '))} is not shown. Write \\| for the character in a cell.`,
      'error',
    );
  }
}

function checkList(node: List, context: Context): void {
  const [item, ...others] = node.children;
  if (item === undefined || others.length > 0) return;
  const text = textOf(item);
  const { start } = node;
  if (node.ordered && start != null && start >= 1_000 && start < 3_000) {
    tell(
      node,
      context,
      'number-as-list',
      `“${start}.” at the start of a paragraph begins a list. Write ${start}\\. instead.`,
    );
  } else if (!node.ordered && /^[pPnN]\s?[<>=≤≥]/.test(text)) {
    tell(
      node,
      context,
      'note-as-list',
      `${quoted(text)} becomes a list item. Write \\* for the asterisk.`,
    );
  }
}

/** "> 50 mg" at the start of a line is a quotation. */
function checkQuote(node: Blockquote, context: Context): void {
  const { previous, line } = context;
  const isWrapped = previous?.type === 'paragraph' && previous.position?.end.line === line - 1;
  if (isWrapped && /^>\s*\d/.test(sourceOf(node, context.source))) {
    tell(
      node,
      context,
      'greater-as-quote',
      `${quoted(textOf(node))} becomes a quotation. Write \\> for the character.`,
    );
  }
}

/** Reports code that runs to the end of the text, and text that is code by its indentation. */
function checkCode(node: Code, context: Context): void {
  const written = sourceOf(node, context.source);
  const fence = /^(`{3,}|~{3,})/.exec(written)?.[1];
  if (fence === undefined) checkIndented(node, context);
  else if (!isClosed(written, fence)) {
    tell(
      node,
      context,
      'unclosed-code',
      `This code block is not closed: everything down to line ${node.position?.end.line ?? context.line} is code. Close it with ${inline(fence)}.`,
    );
  }
}

function isClosed(written: string, fence: string): boolean {
  const lines = written.trimEnd().split(/\r\n|\r|\n/);
  const last = (lines.at(-1) ?? '').replace(/^[\s>]+/, '').trimEnd();
  const character = fence[0] ?? '';
  return lines.length > 1 && last.length >= fence.length && last === character.repeat(last.length);
}

/** Sentences without a character that only code has. */
function checkIndented(node: Code, context: Context): void {
  const { value } = node;
  const text = value.slice(0, 2_000);
  const isProse =
    /^\s*(?:[-*+] |\d{1,3}[.)] )?\p{Lu}[\p{L}’']*[, ]/u.test(text) &&
    text.split(/\s+/).length >= 8 &&
    /[\p{L})][.,;:!?](?:\s|$)/u.test(text) &&
    !/[{}=<>|$\\/_]|;\s*$|\(\)|^\s*(?:at|Error|Usage)\b|\b\w+:\s|"/m.test(text);
  if (isProse) {
    tell(
      node,
      context,
      'text-as-code',
      `${quoted(value)} becomes code because it is indented by four spaces.`,
    );
  }
}
