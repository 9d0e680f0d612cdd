import type { Properties } from 'hast';
import type { Literal, Nodes, Parent } from 'mdast';
import type { Code, Extension } from 'micromark-util-types';
import type { Data } from 'unified';
import { type FenceAttributes, parseAttributes } from '../text/attributes.ts';
import { type Place, quoted, type Report } from '../text/finding.ts';
import { LABEL } from '../text/placeholders.ts';

export type FromMarkdownExtension = Exclude<
  NonNullable<Data['fromMarkdownExtensions']>[number],
  readonly unknown[]
>;

export type Syntax = { tokens: Extension; nodes: FromMarkdownExtension };

export interface MarkdownElement extends Parent {
  type: 'htmlElement';
  data: { hName: string; hProperties: Properties };
  children: Exclude<Nodes, { type: 'root' }>[];
}

/** A formula; `value` starts right after the opening dollars. */
export interface MathNode extends Literal {
  type: 'math';
  /** True between `$$`. */
  isDisplay: boolean;
  isBlock: boolean;
  meta: string;
}

/** A line that opens or closes a container: `::: {.key-points}`, `:::`. */
export interface ContainerFence extends Literal {
  type: 'containerFence';
}

interface Blocks {
  htmlElement: MarkdownElement;
  math: MathNode;
  containerFence: ContainerFence;
}

declare module 'mdast' {
  interface PhrasingContentMap extends Pick<Blocks, 'math'> {}
  interface RootContentMap extends Blocks {}
  interface BlockContentMap extends Blocks {}
}

/** Negative codes are of tabs. */
export function characterOf(code: NonNullable<Code>): string {
  return code < 0 ? ' ' : String.fromCharCode(code);
}

export const exitNode: NonNullable<FromMarkdownExtension['exit']>[string] = function (token) {
  this.exit(token);
};

/**
 * @param from what it replaces, whose position it takes
 */
export function markdownElement(
  tagName: string,
  { position }: Pick<Parent, 'position'>,
  children: MarkdownElement['children'],
  properties: Properties = {},
): MarkdownElement {
  const data = { hName: tagName, hProperties: properties };
  return { type: 'htmlElement', data, children, ...(position && { position }) };
}

/** Parses attributes in braces; what cannot be read is reported. */
export function readAttributes(
  written: string,
  place: Place,
  report: Report,
  hint: string,
): FenceAttributes | null {
  const attributes = parseAttributes(written);
  if (attributes === null)
    report('malformed-attributes', place, `${quoted(written, 80)} is not understood. ${hint}`);
  return attributes;
}

/** @param prefixes of labels that may stand here, in words: `fig- or tbl-` */
export function readLabel(
  attributes: FenceAttributes | null,
  place: Place,
  report: Report,
  prefixes: string,
): string | undefined {
  const { label } = attributes ?? {};
  const [, prefix = ' '] = LABEL.exec(label ?? ' ') ?? [];
  if (label === undefined || prefixes.includes(`${prefix}-`)) return label;
  const message = `#${label} is not a label: labels begin with ${prefixes}.`;
  report('malformed-label', place, message, 'error');
  return undefined;
}

/** Text on one line, as a name or caption in an attribute; undefined for none. */
export function nameOf(text: string | undefined): string | undefined {
  return text?.trim().replace(/\s+/g, ' ').slice(0, 200).toWellFormed() || undefined;
}
