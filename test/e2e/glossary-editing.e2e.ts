import { expect, type Page } from '@playwright/test';
import type { Term } from '../../src/science/glossary/term.ts';
import { nextDialog } from './admin-area.ts';
import { test } from './page-test.ts';
import { LIVE_SITE, SIGNED_IN } from './sites.ts';

test.use({ ...SIGNED_IN, baseURL: LIVE_SITE.baseURL });

const DEFINITION = 'Rinsing <img src=x onerror=alert(1)> a compound & off.';
const CONTENT = 'We did a wash<sub>out</sub>, and a second washout. Its IC50 fell.';

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Terms' }).getByRole('listitem').filter({ hasText: name });
const definition = (page: Page, name: string) =>
  page.getByRole('button', { name: `Definition of ${name}` });
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('glossary: a term is added by keyboard, linked in posts, edited by two, and removed', async ({
  page,
  browser,
  baseURL,
  api,
}) => {
  test.slow();
  const post = await api.writePost({ title: 'A washout', content: CONTENT, status: 'published' });
  const path = `/blog/${post.slug}`;
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await test.step('added without a pointer, and lost by no slip', async () => {
    await page.goto('/admin/glossary');
    await page.getByRole('button', { name: 'Add a term' }).press('Enter');
    await field('Term').fill('ic50');
    await field('Definition').fill(DEFINITION);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Wash-out step\n');
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await expect(dialog).toContainText('“ic50” already stands for the term IC50');
    await field('Term').fill('Washout');
    // The browser closes the dialog itself at the second Escape in turn.
    for (const _ of [1, 2]) {
      const stay = nextDialog(page, 'dismiss');
      await page.keyboard.press('Escape');
      expect(await stay).toBe('Close without saving your changes?');
    }
    await expect(field('Term')).toHaveValue('Washout');
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await expect(status(page, 'Washout is saved')).toBeVisible();
    await expect(row(page, 'Washout')).toContainText(`Also Wash-out step${DEFINITION}`);
  });
  await test.step('read by keyboard, with and without scripts, within the window, and not on paper', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const viewport = { width: javaScriptEnabled ? 390 : 1440, height: 700 };
      const reader = await browser.newPage({ baseURL, javaScriptEnabled, viewport });
      await reader.goto(path);
      const paragraph = reader.getByText('We did a');
      await expect(paragraph).toHaveText('We did a washout, and a second washout. Its IC50 fell.');
      await expect(definition(reader, 'Washout')).toHaveCount(1);
      const text = reader.getByText(DEFINITION);
      await expect(text).toBeHidden();
      await definition(reader, 'Washout').press('Enter');
      await expect(text).toBeVisible();
      const popover = reader.locator('[popover]:popover-open');
      await expect(popover).toBeInViewport({ ratio: 1 });
      await reader.keyboard.press('Tab');
      await expect(reader.getByRole('link', { name: 'In the glossary' })).toBeFocused();
      await reader.keyboard.press('Escape');
      await expect(text).toBeHidden();
      await expect(definition(reader, 'Washout')).toBeFocused();
      await reader.emulateMedia({ media: 'print' });
      await expect(definition(reader, 'Washout')).toBeHidden();
      await expect(paragraph).toBeVisible();
      await reader.context().close();
    }
  });
  await test.step('of two who edit it, the later one sees what the other saved, and leaves out what is gone', async () => {
    const gone = { term: 'Rinsing', category: 'Pharmacology', definition: 'A rinse.' };
    const { id } = await api.call<Term>('POST', '/api/admin/glossary', gone);
    await page.goto('/admin/glossary');
    await row(page, 'Washout').getByRole('button', { name: 'Edit Washout' }).click();
    await dialog.getByRole('checkbox', { name: 'Rinsing' }).check();
    await field('Definition').fill('Mine.');
    const { terms } = await api.call<{ terms: Term[] }>('GET', '/api/admin/glossary');
    const theirs = { ...terms.find(({ term }) => term === 'Washout'), definition: 'Theirs.' };
    await api.call('PUT', `/api/admin/glossary/${theirs.id}?version=1`, theirs);
    await api.call('DELETE', `/api/admin/glossary/${id}?version=1`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('Theirs.');
    await expect(field('Definition')).toHaveValue('Mine.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(status(page, 'Washout is saved')).toBeFocused();
    await expect(row(page, 'Washout')).toContainText('Mine.');
    await page.goto(path);
    await definition(page, 'Washout').click();
    await expect(page.getByText('Washout Mine.')).toBeVisible();
  });
  await test.step('removed, it leaves its word in the posts', async () => {
    await page.goto('/admin/glossary');
    await page.getByRole('searchbox', { name: 'Find a term' }).fill('washo');
    const question = nextDialog(page);
    await page.getByRole('button', { name: 'Remove Washout' }).click();
    expect(await question).toContain('without its definition');
    await expect(status(page, 'Washout has been removed')).toBeFocused();
    await expect(page.getByText('Nothing found')).toBeVisible();
    await page.goto(path);
    await expect(definition(page, 'IC50')).toHaveCount(1);
    await expect(definition(page, 'Washout')).toHaveCount(0);
  });
});
