import fc from 'fast-check';
import type { Element, Nodes } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { createPageStyles } from '../src/app/http/pages.ts';
import { Html, withStyles } from '../src/mail/email.ts';
import { bodyText, postBlocks } from '../src/newsletter/post-body.ts';
import { hasDataLink, moveDataLinks, shownBody } from '../src/posts/data-links.ts';
import { contentsOf, linkTerms } from '../src/posts/pages/article.tsx';
import { renderBody } from '../src/rendering/body.ts';
import { standaloneBody } from '../src/rendering/standalone.ts';
import { findDrawing, formulaFile } from '../src/science/drawings/body-drawings.ts';
import { standaloneDrawing } from '../src/science/drawings/draw-png.ts';
import { listReferences } from '../src/science/references/reference-list.ts';
import {
  attributesOf,
  elementsOf,
  escapeInTags,
  mapTags,
  readTags,
  replaceElements,
  textOfHtml,
} from '../src/server/html/read-tags.ts';
import { hashInlineCode } from '../src/server/http/security-headers.ts';
import { reader, runningMarkup } from './body-markup.ts';
import { expectLinear } from './linear-time.ts';
import { readTable } from './read-table.ts';

const PAGE_URL = 'https://site.test/blog/a';
const NONCE = '0123456789abcdef';
const POST_ID = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

const REFERENCES = [{ key: 'x', title: 'T', url: '', description: '', type: 'book' }] as const;
const inlineStyles = createPageStyles(() => '.card{color:red}');
const pageWith = (html: string) =>
  `<html><head><link rel="stylesheet" href="/a.css"/></head><body>${html}<script nonce="${NONCE}">a()</script></body></html>`;
/** Every function that takes the HTML of bodies or of whole pages, with a call of it. */
const READERS: Record<string, (html: string) => unknown> = {
  attributesOf: (html) => [...readTags(html)].map((tag) => attributesOf(html, tag)),
  bodyText: (html) => bodyText(html, PAGE_URL),
  createPageStyles: (html) => inlineStyles(pageWith(html), NONCE),
  elementsOf: (html) => [...elementsOf(html, ({ name }) => name === 'svg')],
  escapeInTags,
  findDrawing: (html) => findDrawing('0'.repeat(32), html),
  formulaFile: (html) =>
    [...elementsOf(html, ({ name }) => name === 'span')]
      .slice(0, 1)
      .map((each) => formulaFile(each, html)),
  hasDataLink: (html) => hasDataLink(html, POST_ID, 'b'),
  hashInlineCode: (html) => hashInlineCode(pageWith(html), NONCE),
  linkTerms: (html) =>
    linkTerms(html, [{ term: 'T', definition: 'D', start: 0, end: html.length }]),
  listReferences: (html) => listReferences(html, REFERENCES, 'numbered'),
  mapTags: (html) => mapTags(html, (source) => source),
  moveDataLinks: (html) => moveDataLinks(html, POST_ID, null),
  postBlocks: (html) => postBlocks(html, PAGE_URL),
  readTags: (html) => [...readTags(html)],
  replaceElements: (html) =>
    replaceElements(
      html,
      ({ name }) => name === 'h2',
      () => '',
    ),
  contentsOf,
  shownBody: (html) => [null, POST_ID].map((id) => shownBody({ html, words: 1 }, id)),
  standaloneBody: (html) => standaloneBody(html, PAGE_URL),
  standaloneChart: (html) => standaloneDrawing(`<svg class="dose-response-chart">${html}</svg>`),
  standaloneDrawing: (html) => standaloneDrawing(`<svg class="structure-drawing">${html}</svg>`),
  textOfHtml,
};

/** Those that parse as browsers do, or typeset: they are given what a serializer wrote. */
const OF_WRITTEN_ONLY = new Set(['bodyText', 'postBlocks']);

/** Bodies as the renderer writes them, and as earlier versions did, which left `<` in values as it was; and what nothing writes. */
const SHAPES = readTable(new URL('body-shapes.tsv', import.meta.url)).map(
  ([by, name = '', before = '', repeated = '', after = '']) => ({
    isWritten: by === 'written',
    name,
    bodyOf: (size: number) => before + repeated.repeat(Math.ceil(size / repeated.length)) + after,
  }),
);

describe('rendered HTML', () => {
  it.each(Object.entries(READERS))(
    'does not stop the site in %s, however hostile its author is',
    async (reads, read) => {
      const parses = OF_WRITTEN_ONLY.has(reads);
      for (const { isWritten, name, bodyOf } of SHAPES) {
        if (parses && !isWritten) continue;
        await expectLinear(name, (size) => read(bodyOf(size)), parses ? 50_000 : 200_000);
      }
    },
    120_000,
  );
});

/** What could begin or end something, wherever it stands in a value. */
const NASTY = readTable(new URL('nasty-values.tsv', import.meta.url)).flat();
const value = fc
  .array(fc.constantFrom(...NASTY), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
const quoted = value.map((text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'));
const piece = fc.oneof(
  quoted.map((text) => `<abbr title="${text}">b</abbr>`),
  quoted.map((text) => `<img src="https://pictures.test/a.png" alt="${text}" title="${text}">`),
  quoted.map((text) => `<h2 title="${text}" id="c">d</h2>`),
  quoted.map((text) => `<a href="/x?${text}" title="${text}">e</a>`),
  quoted.map((text) => `<blockquote cite="/y#${text}" lang="${text}">f</blockquote>`),
  value.map((text) => `\n\n# ${text}\n\n`),
  value.map((text) => `![${text.replaceAll(/[[\]\\]/g, '')}](/g.png "h")`),
  value.map((text) => `\n\n\`\`\`smiles {name="${text.replaceAll('"', '')}"}\nCCO\n\`\`\`\n\n`),
  fc.constantFrom('$x < y$', '$\\frac{a_1 + a_2 + a_3}{b_1 + b_2 + b_3}$', '\n\n$$\nx\n$$\n\n'),
  fc.constantFrom('[@x]', 'i[^1]', '\n\n', '# J\n\n', '\n\n[^1]: K\n\n'),
);
const content = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '));

const earlierWriter = unified().use(rehypeStringify).freeze();

function elementsIn(node: Nodes): Element[] {
  const inner = 'children' in node ? node.children.flatMap(elementsIn) : [];
  return node.type === 'element' ? [node, ...inner] : inner;
}

/** Finds no headings in headings, which are their text. */
function headingsIn(node: Nodes): Element[] {
  if (node.type === 'element' && /^h[23]$/.test(node.tagName)) return [node];
  return 'children' in node ? node.children.flatMap(headingsIn) : [];
}

const LETTER_ATTRIBUTES =
  /^(?:align|alt|cite|className|colSpan|dir|height|href|lang|loading|rowSpan|scope|src|start|style|title|type|value|width)$/;

describe('what leaves the page', () => {
  it('holds in feeds and letters nothing but what the page holds, whatever values its attributes have', async () => {
    await fc.assert(
      fc.asyncProperty(content, async (source) => {
        const { html } = await renderBody(source, { references: [...REFERENCES] });
        const page = reader.parse(html);
        const earlier = earlierWriter.stringify(page);
        for (const tag of readTags(html))
          expect(html.slice(tag.start + 1, tag.end - 1)).not.toMatch(/[<>]/);
        for (const stored of [html, earlier]) {
          const feed = reader.parse(standaloneBody(stored, PAGE_URL));
          expect(textOfHtml(stored)).toBe(textOf(page));

          const letter = withStyles(new Html(postBlocks(stored, PAGE_URL).join('')));
          expect(runningMarkup(letter)).toEqual([]);
          const inFeed = elementsIn(feed);
          const inLetter = elementsIn(reader.parse(letter));
          const urls = new Set(
            inFeed.flatMap(({ properties }) => [properties.href, properties.src]),
          );
          const pictures = (all: Element[]) =>
            all.filter(({ tagName }) => tagName === 'img').length;
          expect(pictures(inLetter)).toBeLessThanOrEqual(pictures(inFeed));
          for (const { properties } of inLetter) {
            expect(Object.keys(properties).filter((name) => !LETTER_ATTRIBUTES.test(name))).toEqual(
              [],
            );
            for (const url of [properties.href, properties.src]) expect(urls).toContain(url);
          }
        }
      }),
      { numRuns: 60 },
    );
  }, 300_000);

  it('lists the headings of the page alone', async () => {
    await fc.assert(
      fc.asyncProperty(content, async (source) => {
        const { html } = await renderBody(source);
        const page = reader.parse(`${html}${'<h2 id="l">l</h2>'.repeat(4)}`);
        const ids = headingsIn(page)
          .map(({ properties }) => properties.id)
          .filter((id) => id !== 'footnote-label');
        const listed = contentsOf(earlierWriter.stringify(page)).map(({ id }) => id);
        expect(listed).toEqual(ids);
      }),
      { numRuns: 50 },
    );
  }, 300_000);
});
