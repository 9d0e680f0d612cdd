import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { LIMITS, type PostDraft } from '../../src/domain/posts/post.ts';
import { startProductionSite } from '../production-site.ts';
import { XSS_VECTORS } from '../xss-vectors.ts';
import { email, openSignedIn, password, writePost } from './admin-area.ts';
import { signIn } from './sign-in.ts';

/**
 * The hostile vectors through every field beside the body, on the pages that show them. The content
 * policy is off: what protects the reader here is that fields are written as text.
 */

// The API refuses NUL in any field.
const payloads = XSS_VECTORS.map(({ payload }) => payload.replaceAll('\0', ''));

/** The beginning of a vector that a field can hold. */
function cut(payload: string, maximum: number): string {
  return payload.slice(0, maximum).toWellFormed();
}

function hostilePost(payload: string, slug: string): PostDraft {
  return {
    slug,
    title: cut(`x ${payload}`, LIMITS.title),
    content: 'A body without harm.',
    description: cut(payload, LIMITS.description),
    author: cut(payload, LIMITS.author),
    tags: [cut(payload, LIMITS.tag), cut(`">${payload}`, LIMITS.tag)],
    coverImage: '/images/blog-fallback.jpg?"onerror=window.__xss=1//',
    coverImageCaption: cut(payload, LIMITS.caption),
    references: [
      {
        title: cut(payload, LIMITS.referenceTitle),
        url: cut(`https://evil.example/?${payload}`, LIMITS.url),
        description: cut(payload, LIMITS.referenceDescription),
        type: 'article',
      },
    ],
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

async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: '__xss' in window && window.__xss !== undefined,
    handlers: document.querySelectorAll(
      'main :is([onerror], [onload], [onclick], [onfocus], [ontoggle])',
    ).length,
    scripts: document.querySelectorAll('main script, main iframe, main svg script').length,
    schemes: [...document.querySelectorAll('main a[href]')]
      .map((link) => (link as HTMLAnchorElement).protocol)
      .filter((scheme) => !['http:', 'https:', 'mailto:'].includes(scheme)),
    escaped: document.querySelectorAll('body > :not(a, header, main, footer, script)').length,
  }));
  expect(found).toEqual({ ran: false, handlers: 0, scripts: 0, schemes: [], escaped: 0 });
}

// The work of the browser is in going from page to page: two of them share it.
for (const half of [0, 1]) {
  test(`a hostile field harms no reader and no administrator, on the post, in the list and on the dashboard: half ${half + 1} of all`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    // A site of its own, which renders pages when they are asked for and need not be tidied up.
    const site = await startProductionSite({
      SEED_CONTENT: 'off',
      PAGE_CACHE_MB: '0',
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
    });
    const context = await browser.newContext({ bypassCSP: true, baseURL: site.address });
    try {
      const page = await context.newPage();
      const harm = watch(context);
      const token = await openSignedIn(page, context.request, '/healthz');
      const posts = payloads
        .map((payload, index) => hostilePost(payload, `hostile-${index}`))
        .filter((_, index) => index % 2 === half);
      for (const post of posts) await writePost(context.request, token, post);
      for (const { slug } of posts) {
        await page.goto(`/blog/${slug}`, { waitUntil: 'domcontentloaded' });
        await expectHarmless(page);
      }
      for (let number = 1; number <= Math.ceil(posts.length / 100); number++) {
        await page.goto(`/blog?page=${number}`);
        await expect(page.getByRole('article').first()).toBeVisible();
        await expectHarmless(page);
      }
      await page.goto('/admin/dashboard');
      await expect(page.getByRole('row').nth(50)).toBeVisible();
      await expectHarmless(page);
      await page.goto(`/admin/edit-post/${posts[0]?.slug}`);
      await expect(page.getByLabel('Title').first()).toBeVisible();
      await expectHarmless(page);
      expect(harm).toEqual([]);
    } finally {
      await context.close();
      await site.stop();
    }
  });
}

for (const url of [
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/x',
  'file:///etc/passwd',
  '//evil.example',
]) {
  test(`a reference or cover at ${JSON.stringify(url)} is refused and nothing is written`, async ({
    page,
    request,
  }) => {
    const { token } = await signIn(page, request);
    const post = { title: 'Refused', slug: `refused-${Date.now()}`, content: 'Text.' };
    for (const hostile of [{ references: [{ url }] }, { coverImage: url }]) {
      const response = await request.post('/api/admin/blog/posts', {
        headers: { Authorization: `Bearer ${token}` },
        data: { ...post, ...hostile },
      });
      expect(response.status()).toBe(422);
      expect(JSON.stringify(await response.json())).toContain(Object.keys(hostile)[0]);
    }
    expect((await request.get(`/api/blog/posts/${post.slug}`)).status()).toBe(404);
  });
}
