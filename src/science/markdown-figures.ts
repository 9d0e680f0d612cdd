import type { Image, ImageReference, Nodes, Paragraph, PhrasingContent, Root } from 'mdast';
import { SKIP, visit } from 'unist-util-visit';
import { type FenceAttributes, parseAttributes, readLabel } from '../text/attributes.ts';
import { quoted, type Report } from '../text/finding.ts';
import { CAPTION_LABEL } from '../text/placeholders.ts';
import { type MarkdownElement, markdownElement } from './markdown-element.ts';
import type { FromMarkdownExtension } from './markdown-syntax.ts';

declare module 'mdast' {
  interface ImageData {
    caption?: PhrasingContent[];
  }
  interface ImageReferenceData {
    caption?: PhrasingContent[];
  }
}

type CompileContext = ThisParameterType<
  NonNullable<NonNullable<FromMarkdownExtension['exit']>[string]>
>;

/**
 * Keeps what the brackets of a picture hold, with its markup, as `data.caption`: mdast has it as text alone,
 * which loses the markup of an IC<sub>50</sub>.
 */
export const imageCaptions: FromMarkdownExtension = { exit: { label: exitLabel } };

/** Replaces the function of mdast-util-from-markdown 2, and does what that does. */
function exitLabel(this: CompileContext): void {
  const fragment = this.stack.at(-1);
  const value = this.resume();
  const node = this.stack.at(-1);
  this.data.inReference = true;
  if (fragment?.type !== 'fragment' || node === undefined) return;
  const children = fragment.children as PhrasingContent[];
  if (node.type === 'link') node.children = children as typeof node.children;
  else {
    const picture = node as Image | ImageReference;
    picture.alt = value;
    picture.data = { ...picture.data, caption: children };
  }
}

type Picture = Image | ImageReference;

/** Attributes that end a paragraph. */
const ATTRIBUTES = /^[ \t]*(\{[^{}]*\})\s*$/;
const LABEL_START = /^[ \t]*\{[^{}\n]{0,200}#(?:fig|tbl)-/;

/**
 * Turns pictures with a label, `![Caption](plate.png){#fig-plate}`, into figures, in place. The words in brackets
 * are the caption, as in Quarto, and the alternative text unless `fig-alt` gives another one. A title is the
 * caption instead, as it is without a label.
 */
export function readFigures(tree: Root, source: string, report: Report): void {
  visit(tree, 'paragraph', (node, index, parent) => {
    const figure = readFigure(node, source, report);
    if (figure !== null && index !== undefined && parent)
      parent.children.splice(index, 1, figure as never);
    return SKIP;
  });
}

function readFigure(
  { children, position }: Paragraph,
  source: string,
  report: Report,
): MarkdownElement | null {
  const [content] = children;
  const picture = content && pictureIn(content);
  const place = { line: position?.start.line ?? 1 };
  const after = source.slice(content?.position?.end.offset, position?.end.offset);
  const written = picture && ATTRIBUTES.exec(after)?.[1]?.replace(/[\r\n]+[ \t>]*/g, ' ');
  if (!picture || written == null) {
    if (hasLabelInText(children)) report('label-as-text', place, NOT_ALONE, 'error');
    return null;
  }
  const attributes = parseAttributes(written);
  if (attributes === null) {
    const message = `${quoted(written, 80)} is not understood. Write attributes as {#fig-name fig-alt="What it shows"}.`;
    report('malformed-attributes', place, message);
    return null;
  }
  reportIgnored(attributes, place.line, report);
  const alt = attributes.values['fig-alt'];
  if (attributes.label === undefined && alt === undefined) return null;
  const label = readLabel(attributes, place, report, CAPTION_LABEL);
  const properties = label === undefined ? {} : { dataLabel: label, dataLine: `${place.line}` };
  const caption = takeCaption(picture);
  if (alt !== undefined) picture.alt = alt;
  const figcaption = caption.length === 0 ? [] : [markdownElement('figcaption', picture, caption)];
  return markdownElement(
    'figure',
    { position },
    [content as PhrasingContent, ...figcaption],
    properties,
  );
}

const NOT_ALONE =
  'This picture label is shown as text. Put the picture and its label in a paragraph of their own.';

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

function reportIgnored({ values, classes }: FenceAttributes, line: number, report: Report): void {
  const ignored = [
    ...Object.keys(values).filter((key) => key !== 'fig-alt'),
    ...classes.map((name) => `.${name}`),
  ];
  if (ignored.length === 0) return;
  const message = `${quoted(ignored.join(', '))} has no effect: a picture can have a label and fig-alt.`;
  report('unknown-attribute', { line }, message);
}

/** The text without tags. */
function textOf(node: Nodes): string {
  if (node.type === 'html') return '';
  if ('value' in node) return node.value;
  if ('children' in node) return node.children.map(textOf).join('');
  return 'alt' in node ? (node.alt ?? '') : ' ';
}
