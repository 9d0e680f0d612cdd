import type { APIRequestContext } from '@playwright/test';
import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

/** A page as the server sends it, parsed without a browser. */
export type ServerPage = {
  status: number;
  /** The elements in document order. */
  elements: (tagName: string) => Element[];
  /** An attribute of the first element with all attributes in `having`. */
  attribute: (
    wanted: string,
    tagName: string,
    having: Record<string, string>,
  ) => string | undefined;
  /** The data of its only `application/ld+json` script. */
  // biome-ignore lint/suspicious/noExplicitAny: read as a search engine reads it, without a schema
  structuredData: () => any;
};

export async function serverPage(request: APIRequestContext, path: string): Promise<ServerPage> {
  const response = await request.get(path);
  const root = unified()
    .use(rehypeParse)
    .parse(await response.text());
  const elements = (tagName: string) => elementsOf(root, tagName);
  return {
    status: response.status(),
    elements,
    attribute: (wanted, tagName, having) =>
      attributeOf(
        elements(tagName).find((element) =>
          Object.entries(having).every(([name, value]) => attributeOf(element, name) === value),
        ),
        wanted,
      ),
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
