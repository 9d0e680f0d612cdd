import { expect, type Page } from '@playwright/test';
import { hydratedPaths } from '../public-pages.ts';
import { readTable } from '../read-table.ts';
import { test } from './page-test.ts';
import { linksIn, MOVING, transparentTexts } from './public-page.ts';

test.use({ ...MOVING, javaScriptEnabled: false });

/**
 * For `page.evaluate`: texts of the page that cannot be seen. What a reader opens by HTML alone
 * (`details`, a biography) counts as seen; so do controls that give way to something else, which
 * the tests of their pages look for.
 */
function unseenTexts(): string[] {
  const opened = 'details:not([open]), article:has(input[type=checkbox])';
  const scripted = 'button, dialog, form';
  const heard = 'script, svg title, svg desc, .tex > math, [aria-hidden=true]';
  const unseen: string[] = [];
  const main = document.querySelector('main') ?? document.body;
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent?.trim() ?? '';
    const parent = walker.currentNode.parentElement;
    // The links beside headings show under the pointer.
    if (
      text === '' ||
      text === '#' ||
      !parent ||
      parent.closest(`${opened}, ${scripted}, ${heard}`)
    )
      continue;
    const seen = parent.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!seen) unseen.push(text);
  }
  return unseen;
}

/** What the form of a page does: it is sent, or says where to write instead. */
const FORMS: Record<string, string> = {
  '/contact': 'sent to /contact',
  '/glossary': 'asks /glossary',
  '/newsletter': 'mailto:info@ligara.example',
  '/investors': 'mailto:investors@ligara.example',
  '/platform': 'mailto:info@ligara.example?subject=New%20Waitlist%20Registration',
};

/** What else a page shows without scripts. */
const SHOWN = readTable(new URL('without-scripts.tsv', import.meta.url));

async function expectShown(page: Page, path: string): Promise<void> {
  for (const [, selector = '', count] of SHOWN.filter(([at]) => at === path)) {
    const found = page.getByRole('main').locator(selector);
    if (count === undefined) await expect(found.first(), selector).toBeVisible();
    else await expect(found, selector).toHaveCount(Number(count));
  }
}

/** What a page shows once it is used. */
const USED: Record<string, (page: Page) => Promise<void>> = {
  '/pipeline': async (page) => expect(await transparentTexts(page.getByRole('main'))).toEqual([]),
  '/investors': async (page) => {
    const chart = page.getByRole('figure').filter({ hasText: 'AI drug discovery market' });
    await chart.getByText('The figures as a table').click();
    await expect(chart.getByRole('row')).toHaveText([/2025\s*\$6\.9B/, /2030\s*\$71B/]);
  },
  '/glossary': async (page) => {
    const terms = page.getByRole('article').getByRole('heading', { level: 2 });
    const box = page.getByLabel('Search the glossary');
    await expect(terms).toHaveCount(15);
    await box.fill('michaelis');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(terms).toHaveText(['Ki']);
    await expect(box).toHaveValue('michaelis');
    await page.getByRole('button', { name: 'AI/ML 3' }).click();
    await expect(terms).toHaveCount(3);
  },
};

test('without scripts: pages, forms and the admin area', async ({ page, request }) => {
  await test.step('every page shows all that it holds, and every form can be sent or names an address', async () => {
    // What is on a page does not depend on its pictures, which take their time.
    await page.route(/\.(?:png|jpg|woff2)$/, (route) => route.abort());
    for (const path of hydratedPaths) {
      await page.goto(path);
      expect.soft(await page.getByRole('main').textContent(), path).toMatch(/\S{3}/);
      expect.soft(await page.evaluate(unseenTexts), path).toEqual([]);
      if (FORMS[path] !== undefined) expect.soft(await waysOn(page), path).toContain(FORMS[path]);
      await expectShown(page, path);
      await USED[path]?.(page);
    }
    const paths = [...Object.keys({ ...FORMS, ...USED }), ...SHOWN.map(([path]) => path)];
    expect(hydratedPaths).toEqual(expect.arrayContaining(paths));
    await page.unrouteAll();
    const form = { name: 'Sample Person', email: 'sample@example.org', message: 'Text' };
    expect((await request.post('/investors', { form })).status()).toBe(404);
  });
  await test.step('the admin area says that it needs scripts, and shows no skeleton of what never comes', async () => {
    await page.goto('/admin');
    await expect(page).toHaveURL('/admin/dashboard');
    const words = page.getByText('The admin area needs JavaScript.');
    await expect(words).toBeVisible();
    await expect(page.getByRole('status')).toHaveCount(0);
    await page.goto('/admin/login');
    await expect(words).toBeVisible();
  });
});

/** The targets of visible forms, and the emails of links. */
async function waysOn(page: Page): Promise<string[]> {
  const main = page.getByRole('main');
  const forms = await main.locator('form:visible').evaluateAll((forms: HTMLFormElement[]) =>
    forms
      .filter(({ elements }) => [...elements].some((control) => !control.matches(':disabled')))
      .map(({ method, action }) => {
        const { pathname } = new URL(action);
        return `${method === 'post' ? 'sent to' : 'asks'} ${pathname}`;
      }),
  );
  const links = await linksIn(main);
  return [...forms, ...links.filter((href) => href !== null)];
}
