import type { Element } from 'hast';
import type { Paragraph, Parents, Root, Table, Text } from 'mdast';
import { defaultHandlers, type Options } from 'remark-rehype';
import { visit } from 'unist-util-visit';
import { parseAttributes, readLabel } from '../text/attributes.ts';
import { quoted, type Report } from '../text/finding.ts';
import { CAPTION_LABEL } from '../text/placeholders.ts';

declare module 'mdast' {
  interface TableData {
    caption?: Paragraph;
  }
}

const ATTRIBUTES = /(\{[^{}]*\})\s*$/;

/**
 * Reads captions below tables, as in Pandoc: a paragraph, or the line right below the last row, that begins with a
 * colon and a space, `: Caption {#tbl-ic50}`.
 */
export function readTableCaptions(tree: Root, source: string, report: Report): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'table' && parent && index !== undefined) readCaption(node, parent, index);
    else if (node.type === 'paragraph') reportStray(node);
  });

  function readCaption(table: Table, parent: Parents, index: number): void {
    const row = lastRowCaption(table, source);
    const next = parent.children[index + 1];
    if (row !== null) {
      table.children.pop();
      setCaption(table, row, report);
    } else if (next?.type === 'paragraph' && isCaption(next, source)) {
      parent.children.splice(index + 1, 1);
      setCaption(table, next, report);
    }
  }

  function reportStray(node: Paragraph): void {
    if (!isCaption(node, source) || !/\{#tbl-[^{}]*\}\s*$/.test(textAt(node, source))) return;
    report('label-as-text', { line: lineOf(node) }, NO_TABLE, 'error');
  }
}

type Captioned = { children: Paragraph['children']; position?: Paragraph['position'] };

const NO_TABLE = 'This caption is shown as text because there is no table directly above it.';

/** A line right below a table belongs to it, as a row. */
function lastRowCaption(table: Table, source: string): Captioned | null {
  const row = table.children.length > 2 ? table.children.at(-1) : undefined;
  if (row === undefined || !isCaption(row, source)) return null;
  const [cell, ...others] = row.children;
  return cell !== undefined && others.length === 0 ? cell : null;
}

function isCaption(node: Pick<Paragraph, 'position'>, source: string): boolean {
  return /^:[ \t]+\S/.test(textAt(node, source).slice(0, 100));
}

function textAt({ position }: Pick<Paragraph, 'position'>, source: string): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}

function lineOf({ position }: Pick<Paragraph, 'position'>): number {
  return position?.start.line ?? 1;
}

function setCaption(table: Table, { children, position }: Captioned, report: Report): void {
  const line = lineOf({ position });
  const [first, last] = [children[0], children.at(-1)];
  const attributes = last?.type === 'text' ? takeAttributes(last, line, report) : null;
  if (first?.type === 'text') first.value = first.value.replace(/^:[ \t]+/, '');
  const label = attributes && readLabel(attributes, { line }, report, CAPTION_LABEL);
  table.data = {
    ...table.data,
    caption: { type: 'paragraph', children, ...(position === undefined ? {} : { position }) },
    ...(label == null ? {} : { hProperties: { dataLabel: label, dataLine: `${line}` } }),
  };
}

function takeAttributes(text: Text, line: number, report: Report) {
  const written = ATTRIBUTES.exec(text.value)?.[1];
  if (written === undefined || !/^\{\s*[#.]/.test(written)) return null;
  const attributes = parseAttributes(written);
  if (attributes === null) {
    report(
      'malformed-attributes',
      { line },
      `${quoted(written, 80)} is not understood. Write a label as {#tbl-name}.`,
    );
  } else text.value = text.value.replace(ATTRIBUTES, '').trimEnd();
  return attributes;
}

type TableHandler = NonNullable<NonNullable<Options['handlers']>['table']>;

/** Tells remark-rehype how to make a table with its caption. */
export const captionedTable: TableHandler = (state, table: Table) => {
  const element = defaultHandlers.table(state, table) as Element;
  const caption = table.data?.caption;
  if (caption === undefined) return element;
  const paragraph = defaultHandlers.paragraph(state, caption) as Element;
  element.children.unshift({ ...paragraph, tagName: 'caption' });
  return element;
};
