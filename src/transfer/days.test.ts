import { expect, it } from 'vitest';
import { importFiles, makeEmptyApp } from '../../test/import-folder.ts';
import { inZone, onDayThere } from './dates.ts';

const BRISBANE = 'Australia/Brisbane';
const ghost = (published_at: string, key: string, value: string) => {
  const post = { id: '1', title: 'A', slug: 'a', html: '<p>A</p>', status: 'published' };
  const data = { posts: [{ ...post, published_at }], settings: [{ key, value }] };
  return JSON.stringify({ db: [{ data }] });
};
const wordpress = (local: string, gmt: string) =>
  `<?xml version="1.0"?><rss><channel><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><item><title>A</title><link>https://old.example/a/</link><wp:post_id>1</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><pubDate>Tue, 08 May 2012 01:30:00 +0000</pubDate><wp:post_date>${local}</wp:post_date><wp:post_date_gmt>${gmt}</wp:post_date_gmt><content:encoded><![CDATA[Text]]></content:encoded></item></channel></rss>`;

it('an imported post has the day that the former site showed', async () => {
  const app = await makeEmptyApp();
  for (const [name, content] of [
    ['a.xml', wordpress('2012-05-07 20:30:00', '2012-05-08 01:30:00')],
    ['utc.xml', wordpress('2012-05-07 20:30:00', '2012-05-07 20:30:00')],
    ['a.json', ghost('2012-05-08T01:30:00.000Z', 'timezone', 'America/New_York')],
    ['before-3.json', ghost('2012-05-08 01:30:00', 'active_timezone', 'America/New_York')],
    ['utc.json', ghost('2012-05-07T20:30:00.000Z', 'timezone', 'Nowhere')],
    ['a.md', '---\ntitle: A\ndate: 2012-05-07T20:30:00-05:00\n---\nA'],
  ] as const) {
    const { items } = await importFiles({ [name]: content }, { isDryRun: true }, app);
    const day = inZone(items[0]?.date ?? '', BRISBANE).slice(0, 10);
    expect([name, items[0]?.outcome, day]).toEqual([name, 'imported', '2012-05-07']);
  }
});

it('onDayThere changes an instant only for the day that is shown', () => {
  const NOW = '2026-03-01T09:00:00.000Z';
  for (const [date, expected] of [
    ['2012-05-08T10:00:00+12:00', '2012-05-08T10:00:00+12:00'],
    ['2012-05-07T20:00:00-05:00', '2012-05-07T20:00:00+10:00'],
    ['2012-05-08T01:00:00+13:00', '2012-05-08T01:00:00+10:00'],
    // Future ones, also those that would become so.
    ['2026-03-02T20:00:00-05:00', '2026-03-02T20:00:00-05:00'],
    ['2026-03-01T21:30:00+13:00', '2026-03-01T21:30:00+13:00'],
    ['Tue, 08 May 2012', 'Tue, 08 May 2012'],
    ['2012-02-31', '2012-02-31'],
  ] as const) {
    expect(onDayThere(date, BRISBANE, NOW)).toBe(expected);
  }
});
