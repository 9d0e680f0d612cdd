import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { createPost } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { named, readXml, type XmlElement } from '../../../test/xml.ts';
import { violationsOf } from '../../../test/xml-schema.ts';

/** Ends of sections, references, control characters, signs without meaning, quotes, documents, Markdown, other scripts. */
const HOSTILE_TEXTS: string[] = JSON.parse(
  readFileSync(new URL('hostile-texts.json', import.meta.url), 'utf8'),
);

/** Written as U+FFFD. */
const NOT_XML = '\u0001\u0008\u000B\u001F\uFFFE\uFFFF';

const write = async ({ site }: TestApp, fields: Parameters<typeof input>[0]) =>
  unwrap(await createPost(site, input(fields)));

async function read(app: TestApp, path: string): Promise<string> {
  const response = await app.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** A site with a post that has everything, and one of each hostile text. */
async function fullSite(): Promise<TestApp> {
  const app = await makeApp();
  await write(app, {
    slug: 'full',
    title: 'Full',
    description: 'Everything that a post can have.',
    author: 'Somebody',
    tags: ['Assays', 'Binding affinity'],
    coverImage: 'https://a.test/a"b&c.png',
    coverImageCaption: 'A cover',
    content: '# Heading\n\nText[^1] ![](/a.png)\n\n| a |\n|:-:|\n| b |\n\n[^1]: Note',
    references: [
      { title: 'Paper', url: 'https://a.test/?b=1&c=2', description: 'It says so.', type: 'book' },
    ],
  });
  for (const [index, text] of HOSTILE_TEXTS.entries()) {
    app.clock.advance(1001);
    await write(app, {
      slug: `hostile-${index}`,
      // One text consists of control characters alone, which no title may.
      title: `${text} title`,
      ...{ description: text, author: text, tags: [text], coverImageCaption: text },
      coverImage: `https://a.test/${encodeURIComponent(text)}`,
      content: `<p title="${text}">${text}</p>`,
      references: [{ title: text, url: 'https://a.test/', description: text, type: 'article' }],
    });
  }
  return app;
}

it('feed readers and search engines accept the feed and the sitemap by their schemas, before the first post and with every kind of post', async () => {
  const [empty, full] = [await makeApp(), await fullSite()];
  const feeds = [await read(empty, '/feed.xml'), await read(full, '/feed.xml')];
  expect(await violationsOf(feeds, 'atom.rng')).toEqual([[], []]);
  for (const feed of feeds.map(readXml)) {
    // RFC 4287, section 4.1.1: an entry or its feed names the author.
    expect(named(feed, 'author')).toHaveLength(1);
    for (const each of [feed, ...named(feed, 'entry')]) expectUniqueLinks(each);
  }
  const texts = HOSTILE_TEXTS.toReversed();
  const { items } = JSON.parse(await read(full, '/feed.json')) as { items: object[] };
  const entries = named(readXml(feeds[1] ?? ''), 'entry');
  for (const [index, text] of texts.entries()) {
    const title = `${text} title`.trim();
    const summary = expect.stringContaining(text.trim());
    expect(items[index]).toMatchObject({ title, summary, tags: [text.trim()] });
    const printed = [...title].map((sign) => (NOT_XML.includes(sign) ? '\uFFFD' : sign)).join('');
    expect(named(entries[index], 'title')[0]?.text).toBe(printed);
    expect(named(entries[index], 'content')[0]?.text).not.toContain('<script');
  }
  expect(named(entries.at(-1), 'content')[0]?.text).toContain(
    'src="https://a.test/a&quot;b&amp;c.png"',
  );
  const lines = (await read(full, '/llms.txt')).split('\n');
  expect(lines.filter((line) => line.includes('/blog/hostile-'))).toHaveLength(texts.length);
  expect(lines.filter((line) => line.startsWith('## '))).toHaveLength(3);
  const sitemaps = [await read(empty, '/sitemap.xml'), await read(full, '/sitemap.xml')];
  expect(await violationsOf(sitemaps, 'sitemap.xsd')).toEqual([[], []]);
});

/** RFC 4287, sections 4.1.1 and 4.1.2: one alternate link for each type and language. */
function expectUniqueLinks(parent: XmlElement): void {
  const kinds = named(parent, 'link').map(({ attributes: { rel = 'alternate', type, hreflang } }) =>
    JSON.stringify([rel, type, hreflang]),
  );
  expect(kinds).toContainEqual(expect.stringContaining('"alternate"'));
  expect(new Set(kinds).size).toBe(kinds.length);
}
