import { describe, expect, it } from 'vitest';
import { importPath } from '../../test/import-folder.ts';
import { makeApp } from '../../test/make-app.ts';
import { makeFolder } from '../../test/make-folder.ts';
import { publishedPost } from '../posts/public-posts.ts';
import { inZone, onDayThere } from './dates.ts';

const BRISBANE = 'Australia/Brisbane';
const ghost = (published_at: string, settings: { key: string; value: string }[]) =>
  JSON.stringify({
    db: [
      {
        data: {
          posts: [
            { id: '1', title: 'A', slug: 'a', html: '<p>A</p>', status: 'published', published_at },
          ],
          settings,
        },
      },
    ],
  });
const wordpress = (local: string, gmt: string) =>
  `<?xml version="1.0"?><rss><channel><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><item><title>A</title><link>https://old.example/a/</link><wp:post_id>1</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><pubDate>Tue, 08 May 2012 01:30:00 +0000</pubDate><wp:post_date>${local}</wp:post_date><wp:post_date_gmt>${gmt}</wp:post_date_gmt><content:encoded><![CDATA[Text]]></content:encoded></item></channel></rss>`;

const inNewYork = (key: string) => [{ key, value: 'America/New_York' }];

describe('the day of an imported post', () => {
  it.each([
    ['WordPress', { 'a.xml': wordpress('2012-05-07 20:30:00', '2012-05-08 01:30:00') }],
    ['WordPress in UTC', { 'a.xml': wordpress('2012-05-07 20:30:00', '2012-05-07 20:30:00') }],
    ['Ghost', { 'a.json': ghost('2012-05-08T01:30:00.000Z', inNewYork('timezone')) }],
    ['Ghost before 3.0', { 'a.json': ghost('2012-05-08 01:30:00', inNewYork('active_timezone')) }],
    [
      'Ghost in an unknown zone',
      { 'a.json': ghost('2012-05-07T20:30:00.000Z', [{ key: 'timezone', value: 'Nowhere' }]) },
    ],
    ['Markdown', { 'a.md': '---\ntitle: A\ndate: 2012-05-07T20:30:00-05:00\n---\nA' }],
  ])('is the day that the former site showed: %s', async (_system, files) => {
    const app = await makeApp({ renderPage: async () => new Response('', { status: 404 }) });
    const [imported] = await importPath(app.site, makeFolder(files));
    expect(imported).toMatchObject({ outcome: 'imported' });
    const post = await publishedPost(app.site, 'a');
    expect(inZone(post?.date ?? '', BRISBANE).slice(0, 10)).toBe('2012-05-07');
    const [again] = await importPath(app.site, makeFolder(files));
    expect(again).toMatchObject({ outcome: 'skipped', reason: 'it was imported before' });
  });

  const NOW = '2026-03-01T09:00:00.000Z';
  it.each([
    ['the same on both clocks', '2012-05-08T10:00:00+12:00', '2012-05-08T10:00:00+12:00'],
    ['earlier there', '2012-05-07T20:00:00-05:00', '2012-05-07T20:00:00+10:00'],
    ['later there', '2012-05-08T01:00:00+13:00', '2012-05-08T01:00:00+10:00'],
    ['ahead', '2026-03-02T20:00:00-05:00', '2026-03-02T20:00:00-05:00'],
    ['so late that it would lie ahead', '2026-03-01T21:30:00+13:00', '2026-03-01T21:30:00+13:00'],
    ['in a form that nobody knows', 'Tue, 08 May 2012', 'Tue, 08 May 2012'],
    ['no date', '2012-02-31', '2012-02-31'],
  ])('changes its instant only for the day that is shown: %s', (_name, date, expected) => {
    expect(onDayThere(date, BRISBANE, NOW)).toBe(expected);
  });
});
