import type { Properties } from 'hast';
import type { Nodes, Parent } from 'mdast';
import type { Extension } from 'micromark-util-types';
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

declare module 'mdast' {
  interface RootContentMap {
    htmlElement: MarkdownElement;
  }
  interface BlockContentMap {
    htmlElement: MarkdownElement;
  }
}

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
