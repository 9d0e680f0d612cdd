import type { Properties } from 'hast';
import type { Nodes, Parent } from 'mdast';

/** An element of HTML around nodes of Markdown, for what Markdown itself has no node of. */
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

type Placed = Pick<Parent, 'position'>;

/**
 * @param from what it replaces, whose position it takes
 */
export function markdownElement(
  tagName: string,
  { position }: Placed,
  children: MarkdownElement['children'],
  properties: Properties = {},
): MarkdownElement {
  return {
    type: 'htmlElement',
    data: { hName: tagName, hProperties: properties },
    children,
    ...(position === undefined ? {} : { position }),
  };
}
