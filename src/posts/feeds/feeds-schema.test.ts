import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeApp, PROFILE, type TestApp } from '../../../test/make-app.ts';
import { named, readXml, type XmlElement } from '../../../test/xml.ts';
import { violationsOf } from '../../../test/xml-schema.ts';
import { type PostDraft, postInputSchema } from '../post-input.ts';
import { createSitemap } from './sitemap.ts';

const HOSTILE_TEXTS = {
  'an end of a section': ']]></title><script>x()</script>',
  'references to characters': '&amp; & &lt; &#0; &#xFFFE; &nbsp;',
  'control characters': '\u0001\u0008\u000B\u001F\u007F\u0085\u2028',
  'what Unicode gives no meaning': '\uFFFE\uFFFF\uFEFF',
  'both kinds of quotes': `"'"' ><`,
  'the start of a document': '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e "e">]><!-- --',
  'other scripts': '\u{1F9EA} Ω 结合 שלום \u202E',
};

async function write(app: TestApp, fields: Partial<PostDraft>) {
  const draft = { title: 'Title', slug: 'a-post', content: 'Text', ...fields };
  const created = await app.services.posts.createPost(postInputSchema.parse(draft));
  if (!created.ok) throw new Error(JSON.stringify(created.failure));
}

async function read(app: TestApp, path: string): Promise<string> {
  const response = await app.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** A site with a post that has everything, one that has nothing, and one of each hostile text. */
async function fullSite(): Promise<TestApp> {
  const app = await makeApp();
  await write(app, { slug: 'plain' });
  await write(app, {
    slug: 'full',
    title: 'Full',
    description: 'Everything that a post can have.',
    author: 'Somebody',
    tags: ['Assays', 'Binding affinity'],
    coverImage: '/images/cover.png',
    coverImageCaption: 'A cover',
    content: '# Heading\n\nText[^1] ![](/a.png)\n\n| a |\n|:-:|\n| b |\n\n[^1]: Note',
    references: [
      { title: 'Paper', url: 'https://a.test/?b=1&c=2', description: 'It says so.', type: 'book' },
    ],
  });
  for (const [index, text] of Object.values(HOSTILE_TEXTS).entries()) {
    app.clock.advance(1001);
    await write(app, {
      slug: `hostile-${index}`,
      // One text consists of control characters alone, which no title may.
      title: `${text} title`,
      description: text,
      author: text,
      tags: [text],
      coverImage: `https://a.test/${encodeURIComponent(text)}`,
      coverImageCaption: text,
      content: `<p title="${text}">${text}</p>`,
      references: [{ title: text, url: 'https://a.test/', description: text, type: 'article' }],
    });
  }
  return app;
}

describe('a feed reader', () => {
  it('accepts the Atom feed by RFC 4287, before the first post and with every kind of post', async () => {
    const feeds = [
      await read(await makeApp(), '/feed.xml'),
      await read(await fullSite(), '/feed.xml'),
    ];
    expect(await violationsOf(feeds, 'atom.rng')).toEqual([[], []]);
    for (const feed of feeds.map(readXml)) {
      for (const each of [feed, ...named(feed, 'entry')]) expectUniqueLinks(each);
      const ids = named(feed, 'entry').map((entry) => named(entry, 'id')[0]?.text);
      expect(new Set(ids).size).toBe(ids.length);
      // Section 4.1.1: an entry or its feed names the author.
      expect(named(feed, 'author')).toHaveLength(1);
    }
  });

  it('accepts the JSON feed by version 1.1, before the first post and with every kind of post', async () => {
    for (const app of [await makeApp(), await fullSite()]) {
      const feed = jsonFeedSchema.parse(JSON.parse(await read(app, '/feed.json')));
      const ids = feed.items.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

describe('a search engine', () => {
  it('accepts the sitemap by the protocol, before the first post and with every kind of post', async () => {
    const sitemaps = [
      await read(await makeApp(), '/sitemap.xml'),
      await read(await fullSite(), '/sitemap.xml'),
    ];
    expect(await violationsOf(sitemaps, 'sitemap.xsd')).toEqual([[], []]);
  });

  it('accepts the index and each part when one file cannot hold all', async () => {
    const { services } = await fullSite();
    const parts = { services, profile: PROFILE, publicUrl: 'https://site.test' };
    const sitemap = createSitemap(parts, 5);
    const index = await sitemap.whole();
    const count = named(readXml(index), 'sitemap').length;
    expect(count).toBeGreaterThan(1);
    const files = [index];
    for (let number = 1; number <= count; number++) files.push((await sitemap.part(number)) ?? '');
    expect((await violationsOf(files, 'sitemap.xsd')).flat()).toEqual([]);
  });
});

describe('the schemas of the tests', () => {
  it('refuse an Atom feed that breaks a rule of RFC 4287', async () => {
    const app = await fullSite();
    const feed = await read(app, '/feed.xml');
    const breaches: [RegExp, string][] = [
      [/<feed xmlns="[^"]*"/, '<feed'],
      [/<id>[^<]*<\/id>\n/, ''],
      [/<id>[^<]*<\/id>/, '<id>relative</id>'],
      [/<title>[^<]*<\/title>\n/, ''],
      [/(<title>[^<]*<\/title>)/, '$1$1'],
      [/<updated>[^<]*<\/updated>\n/, ''],
      [/<updated>[^<]*</, '<updated>2026-03-01<'],
      [/<updated>[^<]*</, '<updated>2026-02-30T09:00:00Z<'],
      [/<updated>[^<]*</, '<updated>2026-03-01T09:00:00<'],
      [/<author><name>[^<]*<\/name>/, '<author>'],
      [/ xml:lang="[^"]*"/, ' xml:lang="Australian English"'],
      [/<link rel="self" type="[^"]*"/, '<link rel="self" type="atom"'],
      [/<link rel="self" ([^>]*) href="[^"]*"\/>/, '<link rel="self" $1/>'],
      [/<link rel="self"/, '<link rel="self too"'],
      [/<category term="[^"]*"\/>/, '<category/>'],
      [/<content type="html">/, '<content type="markdown">'],
      [/<subtitle>/, '<subtitle type="text/html">'],
      [/<published>[^<]*</, '<published>yesterday<'],
      [/<summary>([^<]*)<\/summary>/, '<description>$1</description>'],
      [/<entry>\n<id>[^<]*<\/id>\n/, '<entry>\n'],
      [/<entry>\n/, '<entry>\nText between elements'],
    ];
    const absent = breaches.filter(([sound]) => !sound.test(feed));
    expect(absent).toEqual([]);
    const feeds = breaches.map(([sound, broken]) => feed.replace(sound, broken));
    const violations = await violationsOf(feeds, 'atom.rng');
    expect(breaches.filter((_, index) => violations[index]?.length === 0)).toEqual([]);
  });

  it('refuse a sitemap that breaks a rule of the protocol', async () => {
    const url = (inner: string) => `<url>${inner}</url>`;
    const loc = '<loc>https://site.test/</loc>';
    const set = (inner: string, xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9') =>
      `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="${xmlns}">${inner}</urlset>\n`;
    const everything = `${loc}<lastmod>2026-03-01T09:00:00.000Z</lastmod><changefreq>daily</changefreq><priority>0.5</priority>`;
    const sound = [set(url(everything)), set(url(`${loc}<lastmod>2026</lastmod>`))];
    expect(await violationsOf(sound, 'sitemap.xsd')).toEqual([[], []]);
    const breaches = [
      set(''),
      set(url(loc), 'http://www.google.com/schemas/sitemap/0.84'),
      set(url('')),
      set(url(loc + loc)),
      set(url('<loc>/relative</loc>')),
      set(url('<loc>https://site.test/a b</loc>')),
      set(url(`<loc>https://site.test/${'a'.repeat(2048)}</loc>`)),
      set(url(`${loc}<lastmod>2026-03-01T09:00:00</lastmod>`)),
      set(url(`${loc}<lastmod>1 March 2026</lastmod>`)),
      set(url(`${loc}<changefreq>often</changefreq>`)),
      set(url(`${loc}<priority>2</priority>`)),
      set(url(`${loc}<image/>`)),
    ];
    const violations = await violationsOf(breaches, 'sitemap.xsd');
    expect(breaches.filter((_, index) => violations[index]?.length === 0)).toEqual([]);
  });
});

/** RFC 4287, sections 4.1.1 and 4.1.2: one alternate link for each type and language. */
function expectUniqueLinks(parent: XmlElement): void {
  const kinds = named(parent, 'link').map(({ attributes: { rel = 'alternate', type, hreflang } }) =>
    JSON.stringify([rel, type, hreflang]),
  );
  expect(kinds).toContainEqual(expect.stringContaining('"alternate"'));
  expect(new Set(kinds).size).toBe(kinds.length);
}

const author = z
  .strictObject({ name: z.string(), url: z.url(), avatar: z.url() })
  .partial()
  .refine((each) => Object.keys(each).length > 0, 'an author without anything');

/** https://www.jsonfeed.org/version/1.1/, without extensions, which the site does not write. */
const jsonFeedSchema = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.url().optional(),
  feed_url: z.url().optional(),
  description: z.string().optional(),
  user_comment: z.string().optional(),
  next_url: z.url().optional(),
  icon: z.url().optional(),
  favicon: z.url().optional(),
  authors: z.array(author).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/)
    .optional(),
  expired: z.boolean().optional(),
  items: z.array(
    z
      .strictObject({
        id: z.string().min(1),
        url: z.url().optional(),
        external_url: z.url().optional(),
        title: z.string().optional(),
        content_html: z.string().optional(),
        content_text: z.string().optional(),
        summary: z.string().optional(),
        image: z.url().optional(),
        banner_image: z.url().optional(),
        date_published: z.iso.datetime({ offset: true }).optional(),
        date_modified: z.iso.datetime({ offset: true }).optional(),
        authors: z.array(author).optional(),
        tags: z.array(z.string()).optional(),
        language: z.string().optional(),
      })
      .refine(
        (item) => item.content_html !== undefined || item.content_text !== undefined,
        'an item without content',
      ),
  ),
});
