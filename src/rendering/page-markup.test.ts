import { describe, expect, test } from 'vitest';
import { danglingLinks, elements, rendered } from '../../test/body-markup.ts';
import { readTable } from '../../test/read-table.ts';

describe('headings', () => {
  const outline = async (content: string) =>
    [...(await rendered(content)).matchAll(/<(h[1-6]) id="([^"]+)"/g)].map(
      ([, name, id]) => `${name} ${id}`,
    );

  test.each([
    ['# A\n\n## B\n\n#### C', ['h2 section-a', 'h3 section-b', 'h5 section-c']],
    ['## A\n\n### B', ['h2 section-a', 'h3 section-b']],
    ['### A\n\n#### B\n\n### C', ['h2 section-a', 'h3 section-b', 'h2 section-c']],
    ['# A\n\n###### B', ['h2 section-a', 'h6 section-b']],
    ['<h1>A</h1><h2>B</h2>', ['h2 section-a', 'h3 section-b']],
  ])(
    'never compete with the title of the page, and keep their nesting: %j',
    async (content, expected) => {
      expect(await outline(content)).toEqual(expected);
    },
  );

  test('all have different ids, whatever ids the author used', async () => {
    const content =
      '<p id="same">x</p>\n\n# Same\n\n## Same\n\n## Same 1\n\n<h2 id="own">Own</h2>\n\n# !\n\n# ?\n\n# constructor';
    const ids = (await outline(content)).map((line) => line.split(' ')[1]);
    expect(ids).toEqual([
      'same-1',
      'same-2',
      'same-1-1',
      'section-own',
      'section-section',
      'section-1',
      'section-constructor',
    ]);
  });

  test('each carry a link to themselves that says where it leads', async () => {
    const html = await rendered('## Reading `IC50` values\n\n[up](#reading-ic50-values)');
    expect(elements(html, 'a').map(({ properties }) => properties)).toEqual([
      {
        className: ['heading-anchor'],
        href: '#reading-ic50-values',
        ariaLabel: 'Link to section: Reading IC50 values',
      },
      { href: '#reading-ic50-values' },
    ]);
    expect(danglingLinks(html)).toEqual([]);
  });

  test('within a link carry no other', async () => {
    expect(
      elements(await rendered('<div><a href="/x"><h2>Title</h2></a></div>'), 'a'),
    ).toHaveLength(1);
  });
});

describe('markup for the page', () => {
  test('right-to-left text has its direction, block by block, unless its author gave it one', async () => {
    expect(
      await rendered(
        '# مقدمة\n\nIn English\n\nשרח **HER2**\n\n- واحد\n- two\n\n| ב | a |\n|---|---|\n| c | ד |',
      ),
    ).toMatch(
      /<h2 [^>]*dir="rtl">مقدمة.*<p>In English<\/p>\n<p dir="rtl">.*<ul dir="rtl">\n<li>.*<div class="table-frame"[^>]* dir="rtl">/s,
    );
    const own = '<div dir="rtl"><p>HER2 عربي</p></div>';
    expect(await rendered(own)).toBe(own);
    expect(await rendered('A *β*-lactam, Юрий, 中文')).not.toContain('dir');
  });

  test('wide tables scroll in a frame that the keyboard reaches, named by their caption', async () => {
    const html = await rendered(
      '<table><caption>Half-lives</caption><tr><td><table><tr><td>x</table></table>\n\n| a |\n| - |',
    );
    expect(elements(html, 'div').map(({ properties }) => properties)).toEqual([
      { className: ['table-frame'], role: 'group', ariaLabel: 'Half-lives', tabIndex: 0 },
      { className: ['table-frame'], role: 'group', ariaLabel: 'Table', tabIndex: 0 },
    ]);
  });

  test('images load lazily and keep the size and text that the author gave', async () => {
    const html = await rendered(
      '![A curve](/curve.png)\n\n<p><img src="/x.png" width="640" height="50%" style="border:0"></p>',
    );
    expect(elements(html, 'img').map(({ properties }) => properties)).toEqual([
      { src: '/curve.png', alt: 'A curve', loading: 'lazy', decoding: 'async' },
      { src: '/x.png', width: 640, alt: '', loading: 'lazy', decoding: 'async' },
    ]);
  });

  test.each(readTable(new URL('relations.tsv', import.meta.url)))(
    'a link to %s has the relation %s',
    async (href, relation) => {
      const [link] = elements(
        await rendered(`<p><a href="${href}" rel="opener" target="_blank">x</a></p>`),
        'a',
      );
      expect(link?.properties.rel).toEqual(relation === 'undefined' ? undefined : [relation]);
      expect(link?.properties).not.toHaveProperty('target');
    },
  );
});
