import { describe, expect, test } from 'vitest';
import { readTable } from '../../test/read-table.ts';
import { renderBody } from './body.ts';

const OWN = '/media/0123456789abcdef0123456789abcdef/800x600.jpg';

async function render(content: string): Promise<string> {
  return (await renderBody(content)).html;
}

describe('a picture alone in its paragraph with a title is a figure', () => {
  test('whose caption is the title, which is no tooltip', async () => {
    expect(await render('![A plate](/x.png "The plate, after 24 h")')).toBe(
      '<figure><img src="/x.png" alt="A plate" loading="lazy" decoding="async"><figcaption>The plate, after 24\u00a0h</figcaption></figure>',
    );
  });

  test.each(readTable(new URL('titled-pictures.tsv', import.meta.url)))(
    '%s',
    async (_, content) => {
      const html = await render(content);
      expect(html).toMatch(/<figure>.*<img .*<figcaption>Caption<\/figcaption><\/figure>/s);
      expect(html).not.toContain('title=');
      expect(html).not.toMatch(/<p>\s*<\/p>/);
    },
  );

  test('and of our library has its formats and its caption', async () => {
    const { html } = await renderBody(`![A](${OWN} "Caption")`);
    expect(html).toMatch(
      /^<figure><picture><source .*<\/picture><figcaption>Caption<\/figcaption><\/figure>$/,
    );
  });

  test('whose link keeps its own title', async () => {
    expect(await render('[![A](/x.png "Caption")](/big.png "Larger")')).toContain(
      '<a href="/big.png" title="Larger">',
    );
  });

  test('whose caption is searched and counted', async () => {
    const { text, words } = await renderBody('One\n\n![Not this](/x.png "Two three")');
    expect([text, words]).toEqual(['One\nTwo three', 3]);
  });
});

test.each(readTable(new URL('titles-kept.tsv', import.meta.url)))(
  'a picture %s stays as it is, with its title',
  async (_, content) => {
    const html = await render(content);
    expect(html).toContain('title="Title"');
    expect(html).not.toContain('<figcaption>Title');
  },
);

test.each(['', ' '])('a title of "%s" makes no empty caption', async (title) => {
  expect(await render(`![A](/x.png "${title}")`)).toMatch(/^<p><img [^>]*><\/p>$/);
});

test('a figure that an author writes stays as it is', async () => {
  const figure =
    '<figure><img src="/x.png" alt="A"><figcaption>IC<sub>50</sub></figcaption></figure>';
  expect(await render(figure)).toContain('<figcaption>IC<sub>50</sub></figcaption></figure>');
});
