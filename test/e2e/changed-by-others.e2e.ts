import { expect, type Page } from '@playwright/test';
import { publicPaths } from '../public-pages.ts';
import { test } from './page-test.ts';
import { openLive, waitUntilLive } from './public-page.ts';

/** Runs in the page: wraps every text, as translators do. */
function translate(): void {
  document.documentElement.classList.add('translated-ltr');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('script, style, svg')) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(text);
  }
}

/** Runs in the page: adds what extensions and password managers add. */
function addElements(): void {
  document.documentElement.setAttribute('data-extension', 'on');
  document.body.setAttribute('data-extension', 'on');
  document.head.prepend(document.createElement('style'));
  document.body.prepend(document.createElement('added-node'));
  document.body.append(document.createElement('added-node'));
  document.querySelector('main')?.prepend(document.createElement('added-node'));
  document.querySelector('main h1')?.after(document.createElement('added-node'));
  for (const input of document.querySelectorAll('main input, main label')) {
    input.after(document.createElement('added-node'));
  }
}

/** Runs in the page: reads what a reader must not lose. */
function contents() {
  const main = document.querySelector('main')?.cloneNode(true) as Element;
  for (const element of main.querySelectorAll('noscript, script')) element.remove();
  const attributes = ({ attributes }: Element) =>
    Object.fromEntries([...attributes].map(({ name, value }) => [name, value]));
  return {
    // The next level has titles of posts, of which other tests publish some meanwhile.
    headings: [...document.querySelectorAll('h1, h2')].map((each) => each.textContent),
    // The demo on Home begins to play.
    text: main.textContent?.replaceAll(/\s+/g, '').replace('PlayReset', 'PauseReset'),
    html: attributes(document.documentElement),
    body: attributes(document.body),
  };
}

test('a page keeps its contents and answers when an extension adds elements to it, or a translator changes its text, before its scripts run', async ({
  page,
  request,
}) => {
  let hold = Promise.withResolvers<void>();
  await page.route('**/static/**/*.js', async (route) => {
    await hold.promise;
    await route.continue();
  });
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  let visited = 0;
  for (const path of publicPaths) {
    // No script renders a page without the framework again.
    const html = await (await request.get(path)).text();
    if (!html.includes('__reactRouterContext')) continue;
    visited += 1;
    hold = Promise.withResolvers();
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    // Both do the same to every page, so each page has one of them.
    await page.evaluate(visited % 2 === 0 ? addElements : translate);
    const before = await page.evaluate(contents);
    const field = page
      .locator('main')
      .locator('textarea:enabled, input[type=search]:enabled')
      .first();
    const hasField = await field.isVisible();
    if (hasField) await field.fill('Typed early');
    hold.resolve();
    await waitUntilLive(page);
    if (hasField) await expect.soft(field, path).toHaveValue('Typed early');
    // What is typed there filters the terms.
    if (path === '/glossary') await field.fill('');
    expect.soft(await page.evaluate(contents), path).toEqual(before);
    expect.soft(before.html, path).toHaveProperty('data-theme', 'dark');
    // Static parts are shown again from what was cached of them.
    if (html.includes('data-static-part')) await expectLinksAndBack(page, path, before.headings);
  }
});

/** Follows a link without loading a page, and comes back. */
async function expectLinksAndBack(page: Page, path: string, headings: (string | null)[]) {
  const document = await page.evaluateHandle(() => window.document);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.locator('h1')).toHaveText('Terms of Service');
  await page.goBack();
  await expect.soft(page.locator('h1, h2'), path).toHaveText(headings.map(String));
  // A handle of another document than the page's own does not compare.
  expect(await page.evaluate((first) => first === window.document, document)).toBe(true);
}

test('the glossary can be searched while a translator translates it', async ({ page }) => {
  await openLive(page, '/glossary');
  const terms = page.getByRole('main').getByRole('article');
  const all = await terms.count();
  for (const [search, heading] of [
    ['tpsa', /TPSA/],
    ['ic50', /IC50/],
  ] as const) {
    await page.evaluate(translate);
    await page.getByRole('searchbox').fill(search);
    await expect(terms.getByRole('heading', { name: heading }).first()).toBeVisible();
    expect(await terms.count()).toBeLessThan(all);
  }
  await page.evaluate(translate);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(terms).toHaveCount(all);
});
