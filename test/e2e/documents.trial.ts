import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { LinkChecker } from 'linkinator';
import { profile } from '../../src/content/profile.ts';
import { checkHtml, findJava, MISSING_JAVA } from '../nu-html-checker.ts';
import { type ProductionSite, startProductionSite } from '../production-site.ts';
import { test } from './page-test.ts';

/**
 * What the site sends, looked at whole and without a browser. The site is one of its own: others'
 * posts would come and go meanwhile, some of them meant to do harm.
 */

const RICH_POST = {
  title: 'Everything “a post” can hold & <more>',
  slug: 'everything-a-post-can-hold',
  description: 'Tables, notes, code, pictures & quotations.',
  author: 'Somebody Else',
  tags: ['Assays', 'Binding affinity', 'C++ & <b>'],
  coverImage: '/images/covers/how-to-read-an-ic50.svg',
  coverImageCaption: 'A cover with a caption',
  status: 'published',
  publishDate: '2026-01-02T03:04:00Z',
  references: [
    { title: 'A paper', url: 'https://example.org/?a=1&b=2', description: 'Why', type: 'article' },
    { title: '', url: 'https://example.org/video', description: '', type: 'video' },
    {
      title: 'A book & its <title>',
      url: 'https://example.org/book',
      key: '10.1000/a#b:1',
      csl: { type: 'book', author: [{ family: 'Müller', given: 'A' }], publisher: 'P & Q' },
    },
    { title: 'Also cited', url: 'https://example.org/cited', key: 'Müller_2' },
  ],
  content: `# A heading\n\nSee [below](#a-deeper-heading), a note[^1] and again[^1], cited [see @10.1000/a#b:1, p. 3; @Müller_2] by @Müller_2, **bold**, ~~gone~~.

## A deeper heading

- [x] done
- [ ] to do
  1. nested

| left | right | middle |
|:--|--:|:-:|
| 1 | 2 | \`code\` |

\`\`\`python
ic50 = [x for x in values if x < 10]  # <nM>
\`\`\`

    indented

> A quotation

![A picture](/images/covers/how-to-read-an-ic50.svg "Its title")

<figure><img src="/images/blog-fallback.jpg" alt="" width="10" height="10"><figcaption>Figure</figcaption></figure>
<details><summary>More</summary><p>Hidden <kbd>text</kbd>, H<sub>2</sub>O, <time datetime="2026-01-02">then</time></p></details>
<video controls><source src="/images/none.mp4" type="video/mp4"></video>
<dl><dt>Term</dt><dd>What it means</dd></dl>

https://example.org/ and ${profile.email}

[^1]: The note.
`,
};

/** Enough for a second page of the blog. They are all alike: one of them is looked at. */
const BRIEF_POSTS = 100;
const isRepetition = (address: string) => /\/blog\/brief-(?!1\b)/.test(address);

let site: ProductionSite;

// One site for all tests of the file, which therefore run in one process.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  site = await startProductionSite();
  const { access_token } = await sendJson('/api/admin/login', site.administrator);
  for (let number = 1; number <= BRIEF_POSTS; number++) {
    const brief = { title: `Brief ${number}`, slug: `brief-${number}`, content: 'Briefly.' };
    await sendJson('/api/admin/blog/posts', brief, access_token);
  }
  await sendJson('/api/admin/blog/posts', RICH_POST, access_token);
});

test.afterAll(() => site?.stop());

async function sendJson(path: string, body: object, token?: string) {
  const response = await fetch(site.address + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

/** All URLs of this site in a document. */
async function addressesIn(path: string): Promise<string[]> {
  const document = await (await fetch(site.address + path)).text();
  const found = document.split(site.address).slice(1);
  return found.map((rest) => site.address + /^[^\s"'<>()[\]\\&]*/.exec(rest)?.[0]);
}

test.describe('every document', () => {
  const java = findJava();
  test.skip(java === undefined && process.env.CI !== 'true', MISSING_JAVA);

  test('is HTML by the standard, so that every browser builds the same page of it', async () => {
    if (java === undefined) throw new Error(MISSING_JAVA);
    const mapped = (await addressesIn('/sitemap.xml')).filter((url) => !isRepetition(url));
    const asked: Record<string, RequestInit> = Object.fromEntries(
      [
        ...mapped.map((url) => url.slice(site.address.length)),
        '/no/such/page',
        '/blog/no-such-post',
        '/blog?page=2',
        '/blog?page=99',
        '/contact?type=demo',
        '/contact?type=other',
        '/api/docs',
        '/admin/login',
        '/admin/dashboard',
        '/admin/create-post',
        `/admin/edit-post/${RICH_POST.slug}`,
      ].map((path) => [path, {}]),
    );
    const message = { name: 'A reader', email: 'reader@example.org', message: 'Hello' };
    asked['/contact?sent'] = { method: 'POST', body: new URLSearchParams(message) };
    asked['/contact?refused'] = { method: 'POST', body: new URLSearchParams({ name: '<b>' }) };

    const folder = mkdtempSync(join(tmpdir(), 'ligara-html-'));
    try {
      for (const [path, init] of Object.entries(asked)) {
        const response = await fetch(site.address + path, init);
        expect(response.headers.get('Content-Type'), path).toMatch(/^text\/html/);
        writeFileSync(join(folder, `${encodeURIComponent(path)}.html`), await response.text());
      }
      expect(Object.keys(asked).length).toBeGreaterThan(profile.pages.length + 15);
      const findings = checkHtml(java, folder).filter(isAmiss);
      const told = findings.map(({ url, message, extract }) => ({
        page: decodeURIComponent(decodeURIComponent(url.replace(/^.*\/|\.html$/g, ''))),
        message,
        extract,
      }));
      expect(told).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/**
 * Hints at style count too, but for two: React closes void elements with a slash, and the columns of
 * a Markdown table have no way but `align`, since the content policy forbids inline styles.
 */
function isAmiss({ type, subType, message, url }: ReturnType<typeof checkHtml>[number]): boolean {
  // The checker's list of CSS is years behind: it knows no `@view-transition`.
  if (message.startsWith('CSS: ')) return false;
  // Every element of MathML Core has it (section 2.1.3); the checker knows MathML 3.
  if (message === 'Attribute “scriptlevel” not allowed on element “mo” at this point.')
    return false;
  if (type === 'error' || subType === 'fatal') return true;
  // What the server sends of the admin area is only a place for what the browser makes.
  if (subType !== 'warning' || url.includes('%252Fadmin')) return false;
  return !/^The “align” attribute on the “t[hd]” element is obsolete/.test(message);
}

test('no link, picture, style sheet or anchor of the site leads nowhere', async () => {
  const { links } = await new LinkChecker().check({
    path: site.address,
    sitemap: true,
    recurse: true,
    concurrency: 4,
    checkCss: true,
    checkFragments: true,
    redirects: 'error',
    // Nothing is requested from another machine.
    linksToSkip: async (link) => new URL(link).origin !== site.address || isRepetition(link),
  });
  const broken = links
    .filter(({ state }) => state === 'BROKEN')
    // Linked from one post above, on purpose: media are only looked for when they are played.
    .filter(({ url }) => url !== `${site.address}/images/none.mp4`)
    .map(({ url, parent, status }) => `${parent} leads to ${url}: ${status}`);
  expect(broken).toEqual([]);
  const checked = links.filter(({ state }) => state === 'OK').map(({ url }) => url);
  for (const path of ['/blog?page=2', '/terms-of-service', '/feed.xml', '/blog/brief-1.md']) {
    expect(checked).toContain(site.address + path);
  }
  for (const ending of ['.css', '.js', '.woff2', '.jpg', '.png', '.svg']) {
    expect(checked.filter((url) => url.includes(ending))).not.toEqual([]);
  }
  const elsewhere = links
    .filter(({ state, url }) => state === 'SKIPPED' && !isRepetition(url))
    .map(({ url }) => url);
  await test.info().attach('not looked at', { body: [...new Set(elsewhere)].sort().join('\n') });
});

test('nothing that feeds, sitemap and the summary for language models name is missing', async () => {
  const files = ['/feed.xml', '/feed.json', '/sitemap.xml', '/llms.txt', '/robots.txt'];
  const named = new Set((await Promise.all(files.map(addressesIn))).flat());
  expect(named.size).toBeGreaterThan(BRIEF_POSTS + profile.pages.length);
  const missing: string[] = [];
  for (const address of [...named].filter((each) => !isRepetition(each))) {
    const [document = '', fragment] = address.split('#');
    const response = await fetch(document, { redirect: 'manual' });
    const text = await response.text();
    const isThere =
      fragment === undefined || text.includes(` id="${decodeURIComponent(fragment)}"`);
    if (response.status !== 200 || !isThere) missing.push(`${address}: ${response.status}`);
  }
  expect(missing).toEqual([]);
});
