import type { APIRequestContext } from '@playwright/test';
import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

export type ServerPage = Awaited<ReturnType<typeof serverPage>>;

/** A page as the server sends it, parsed without a browser. */
export async function serverPage(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  const root = unified()
    .use(rehypeParse)
    .parse(await response.text());
  const elements = (tagName: string) => elementsOf(root, tagName);
  return {
    status: response.status(),
    /** In document order. */
    elements,
    /** An attribute of the first element with all attributes in `having`. */
    attribute: (wanted: string, tagName: string, having: Record<string, string>) =>
      attributeOf(
        elements(tagName).find((element) =>
          Object.entries(having).every(([name, value]) => attributeOf(element, name) === value),
        ),
        wanted,
      ),
    /** The data of its only `application/ld+json` script. */
    structuredData: () => {
      const scripts = elements('script').filter(
        (script) => attributeOf(script, 'type') === 'application/ld+json',
      );
      if (scripts.length !== 1) throw new Error(`${path} has ${scripts.length} graphs`);
      return JSON.parse(textIn(scripts[0]));
    },
  };
}

/** The text of an element with collapsed white space. */
export function textIn(element: Element | undefined): string {
  return element === undefined ? '' : textOf(element).replaceAll(/\s+/g, ' ').trim();
}

/** The descendants with a tag name, in document order. */
export function elementsOf(within: Element | Root, tagName: string): Element[] {
  const found: Element[] = [];
  visit(within, 'element', (element) => {
    if (element.tagName === tagName) found.push(element);
  });
  return found;
}

/** An attribute by its HTML name; the parser uses names of DOM properties. */
export function attributeOf(element: Element | undefined, name: string): string | undefined {
  const value = element?.properties[PROPERTIES[name] ?? name];
  if (Array.isArray(value)) return value.join(' ');
  return value === undefined || value === null ? undefined : String(value);
}

const PROPERTIES: Record<string, string> = { class: 'className', datetime: 'dateTime' };
