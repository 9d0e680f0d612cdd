import { type Dialog, expect, type Page } from '@playwright/test';
import { type ProductionSite, startProductionSite } from '../production-site.ts';
import { logIn } from './admin-area.ts';
import { press, tabTo, typeInto } from './by-keyboard.ts';
import { test } from './page-test.ts';
import { expectUsable } from './public-page.ts';

/** Editing the glossary, on a site of its own: others count its terms. */

let site: ProductionSite;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = await startProductionSite({});
});
test.afterAll(() => site?.stop());

const DEFINITION = 'Rinsing <img src=x onerror=alert(1)> a compound & off.';
const POST = {
  title: 'A washout',
  slug: 'a-washout',
  content: 'We did a wash<sub>out</sub>, and a second washout. Its IC50 fell.',
};

async function token(): Promise<string> {
  const answer = await fetch(`${site.address}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(site.administrator),
  });
  return (await answer.json()).access_token;
}

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${site.address}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await token()}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.status === 204 ? null : answer.json();
}

async function openGlossary(page: Page): Promise<void> {
  await page.goto(`${site.address}/admin/login?next=/admin/glossary`);
  await logIn(page, site.administrator.password, site.administrator.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Glossary' })).toBeVisible();
}

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Terms' }).getByRole('listitem').filter({ hasText: name });

const definition = (page: Page, name: string) =>
  page.getByRole('button', { name: `Definition of ${name}` });

test('an administrator adds a term without a pointer, and a post links it', async ({ page }) => {
  test.slow();
  await call('POST', '/admin/blog/posts', POST);
  await openGlossary(page);
  await expect(page.getByRole('list', { name: 'Terms' }).getByRole('listitem')).toHaveCount(15);
  await press(page, page.getByRole('button', { name: 'Add a term' }));
  const dialog = page.getByRole('dialog', { name: 'Add a term' });
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await typeInto(page, field('Term'), 'ic50');
  await typeInto(page, field('Definition'), DEFINITION);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Wash-out step\n');
  await press(page, dialog.getByRole('button', { name: 'Add', exact: true }));
  await expect(dialog).toContainText('“ic50” already stands for the term IC50');
  await tabTo(page, field('Term'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Washout');

  // Nothing that is typed is lost by a slip.
  const questions: string[] = [];
  const stay = (confirm: Dialog) => {
    questions.push(confirm.message());
    void confirm.dismiss();
  };
  page.on('dialog', stay);
  // The browser closes the dialog itself at the second Escape in turn.
  for (const asked of [1, 2]) {
    await page.keyboard.press('Escape');
    await expect.poll(() => questions.length).toBe(asked);
  }
  page.off('dialog', stay);
  expect(questions[0]).toBe('Close without saving your changes?');
  await expect(field('Term')).toBeVisible();
  await expect(field('Term')).toHaveValue('Washout');

  await press(page, dialog.getByRole('button', { name: 'Add', exact: true }));
  await expect(page.getByRole('status').filter({ hasText: 'Washout is saved' })).toBeFocused();
  await expect(row(page, 'Washout')).toContainText(DEFINITION);
  await expect(row(page, 'Washout')).toContainText('Also Wash-out step');

  await expect
    .poll(
      async () =>
        (await call('GET', `/blog/posts/${POST.slug}`)).terms?.map(
          ({ term }: { term: string }) => term,
        ),
      { timeout: 40_000 },
    )
    .toEqual(['Washout', 'IC50']);
  await page.reload();
  await expect(row(page, 'Washout')).toContainText('In 1 public post');
});

test('a reader opens a definition by keyboard and without scripts, and prints the words', async ({
  browser,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ baseURL: site.address, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`/blog/${POST.slug}`);
    const paragraph = page.getByText('We did a');
    await expect(paragraph).toHaveText('We did a washout, and a second washout. Its IC50 fell.');
    await expect(definition(page, 'Washout')).toHaveCount(1);
    const text = page.getByText(DEFINITION);
    await expect(text).toBeHidden();
    await press(page, definition(page, 'Washout'));
    await expect(text).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'In the glossary' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(text).toBeHidden();
    await expect(definition(page, 'Washout')).toBeFocused();
    await definition(page, 'IC50').click();
    await expect(page.getByText('Half-maximal inhibitory concentration')).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(page.getByText('Half-maximal inhibitory concentration')).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(definition(page, 'Washout')).toBeHidden();
    await expect(paragraph).toBeVisible();
    await context.close();
  }
});

test('the definition lies within the window, and is usable, on a phone and in the dark', async ({
  browser,
}) => {
  for (const [width, height] of [
    [390, 700],
    [1440, 900],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        baseURL: site.address,
        viewport: { width, height },
        colorScheme,
      });
      const page = await context.newPage();
      await page.goto(`/blog/${POST.slug}`);
      await press(page, definition(page, 'Washout'));
      const box = await page.locator('[popover]:popover-open').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      await expect(page.getByText(DEFINITION)).toBeInViewport();
      await expectUsable(page, `a definition, ${colorScheme}`);
      await context.close();
    }
  }
});

test('the glossary leads to the posts that use a term', async ({ page }) => {
  await page.goto(`${site.address}/glossary?q=washout`);
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card).toContainText(DEFINITION);
  await expect(card).toContainText('In these posts');
  await card.getByRole('link', { name: POST.title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(POST.title);
  // Also after a navigation in the browser.
  await expect(definition(page, 'Washout')).toHaveCount(1);
});

test('of two administrators who edit a term, the later one sees what the other saved', async ({
  page,
}) => {
  await openGlossary(page);
  await row(page, 'Washout').getByRole('button', { name: 'Edit Washout' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Definition' }).fill('Mine.');
  const { terms } = await call('GET', '/admin/glossary');
  const term = terms.find((each: { term: string }) => each.term === 'Washout');
  const theirs = { ...term, definition: 'Theirs.' };
  await call('PUT', `/admin/glossary/${term.id}?version=${term.version}`, theirs);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('changed by someone else');
  await expect(dialog).toContainText('Theirs.');
  await expect(dialog.getByRole('textbox', { name: 'Definition' })).toHaveValue('Mine.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Washout')).toContainText('Mine.');
  await page.goto(`${site.address}/blog/${POST.slug}`);
  await definition(page, 'Washout').click();
  await expect(page.getByText('Washout Mine.')).toBeVisible();
});

test('a term that is removed leaves its word in the posts', async ({ page }) => {
  await openGlossary(page);
  await page.getByRole('searchbox', { name: 'Find a term' }).fill('washo');
  await page.getByRole('button', { name: 'Remove Washout' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Washout?' });
  await expect(dialog).toContainText('This term is in 1 public post.');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Washout has been removed' }),
  ).toBeFocused();
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.goto(`${site.address}/blog/${POST.slug}`);
  await expect(page.getByText('We did a washout')).toBeVisible();
  await expect(definition(page, 'Washout')).toHaveCount(0);
  await expect(definition(page, 'IC50')).toHaveCount(1);
});

test('what is typed outlives the end of a session', async ({ page }) => {
  await openGlossary(page);
  await page.getByRole('button', { name: 'Add a term' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a term' });
  await dialog.getByRole('textbox', { name: 'Term' }).fill('Dose');
  await dialog.getByRole('textbox', { name: 'Definition' }).fill('How much.');
  await page.evaluate(async () => {
    const Authorization = `Bearer ${localStorage.getItem('adminToken')}`;
    await fetch('/api/admin/logout', { method: 'POST', headers: { Authorization } });
  });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill(site.administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Dose is saved' })).toBeVisible();
});
