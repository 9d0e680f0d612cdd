import type { Element } from 'hast';
import type {
  Code,
  Image,
  ImageReference,
  InlineCode,
  Nodes,
  Paragraph,
  Parents,
  PhrasingContent,
  Root,
  Table,
  TableCell,
} from 'mdast';
import { defaultHandlers, type Options } from 'remark-rehype';
import { SKIP, visit } from 'unist-util-visit';
import type { FenceAttributes } from '../text/attributes.ts';
import { type Place, quoted, type Report } from '../text/finding.ts';
import { KINDS, OPTIONS } from '../text/placeholders.ts';
import {
  type FromMarkdownExtension,
  type MarkdownElement,
  markdownElement,
  nameOf,
  readAttributes,
  readLabel,
} from './markdown-syntax.ts';

declare module 'mdast' {
  interface ImageData {
    caption?: PhrasingContent[];
  }
  interface ImageReferenceData {
    caption?: PhrasingContent[];
  }
  interface TableData {
    caption?: Paragraph;
  }
}

/**
 * mdast has the brackets of a picture as text alone, which loses the markup of an IC<sub>50</sub>.
 */
export const imageCaptions: FromMarkdownExtension = {
  exit: {
    labelMarker() {
      const [picture, label] = this.stack.slice(-2);
      if (picture?.type !== 'image' || label?.type !== 'fragment') return;
      picture.data = { ...picture.data, caption: label.children as PhrasingContent[] };
    },
  },
};

/** A line that begins with a colon and a space, also in a quotation. */
const CAPTION = /^[ \t>]*:[ \t]/m;

/** Most texts have none. */
export function readCaptions(tree: Root, source: string, report: Report): void {
  if (source.includes('{')) readFigures(tree, source, report);
  if (CAPTION.test(source)) readTableCaptions(tree, source, report);
}

type Picture = Image | ImageReference;

/** Attributes that end a paragraph. */
const ATTRIBUTES = /^[ \t]*(\{[^{}]*\})\s*$/;
const LABEL_START = /^[ \t]*\{[^{}\n]{0,200}#(?:fig|tbl)-/;
const NOT_ALONE =
  'This picture label is shown as text. Put the picture and its label in a paragraph of their own.';

/**
 * `![Caption](plate.png){#fig-plate}`: the brackets are the caption, as in Quarto, and the
 * alternative text unless `fig-alt` gives another. A title is the caption instead.
 */
function readFigures(tree: Root, source: string, report: Report): void {
  visit(tree, 'paragraph', (node, index, parent) => {
    const figure = readFigure(node, source, report);
    if (figure !== null && index !== undefined && parent)
      parent.children.splice(index, 1, figure as never);
    return SKIP;
  });
}

function readFigure(node: Paragraph, source: string, report: Report): MarkdownElement | null {
  const [content] = node.children;
  const picture = content && pictureIn(content);
  const place = { line: lineOf(node) };
  const after = source.slice(content?.position?.end.offset, node.position?.end.offset);
  const written = picture && ATTRIBUTES.exec(after)?.[1]?.replace(/[\r\n]+[ \t>]*/g, ' ');
  if (!picture || written == null) {
    if (hasLabelInText(node.children)) report('label-as-text', place, NOT_ALONE, 'error');
    return null;
  }
  const hint = 'Write attributes as {#fig-name fig-alt="What it shows"}.';
  const attributes = readAttributes(written, place, report, hint);
  if (attributes === null) return null;
  const { 'fig-alt': alt, ...others } = attributes.values;
  const ignored = [...Object.keys(others), ...attributes.classes.map((name) => `.${name}`)];
  if (ignored.length > 0) {
    const message = `${quoted(ignored.join(', '))} has no effect: a picture can have a label and fig-alt.`;
    report('unknown-attribute', place, message);
  }
  if (attributes.label === undefined && alt === undefined) return null;
  const label = readLabel(attributes, place, report, 'fig- or tbl-');
  const properties = label === undefined ? {} : { dataLabel: label, dataLine: `${place.line}` };
  const caption = takeCaption(picture);
  if (alt !== undefined) picture.alt = alt;
  const figcaption = caption.length === 0 ? [] : [markdownElement('figcaption', picture, caption)];
  return markdownElement('figure', node, [content, ...figcaption], properties);
}

function hasLabelInText(nodes: readonly PhrasingContent[]): boolean {
  return nodes.some((node, index) => {
    const before = nodes[index - 1];
    return node.type === 'text' && LABEL_START.test(node.value) && before && pictureIn(before);
  });
}

function pictureIn(node: Nodes): Picture | null {
  if (node.type === 'image' || node.type === 'imageReference') return node;
  if (node.type !== 'link' && node.type !== 'linkReference') return null;
  const [only, ...others] = node.children;
  return only !== undefined && others.length === 0 ? pictureIn(only) : null;
}

/** The title, or what is in the brackets. */
function takeCaption(picture: Picture): PhrasingContent[] {
  if (picture.type === 'image' && picture.title != null && picture.title.trim() !== '') {
    const value = picture.title.trim().replace(/\s+/g, ' ');
    picture.title = null;
    return [{ type: 'text', value }];
  }
  const caption = picture.data?.caption ?? [];
  picture.alt = caption.map(textOf).join('').trim();
  return caption;
}

function textOf(node: Nodes): string {
  if (node.type === 'html') return '';
  if ('value' in node) return node.value;
  if ('children' in node) return node.children.map(textOf).join('');
  return 'alt' in node ? (node.alt ?? '') : ' ';
}

const LABEL_END = /\{\s*[#.][^{}]*\}\s*$/;
const NO_TABLE = 'This caption is shown as text because there is no table directly above it.';

/** As in Pandoc: a paragraph, or the line right below the last row, `: Caption {#tbl-ic50}`. */
function readTableCaptions(tree: Root, source: string, report: Report): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'table' && parent && index !== undefined) {
      const caption = takeTableCaption(node, parent, index, source);
      if (caption !== null) setTableCaption(node, caption, report);
    } else if (node.type === 'paragraph' && isCaption(node, source)) {
      if (!/\{#tbl-[^{}]*\}\s*$/.test(textAt(node, source))) return;
      report('label-as-text', { line: lineOf(node) }, NO_TABLE, 'error');
    }
  });
}

/** A line right below a table belongs to it, as a row. */
function takeTableCaption({ children: rows }: Table, parent: Parents, at: number, source: string) {
  const [row, next] = [rows.length > 2 ? rows.at(-1) : undefined, parent.children[at + 1]];
  const [cell, ...others] = row?.children ?? [];
  if (row && cell && others.length === 0 && isCaption(row, source)) {
    rows.pop();
    return cell;
  }
  if (next?.type !== 'paragraph' || !isCaption(next, source)) return null;
  parent.children.splice(at + 1, 1);
  return next;
}

type Placed = Pick<Paragraph, 'position'>;

function isCaption(node: Placed, source: string): boolean {
  return /^:[ \t]+\S/.test(textAt(node, source).slice(0, 100));
}

function textAt({ position }: Placed, source: string): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}

function lineOf({ position }: Placed): number {
  return position?.start.line ?? 1;
}

function setTableCaption(table: Table, caption: Paragraph | TableCell, report: Report): void {
  const place = { line: lineOf(caption) };
  const [first, last] = [caption.children[0], caption.children.at(-1)];
  const { 0: written, index } = LABEL_END.exec(last?.type === 'text' ? last.value : '') ?? {};
  const hint = 'Write a label as {#tbl-name}.';
  const attributes = readAttributes(written ?? '', place, report, hint);
  if (attributes && last?.type === 'text') last.value = last.value.slice(0, index).trimEnd();
  if (first?.type === 'text') first.value = first.value.replace(/^:[ \t]+/, '');
  const label = readLabel(attributes, place, report, 'fig- or tbl-');
  const hProperties = label === undefined ? {} : { dataLabel: label, dataLine: `${place.line}` };
  table.data = {
    ...table.data,
    hProperties,
    caption: { ...caption, type: 'paragraph' } as Paragraph,
  };
}

type TableHandler = NonNullable<NonNullable<Options['handlers']>['table']>;

export const captionedTable: TableHandler = (state, table: Table) => {
  const element = defaultHandlers.table(state, table) as Element;
  const caption = table.data?.caption;
  if (caption === undefined) return element;
  const paragraph = defaultHandlers.paragraph(state, caption) as Element;
  element.children.unshift({ ...paragraph, tagName: 'caption' });
  return element;
};

/** Languages of fences that are drawn. */
const FENCES: ReadonlySet<string> = new Set(
  KINDS.filter((kind) => kind !== 'math' && kind !== 'citation'),
);
/** Roles of inline code that are drawn: `` {smiles}`CCO` ``, as in MyST. */
const ROLE = /\{(smiles)\}$/;

export function readFences(tree: Root, source: string, report: Report): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'code') readFence(node, report);
    else if (node.type === 'inlineCode') readRole(node, parent?.children[(index ?? 0) - 1], source);
  });
}

function readFence(node: Code, report: Report): void {
  const { lang, meta, position } = node;
  if (lang == null || !FENCES.has(lang)) return;
  const line = position?.start.line ?? 1;
  const hint = 'Write attributes as {#fig-name name="Name"}.';
  const attributes = readAttributes(meta ?? '', { line }, report, hint);
  // A return at its end and the line feed that follows in the tree would be read as one line break.
  node.value = node.value.replace(/\r\n?/g, '\n');
  node.data = {
    ...node.data,
    hProperties: {
      dataScience: lang,
      dataLine: line + 1,
      dataLabel: readLabel(attributes, { line }, report, 'fig-, eq- or tbl-'),
      dataName: nameOf(attributes?.values.name),
      dataOptions: readOptions(attributes?.values ?? {}, { line }, report),
    },
  };
}

function readOptions(
  values: FenceAttributes['values'],
  place: Place,
  report: Report,
): string | undefined {
  const text = Object.entries(values)
    .filter(([key]) => key !== 'name')
    .map(([key, value]) => `${key}=${value}`)
    .join(' ');
  if (text === '' || OPTIONS.test(text)) return text || undefined;
  const message = `${quoted(text)} is not understood. Write options as top=100.`;
  report('malformed-attributes', place, message);
  return undefined;
}

function readRole(node: InlineCode, before: Nodes | undefined, source: string): void {
  const role = before?.type === 'text' ? ROLE.exec(before.value) : null;
  if (before?.type !== 'text' || role === null) return;
  const start = (node.position?.start.offset ?? 0) - role[0].length;
  // Not where it is escaped, or written by character references.
  if (!source.startsWith(role[0], start) || source[start - 1] === '\\') return;
  before.value = before.value.slice(0, -role[0].length);
  const { line, column } = node.position?.start ?? { line: 1, column: 1 };
  node.data = {
    ...node.data,
    hProperties: { dataScience: role[1], dataLine: line, dataColumn: column + 1 },
  };
}
