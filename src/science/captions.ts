import type { Element, ElementContent } from 'hast';
import { h, text } from '../text/hast.ts';
import type { CaptionedElement, Label } from '../text/placeholders.ts';

/** A caption with its number in front of it, “Figure 2. A plate”; without a label as it is. */
export function numberedCaption(
  label: Label | undefined,
  caption: ElementContent[],
): ElementContent[] {
  if (label === undefined) return caption;
  const number = (words: string) => h('span', { className: ['caption-number'] }, words);
  return caption.length === 0
    ? [number(label.text)]
    : [number(`${label.text}.`), text(' '), ...caption];
}

/** Numbers the captions of labelled figures and tables, and gives a caption to those without one. */
export function numberCaptions(elements: readonly CaptionedElement[]): void {
  for (const { element: owner, numbered } of elements) {
    if (numbered === undefined) continue;
    owner.properties.id = numbered.id;
    const caption = captionOf(owner);
    caption.children = numberedCaption(numbered, trimmed(caption.children));
  }
}

/** The caption of a figure or table, which is added where there is none. */
function captionOf({ tagName: owner, children }: Element): Element {
  const isTable = owner === 'table';
  const tagName = isTable ? 'caption' : 'figcaption';
  const present = children.find(
    (child): child is Element => child.type === 'element' && child.tagName === tagName,
  );
  if (present !== undefined) return present;
  const caption = h(tagName, {});
  if (isTable) children.unshift(caption);
  else children.push(caption);
  return caption;
}

/** A caption of HTML may begin with a line break. */
function trimmed(nodes: readonly ElementContent[]): ElementContent[] {
  const isSpace = (node: ElementContent) => node.type === 'text' && node.value.trim() === '';
  const first = nodes.findIndex((node) => !isSpace(node));
  if (first === -1) return [];
  const kept = nodes.slice(first, nodes.findLastIndex((node) => !isSpace(node)) + 1);
  if (kept[0]?.type === 'text') kept[0].value = kept[0].value.trimStart();
  return kept;
}
