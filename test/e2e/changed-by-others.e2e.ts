import { expect } from '@playwright/test';
import { test } from './page-test.ts';
import { waitUntilLive } from './public-page.ts';

/** Runs in the page: wraps every text, as translators do. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('script, style, svg')) continue;
    const outer = document.createElement('font');
    text.replaceWith(outer);
    outer.append(text);
  }
}

/** Runs in the page: adds what extensions and password managers add. */
function addElements(): void {
  document.body.setAttribute('data-extension', 'on');
  document.head.prepend(document.createElement('style'));
  document.body.append(document.createElement('added-node'));
  for (const input of document.querySelectorAll('main input')) {
    input.after(document.createElement('added-node'));
  }
}

test('a page that extensions change before its scripts run, or a translator at any time, keeps working', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/static/**/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/glossary', { waitUntil: 'domcontentloaded' });
  await page.evaluate(addElements);
  held.resolve();
  await waitUntilLive(page);
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
