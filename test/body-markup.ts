import type { Element } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { renderBody } from '../src/rendering/body.ts';
import { readFragment } from '../src/server/html/fragment.ts';
import { sourceAsBody, stabilize } from '../src/text/sanitizer/sanitize.ts';

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

/** Makes HTML safe and adds nothing. */
export function sanitizeHtml(html: string): string {
  const source = html.toWellFormed();
  const tree = readFragment(source);
  return ((tree && stabilize(tree)) ?? sourceAsBody(source)).html;
}

const RUNNING = /^(?:script|iframe|object|style|form|embed|base|svg|math)$/;

/** What runs or loads in the markup as a browser parses it: elements, handlers of events, URLs of scripts. */
export function runningMarkup(markup: string): string[] {
  const found: string[] = [];
  visit(reader.parse(markup), 'element', ({ tagName, properties }) => {
    if (RUNNING.test(tagName)) found.push(tagName);
    for (const [name, value] of Object.entries(properties)) {
      const isUrl = name === 'href' || name === 'src';
      if (/^on/i.test(name)) found.push(`${tagName} ${name}`);
      if (isUrl && /^\s*(?:javascript|vbscript|data):/i.test(String(value))) found.push(`${value}`);
    }
  });
  return found;
}
