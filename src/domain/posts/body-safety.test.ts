import fc from 'fast-check';
import type { Element, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';
import { bodiesWith, XSS_VECTORS } from '../../../test/xss-vectors.ts';
import { type BodyFormat, renderBodyAs, sanitizeHtml } from './body.ts';

const html = unified().use(rehypeParse, { fragment: true }).use(rehypeStringify).freeze();

const ELEMENTS = new Set(
  `a abbr address audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div
   dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p picture pre q rp
   rt ruby s samp section small source span strong sub summary sup table tbody td tfoot th thead time
   tr track u ul var video wbr`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `abbr align alt aria-describedby aria-label aria-labelledby checked cite class colspan controls
   data-footnote-backref data-footnote-ref data-footnotes datetime decoding default dir disabled
   headers height href hreflang id kind label lang loading loop media muted name open playsinline
   poster preload rel reversed role rowspan scope sizes span src srclang srcset start tabindex title
   type value width`.split(/\s+/),
);
const CLASSES =
  /^(?:language-[\w#+.-]+|task-list-item|contains-task-list|heading-anchor|table-frame|tok-[a-z]+)$/;
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  href: ['http:', 'https:', 'mailto:', 'tel:'],
  src: ['http:', 'https:'],
  poster: ['http:', 'https:'],
  cite: ['http:', 'https:'],
};

type Attribute = { element: string; name: string; value: string };

/** Descriptions of everything in markup that must not be in a body; empty when it is safe. */
function dangers(markup: string): string[] {
  const found: string[] = [];
  visit(html.parse(markup), (node) => {
    if (node.type === 'comment' || node.type === 'doctype') found.push(node.type);
    if (node.type !== 'element') return;
    if (!ELEMENTS.has(node.tagName)) found.push(`<${node.tagName}>`);
    if (node.tagName === 'input' && node.properties.disabled !== true) found.push('a live input');
    for (const attribute of attributesOf(node)) found.push(...dangersOf(attribute));
  });
  return found;
}

/** By their names in markup, which differ from the names in the tree. */
function attributesOf(element: Element): Attribute[] {
  const alone: Root = { type: 'root', children: [{ ...element, children: [] }] };
  const names = Object.keys(element.properties).map((key) => {
    const single: Element = {
      ...element,
      properties: { [key]: element.properties[key] },
      children: [],
    };
    const written = html.stringify({ ...alone, children: [single] });
    return /^<\S+ ([^\s=>]+)/.exec(written)?.[1] ?? '';
  });
  return Object.values(element.properties).map((value, index) => ({
    element: element.tagName,
    name: names[index] ?? '',
    value: Array.isArray(value) ? value.join(' ') : String(value),
  }));
}

function dangersOf({ element, name, value }: Attribute): string[] {
  const where = `<${element} ${name}="${value}">`;
  if (!ATTRIBUTES.has(name)) return [where];
  if (name === 'id' || name === 'name') return value.startsWith('user-content-') ? [] : [where];
  if (name === 'class') return value.split(' ').every((one) => CLASSES.test(one)) ? [] : [where];
  if (name === 'srcset') return /(?:javascript|data|vbscript):/i.test(value) ? [where] : [];
  const schemes = SCHEMES[name];
  if (schemes === undefined) return [];
  const url = URL.parse(value, 'https://ligara.example/blog/x');
  return url !== null && schemes.includes(url.protocol) ? [] : [where];
}

/** Parses markup and serializes the tree. */
function reserialize(markup: string): string {
  return html.stringify(html.parse(markup));
}

const FORMATS: readonly BodyFormat[] = ['html', 'markdown'];

test('the collection of attacks is large and has no attack twice', () => {
  expect(XSS_VECTORS.length).toBeGreaterThanOrEqual(150);
  expect(new Set(XSS_VECTORS.map((vector) => vector.payload)).size).toBe(XSS_VECTORS.length);
});

test('the check itself sees what it is for', () => {
  expect(dangers('<p onclick=x>')).toEqual(['<p onclick="x">']);
  expect(dangers('<a href="java&Tab;script:x">')).toEqual(['<a href="java\tscript:x">']);
  expect(dangers('<p id=x style=y class=z><script></script><input>')).toHaveLength(5);
  expect(dangers('<svg><a xlink:href=x></svg>')).not.toEqual([]);
});

describe.each(FORMATS)('an attack written in a body of %s', (format) => {
  test.each(XSS_VECTORS)(
    'finds nothing that runs, loads or clobbers: $class, $name',
    async ({ payload }) => {
      for (const content of bodiesWith(payload)) {
        const body = await renderBodyAs(format, content);
        expect(dangers(body.html)).toEqual([]);
        expect(reserialize(body.html), 'the markup changes its meaning when it is parsed').toBe(
          body.html,
        );
      }
    },
  );
});

test.each(XSS_VECTORS)('sanitizing twice changes nothing: $class, $name', ({ payload }) => {
  const once = sanitizeHtml(payload);
  expect(dangers(once)).toEqual([]);
  expect(sanitizeHtml(once)).toBe(once);
});

const NAMES = `a abbr article audio b base body br button caption code col dd desc details div dl
  em embed font foreignObject form frameset h1 h2 head html i iframe image img input li link malignmark
  marquee math mglyph mi mtext nobr noembed noframes noscript object ol optgroup option p picture
  plaintext pre rp rt ruby s script section select source span style summary svg table tbody td
  template textarea tfoot th thead title tr track ul video xmp annotation-xml`.split(/\s+/);
const ATTRIBUTE_SOURCES = [
  'id=x',
  'id="user-content-x"',
  'name=y',
  'href="#x"',
  'href=javascript:alert(1)',
  'href="java&Tab;script:x"',
  'href=//evil.example/x',
  'href=" https://a.example/ "',
  'src=x',
  'src=data:x',
  'srcset="a 1x, b 2x"',
  'srcset="data:a,b 1x"',
  'class="language-js task-list-item x"',
  'style=color:red',
  'onclick=x',
  'title="</p><img src=x onerror=x>"',
  'title="--><!--"',
  'type=checkbox',
  'type=text',
  'encoding=text/html',
  'data-footnotes',
  'data-footnote-backref=""',
  'aria-describedby="x y"',
  'colspan=2 rowspan=9999',
  'dir=ltr lang',
  'open controls checked',
  'align=center',
  'xlink:href=x',
];
const SCRAPS = [
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '<?x',
  '<!doctype html>',
  '&lt;',
  '&amp;lt;b',
  '&Tab;',
  '&#13;',
  '&#0;',
  '&nbsp',
  '\n',
  '\n\n',
  '\r',
  '\0',
  '"',
  "'",
  '`',
  '<',
  '>',
  '</',
  'x',
  ' ',
  '\uD800',
  '\uFEFF',
];
const MARKDOWN = [
  '# ',
  '- ',
  '> ',
  '1. ',
  '    ',
  '```js\n',
  '```\n',
  '| a | b |\n| - | - |\n',
  '*',
  '**',
  '_',
  '~~',
  '[',
  '](',
  ')',
  '![',
  '[^1]',
  '\n\n[^1]: ',
  '\n\n[x]: <javascript:y> "z"\n\n',
  'https://a.example/_x_ ',
  'a@b.example ',
  '- [x] ',
  '\\',
  '===\n',
];

const name = fc.constantFrom(...NAMES);
const tag = fc
  .tuple(name, fc.array(fc.constantFrom(...ATTRIBUTE_SOURCES), { maxLength: 3 }), fc.boolean())
  .map(
    ([element, attributes, closed]) =>
      `<${[element, ...attributes].join(' ')}${closed ? '>' : '/>'}`,
  );
const piece = fc.oneof(
  { weight: 5, arbitrary: tag },
  { weight: 4, arbitrary: name.map((element) => `</${element}>`) },
  { weight: 3, arbitrary: fc.constantFrom(...SCRAPS) },
  { weight: 1, arbitrary: fc.constantFrom(...XSS_VECTORS.map((vector) => vector.payload)) },
);
/** Random markup of everything that parsers treat specially. */
const soup = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
const markdownSoup = fc
  .array(fc.oneof(piece, fc.constantFrom(...MARKDOWN)), { maxLength: 25 })
  .map((pieces) => pieces.join(''));
const anyString = fc.string({ unit: 'binary', maxLength: 200 });

describe('whatever is written', () => {
  test('sanitizing it twice gives the same as once, and it is safe', () => {
    fc.assert(
      fc.property(fc.oneof(soup, anyString), (markup) => {
        const once = sanitizeHtml(markup);
        expect(sanitizeHtml(once)).toBe(once);
        expect(reserialize(once)).toBe(once);
        expect(dangers(once)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(FORMATS)(
    'rendering it as %s is safe, the same each time, and survives reading',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(soup, markdownSoup, anyString), async (content) => {
          const body = await renderBodyAs(format, content);
          expect(await renderBodyAs(format, content)).toEqual(body);
          expect(reserialize(body.html)).toBe(body.html);
          expect(dangers(body.html)).toEqual([]);
        }),
        { numRuns: 400 },
      );
    },
  );
});
