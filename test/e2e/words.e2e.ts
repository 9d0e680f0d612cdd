import { expect } from '@playwright/test';
import { readTable } from '../read-table.ts';
import { test } from './page-test.ts';
import { attributeOf, elementsOf, serverPage, textIn } from './server-page.ts';

/** Fields that are no words: URLs, names of pictures, anchors, values of controls. */
const NO_WORDS = new Set(
  `seo id icon href image linkedin type name value status kind autoComplete price priceCurrency to
   language molecule figure unit explainedBy`.split(/\s+/),
);

const PAGES = readTable(new URL('words.tsv', import.meta.url));

/** Every text of some content, with the names and figures that stand on cards; no templates. */
function wordsOf(content: unknown, unseen: readonly string[], place = ''): string[] {
  if (typeof content === 'string') return /\{\w+\}/.test(content) ? [] : [content];
  if (content === null || typeof content !== 'object') return [];
  return Object.entries(content).flatMap(([field, value]) => {
    const inner = `${place}.${field.replace(/^\d+$/, '*')}`;
    const isWord = !NO_WORDS.has(field) || isShown(field, value);
    return isWord && !unseen.includes(inner.slice(1)) ? wordsOf(value, unseen, inner) : [];
  });
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Names and values are shown where they begin as a title or a figure does. */
function isShown(field: string, value: unknown): boolean {
  return ['name', 'value', 'status'].includes(field) && /^[A-Z$\d]/.test(String(value));
}

test('words: each page says all of its content and leads its reader on', async ({ request }) => {
  await test.step('a reader of each page reads all that was written for it, before any script runs', async () => {
    for (const [path = '', module, part = '', unseen = ''] of PAGES) {
      const all = await import(`../../src/content/${module}.ts`);
      const content = part.split('.').reduce((value, key) => value[key] ?? value, all);
      const page = await serverPage(request, path);
      const shown = textIn(page.elements('main')[0]);
      const words = wordsOf(content, unseen.split(' ')).map(oneLine);
      expect(words.length, path).toBeGreaterThan(0);
      const missing = words.filter((text) => !shown.includes(text));
      expect.soft(missing, path).toEqual([]);
    }
  });
  await test.step('a reader is led on from each page', async () => {
    for (const [path = '', ways = ''] of readTable(new URL('ways-on.tsv', import.meta.url))) {
      const [main] = (await serverPage(request, path)).elements('main');
      const links = main && elementsOf(main, 'a').map((link) => attributeOf(link, 'href'));
      expect.soft(links, path).toEqual(expect.arrayContaining(ways.split(' ')));
    }
  });
  await test.step('Home and Purpose are told in their parts', async () => {
    for (const [path = '', ...parts] of readTable(new URL('sections.tsv', import.meta.url))) {
      const page = await serverPage(request, path);
      expect(page.elements('h2').map(textIn), path).toEqual(expect.arrayContaining(parts));
    }
  });
});
