import { trustedHtml } from '../../../ui/trusted-types.ts';

/**
 * Replaces an element's children, except equal ones at the start and the end: an edit changes one block
 * of a long text, and the pictures of the others need not load again.
 *
 * @param html sanitized
 */
export function patchChildren(parent: Element, html: string): void {
  const template = document.createElement('template');
  template.innerHTML = trustedHtml(html);
  const before = [...parent.childNodes];
  const after = [...template.content.childNodes];
  const longest = Math.min(before.length, after.length);
  const isSame = (a: Node | undefined, b: Node | undefined) => a?.isEqualNode(b ?? null) ?? false;
  let head = 0;
  while (head < longest && isSame(before[head], after[head])) head++;
  let tail = 0;
  while (tail < longest - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  for (const node of before.slice(head, before.length - tail)) node.remove();
  const next = before[before.length - tail] ?? null;
  for (const node of after.slice(head, after.length - tail)) parent.insertBefore(node, next);
}
