import { type BrowserContext, expect, type Page } from '@playwright/test';
import { LIMITS } from '../../src/posts/fields.ts';
import type { PostDraft } from '../../src/posts/post-input.ts';
import { REFERENCE_LIMITS } from '../../src/science/references/reference.ts';
import { XSS_VECTORS } from '../xss-vectors.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { LIVE_SITE, SIGNED_IN } from './sites.ts';

/**
 * The hostile vectors through every field beside the body, on the pages that show them. The content
 * policy is off: what protects the reader here is that fields are written as text.
 */

// Few others look at this site's posts.
test.use({ ...SIGNED_IN, baseURL: LIVE_SITE.baseURL });

// The API refuses NUL in any field.
const payloads = XSS_VECTORS.map(({ payload }) => payload.replaceAll('\0', ''));

/** So that each vector comes in a field of a post or two. */
const POSTS = 20;

/** Posts of which each field holds the beginning of another vector, as much as it can hold. */
function hostilePosts(): PostDraft[] {
  let taken = 0;
  const next = (maximum: number, around = (payload: string) => payload) => {
    const payload = payloads[taken % payloads.length] ?? '';
    taken += 1;
    return around(payload).slice(0, maximum).toWellFormed();
  };
  return Array.from({ length: POSTS }, (_, index) => hostilePost(next, index));
}

function hostilePost(
  next: (maximum: number, around?: (payload: string) => string) => string,
  index: number,
): PostDraft {
  return {
    slug: freshSlug('hostile'),
    // At the end of what other tests list.
    publishDate: '2020-01-01T00:00:00Z',
    title: next(LIMITS.title, (payload) => `x ${payload}`),
    content: 'A body without harm [@k], by @k.',
    description: next(LIMITS.description),
    author: next(LIMITS.author),
    tags: [next(LIMITS.tag), next(LIMITS.tag, (payload) => `">${payload}`)],
    coverImage: '/images/blog-fallback.jpg?"onerror=window.__xss=1//',
    coverImageCaption: next(LIMITS.caption),
    references: [
      {
        title: next(REFERENCE_LIMITS.title),
        url: next(LIMITS.url, (payload) => `https://evil.example/?${payload}`),
        description: next(REFERENCE_LIMITS.description),
        type: 'article',
      },
      {
        title: next(REFERENCE_LIMITS.title),
        url: 'https://evil.example/k',
        key: 'k',
        csl: {
          type: 'book',
          author: [{ family: next(300), given: next(300) }, { literal: next(300) }],
          editor: [{ literal: next(300) }],
          'container-title': next(300, (payload) => `">${payload}`),
          publisher: next(300),
          genre: next(300),
          DOI: next(310, (payload) => `10.1000/x${payload.replace(/[\s\p{Cc}]/gu, '')}`),
          URL: 'javascript:alert(1)',
          issued: { literal: next(100) },
        },
      },
    ],
    citationStyle: index % 2 === 0 ? 'numbered' : 'author-date',
  };
}

/** What went wrong on the pages of a context. */
function watch(context: BrowserContext): string[] {
  const harm: string[] = [];
  context.on('dialog', (dialog) => {
    harm.push(`dialog on ${dialog.page()?.url()}`);
    dialog.dismiss().catch(() => harm.push('a dialog could not be closed'));
  });
  context.on('request', (request) => {
    const isForeign = new URL(request.url()).hostname.endsWith('evil.example');
    if (isForeign && request.resourceType() !== 'image') {
      harm.push(`${request.resourceType()} ${request.url()}`);
    }
  });
  return harm;
}

const HARMLESS = { handlers: 0, scripts: 0, schemes: [] as string[], escaped: 0 };

/** Runs in a page: what a page holds that only a field written as markup can have made. */
function harmIn(html: string): typeof HARMLESS {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const all = [...body.querySelectorAll('main, main *')];
  const hrefs = all.filter((each) => each.matches('a')).map((link) => link.getAttribute('href'));
  return {
    handlers: all.filter((each) => each.getAttributeNames().some((name) => /^on/i.test(name)))
      .length,
    scripts: all.filter((each) => each.matches('script, iframe')).length,
    schemes: hrefs
      .map((href) => new URL(href ?? '/', 'https://site.test').protocol)
      .filter((scheme) => !['http:', 'https:', 'mailto:'].includes(scheme)),
    escaped: [...body.children].filter((each) => !each.matches('a, header, main, footer, script'))
      .length,
  };
}

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(() => '__xss' in window && window.__xss !== undefined)).toBe(false);
  expect(await page.evaluate(harmIn, await page.content())).toEqual(HARMLESS);
}

/** Whether the browser visits this post, too, beside being read as the standard says. */
const isVisited = (_: unknown, index: number) => index % 4 === 0;

test('xss in fields: a hostile field harms no reader and no administrator, on the post, in lists and in the form', async ({
  browser,
  api,
}) => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const harm = watch(context);
  const posts = hostilePosts();
  for (const post of posts) await api.writePost(post);
  for (const { slug } of posts) {
    const html = await (await context.request.get(`/blog/${slug}`)).text();
    expect([slug, await page.evaluate(harmIn, html)]).toEqual([slug, HARMLESS]);
  }
  for (const { slug } of posts.filter(isVisited)) {
    await page.goto(`/blog/${slug}`, { waitUntil: 'domcontentloaded' });
    await expectHarmless(page);
  }
  await page.goto('/blog');
  await expect(page.locator(`a[href="/blog/${posts[0]?.slug}"]`).first()).toBeAttached();
  await expectHarmless(page);
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('row').nth(POSTS)).toBeVisible();
  await expectHarmless(page);
  await page.goto(`/admin/edit-post/${posts[0]?.slug}`);
  await expect(page.getByLabel('Title').first()).toBeVisible();
  await expectHarmless(page);
  expect(harm).toEqual([]);
  for (const { slug } of posts) await api.call('DELETE', `/api/admin/blog/posts/${slug}`);
  await context.close();
});

test('the check of what is sent sees a field that is not written as text', async ({ page }) => {
  const harmOf = (inside: string) =>
    page.evaluate(harmIn, `<body><header></header><main>${inside}</main></body>`);
  expect(await harmOf('<p>&lt;img onerror=x&gt;</p><a href="/blog">x</a>')).toEqual(HARMLESS);
  for (const hostile of [
    '<img src=x onerror=x>',
    '<svg><script>x</script></svg>',
    '<a href=" javascript:x">x</a>',
    '</main><p>x</p>',
  ]) {
    expect([hostile, await harmOf(hostile)]).not.toEqual([hostile, HARMLESS]);
  }
});
