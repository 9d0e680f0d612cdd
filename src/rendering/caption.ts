import type { Element, ElementContent, Root, RootContent } from 'hast';
import { h } from '../text/hast.ts';

/**
 * Makes figures, in place, of paragraphs that hold one picture with a title and nothing else, linked or not:
 * the title becomes the caption. In Markdown: `![Alternative text](picture.png "Caption")`.
 *
 * Runs on a safe tree: the caption is a text node, so that no markup in a title is ever parsed.
 */
export function captionPictures(tree: Root): void {
  visit(tree.children);
}

function visit(nodes: readonly RootContent[]): void {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    if (node.tagName === 'p') makeFigure(node);
    else visit(node.children);
  }
}

function makeFigure(paragraph: Element): void {
  const content = onlyElement(paragraph);
  const image = content && imageIn(content);
  const title = image?.properties.title;
  if (content === null || image == null || typeof title !== 'string') return;
  const caption = title.trim().replace(/\s+/g, ' ');
  delete image.properties.title;
  if (caption === '') return;
  paragraph.tagName = 'figure';
  paragraph.children = [content, h('figcaption', {}, caption)];
}

/** The picture that an element is, or is only a link or a choice of formats around. */
function imageIn(element: Element): Element | null {
  if (element.tagName === 'img') return element;
  if (element.tagName === 'picture') {
    return element.children.find((child) => isElement(child, 'img')) ?? null;
  }
  const content = element.tagName === 'a' ? onlyElement(element) : null;
  return content === null || content.tagName === 'a' ? null : imageIn(content);
}

/** The element that is an element's only content but for white space. */
function onlyElement({ children }: Element): Element | null {
  const content = children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  const [only] = content;
  return content.length === 1 && only?.type === 'element' ? only : null;
}

function isElement(node: ElementContent, tagName: string): node is Element {
  return node.type === 'element' && node.tagName === tagName;
}
