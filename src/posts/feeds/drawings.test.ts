import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { createPost } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { unescapeHtml } from '../../server/html/read-tags.ts';

/** Concentrations with their responses. */
const POINTS = ['1,98', '3,93', '10,77', '30,52', '100,23', '300,9', '1000,4'];

const chart = (series: string, name = 'EGFR') =>
  `\`\`\`dose-response {name="${name}"}\nconcentration (nM),response (%),series\n${POINTS.map((point) => `${point},${series}`).join('\n')}\n\`\`\``;

/** What the feed shows of a post's drawing, and the drawing that it leads to. */
async function pictureInFeed(app: TestApp, slug: string, content: string) {
  unwrap(await createPost(app.site, input({ title: slug, slug, content })));
  const { items } = (await (await app.get('/feed.json')).json()) as {
    items: { url: string; content_html: string }[];
  };
  const html = items.find(({ url }) => url.endsWith(`/${slug}`))?.content_html ?? '';
  const [, src = '', alt = ''] =
    /<img (?:class="formula-picture" )?src="([^"]*\.png)" alt="([^"]*)"/.exec(html) ?? [];
  const response = await app.get(new URL(src).pathname);
  return { html, alt: unescapeHtml(alt), response, png: Buffer.from(await response.arrayBuffer()) };
}

test('a curve is a picture in feeds and mails, with its colours and letters, and its results in words', async () => {
  const app = await makeApp();
  const { html, alt, response, png } = await pictureInFeed(app, 'curve', chart('Osimertinib'));
  expect(html).not.toContain('<svg');
  expect(alt).toMatch(/^Dose–response curve, EGFR\. Osimertinib: relative pIC50 7\.5\d \(/);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(info.width).toBe(800);
  const colours = new Set(
    Array.from({ length: data.length / 3 }, (_, i) => data.readUIntBE(3 * i, 3)),
  );
  // White paper, the teal of the first series, and the ink of titles.
  for (const colour of [0xffffff, 0x0b7a6f, 0x0b1b24]) expect(colours).toContain(colour);

  const marks = chart('a<b>c&d', 'x > y < z & w');
  const other = await pictureInFeed(app, 'other', marks);
  expect(other.png.equals(png)).toBe(false);
  expect(other.response.status).toBe(200);
  expect(other.alt).toContain('x > y < z & w');
  expect(other.html).not.toContain('<svg');
});

test('a formula is a picture in feeds and mails, sharp on dense screens, with its TeX in words', async () => {
  const app = await makeApp();
  const content = 'By $K_i = \\frac{\\mathrm{IC}_{50}}{1 + [S]/K_m}$, not by its slope.';
  const { html, alt, response, png } = await pictureInFeed(app, 'formula', content);
  expect(html).not.toMatch(/<(?:math|svg)/);
  expect(alt).toBe('K_i = \\frac{\\mathrm{IC}_{50}}{1 + [S]/K_m}');
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  const { width = 0 } = await sharp(png).metadata();
  const shown = Number(/width="(\d+)"/.exec(html)?.[1]);
  expect(width / shown).toBeCloseTo(2, 1);
  const missing = await app.get(`/blog/formula/drawings/${'0'.repeat(32)}.png`);
  expect(missing.status).toBe(404);
});
