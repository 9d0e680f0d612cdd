import type { Element } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { renderBody } from '../src/domain/posts/body.ts';

export const reader = unified().use(rehypeParse, { fragment: true }).freeze();

/** All elements with a tag name, in document order. */
export function elements(markup: string, name: string): Element[] {
  const found: Element[] = [];
  visit(reader.parse(markup), 'element', (element) => {
    if (element.tagName === name) found.push(element);
  });
  return found;
}

export async function rendered(content: string): Promise<string> {
  return (await renderBody(content)).html;
}

/** The fragment links without a target in the markup. */
export function danglingLinks(markup: string): string[] {
  const ids = new Set<unknown>();
  visit(reader.parse(markup), 'element', ({ properties }) => void ids.add(properties.id));
  return elements(markup, 'a')
    .map(({ properties }) => String(properties.href ?? ''))
    .filter((href) => href.startsWith('#') && !ids.has(href.slice(1)));
}
