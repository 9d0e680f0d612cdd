import type { Properties } from 'hast';
import type { Literal, Nodes, Parent } from 'mdast';
import type { Code, Extension } from 'micromark-util-types';
import type { Data } from 'unified';

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
