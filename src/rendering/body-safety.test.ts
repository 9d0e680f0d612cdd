import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dangers, reserialize } from '../../test/body-dangers.ts';
import { runningMarkup, sanitizeHtml } from '../../test/body-markup.ts';
import { bodiesWith, XSS_VECTORS } from '../../test/xss-vectors.ts';
import { type BodyFormat, renderBodyAs } from './body.ts';
import SOUP from './soup.json' with { type: 'json' };

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

test.each(FORMATS)(
  'an attack written in a body of %s finds nothing that runs, loads or clobbers',
  async (format) => {
    for (const { name, payload } of XSS_VECTORS) {
      for (const content of bodiesWith(payload)) {
        const { html } = await renderBodyAs(format, content);
        expect.soft(dangers(html), name).toEqual([]);
        // Markup that does not change its meaning when it is parsed.
        expect.soft(reserialize(html), name).toBe(html);
      }
    }
  },
  120_000,
);

test('an attack in the caption, description, label, title or summary of something runs nothing', async () => {
  for (const { name, payload } of XSS_VECTORS) {
    const line = payload.replace(/\s+/g, ' ');
    const value = line.replace(/[\\"]/g, '\\$&');
    const plain = value.replace(/[{}]/g, '');
    for (const content of [
      `![A](/x.png "${value.replaceAll('&', '&amp;')}")`,
      `![C](/x.png){#fig-a fig-alt="${plain}"}`,
      `![C](/x.png "${plain}"){#fig-b}`,
      `![C](/x.png){#${plain}}`,
      `![${line}](/x.png){#fig-c}`,
      `| a |\n|---|\n| 1 |\n\n: ${line} {#tbl-a}`,
      `::: {.details summary="${value}"}\nB\n:::`,
      `::: {.key-points title="${value}"}\nB\n:::`,
    ]) {
      const { html } = await renderBodyAs('markdown', content);
      expect.soft(runningMarkup(html), `${name} ${content}`).toEqual([]);
    }
  }
});

test('sanitizing an attack twice changes nothing', () => {
  for (const { name, payload } of XSS_VECTORS) {
    const once = sanitizeHtml(payload);
    expect.soft(dangers(once), name).toEqual([]);
    expect.soft(sanitizeHtml(once), name).toBe(once);
  }
});

const name = fc.constantFrom(...SOUP.names);
const tag = fc
  .tuple(name, fc.array(fc.constantFrom(...SOUP.attributes), { maxLength: 3 }), fc.boolean())
  .map(
    ([element, attributes, closed]) =>
      `<${[element, ...attributes].join(' ')}${closed ? '>' : '/>'}`,
  );
const piece = fc.oneof(
  { weight: 5, arbitrary: tag },
  { weight: 4, arbitrary: name.map((element) => `</${element}>`) },
  { weight: 3, arbitrary: fc.constantFrom(...SOUP.scraps, '\uD800') },
  { weight: 1, arbitrary: fc.constantFrom(...XSS_VECTORS.map((vector) => vector.payload)) },
);
/** Random markup of everything that parsers treat specially. */
const soup = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
const markdownSoup = fc
  .array(fc.oneof(piece, fc.constantFrom(...SOUP.markdown)), { maxLength: 25 })
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
        { numRuns: 200 },
      );
    },
  );
});
