import { expect, type Locator, type Page } from '@playwright/test';
import { postForm } from './admin-area.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

/** Types in one run, and takes it back; again where something else on the page has changed meanwhile. */
async function expectUndone(page: Page, field: Locator): Promise<void> {
  await expect(async () => {
    await field.fill('');
    // What was deleted is no part of the run.
    await field.blur();
    await field.focus();
    await page.keyboard.type('it binds');
    await expect(field).toHaveValue('it binds');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(field).toHaveValue('', { timeout: 500 });
  }, `${field}`).toPass({ timeout: 15_000 });
}

test('what is typed in one run is taken back by one Ctrl+Z, in every kind of field', async ({
  page,
}) => {
  await page.goto('/admin/create-post');
  const { title, slug, description, content, cover, tag } = postForm(page);
  const named = (name: string) => page.getByRole('textbox', { name, exact: true });
  for (const field of [slug, title]) await expectUndone(page, field);
  await title.fill('A title');
  for (const field of [description, content, cover, tag]) await expectUndone(page, field);
  for (const name of ['Reference URL', 'Paste references']) await expectUndone(page, named(name));
  await page.getByText('Statements: licence').click();
  await expectUndone(page, named('Funding'));

  await content.fill('/structure');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expectUndone(page, dialog.getByRole('textbox', { name: 'Caption' }));
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  page.on('dialog', (asked) => asked.accept());
  await page.goto('/admin/authors');
  await page.getByRole('button', { name: 'Add an author' }).click();
  await expectUndone(page, named('Name'));
});
