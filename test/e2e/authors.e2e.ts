import { expect } from '@playwright/test';
import { postForm } from './admin-area.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

const NAME = 'Ada Berg-Authors';

test('authors: an administrator gives an author a record, and readers find the person behind the name', async ({
  page,
}) => {
  await page.goto('/admin/authors');
  await page.getByRole('button', { name: 'Add an author' }).click();
  const form = page.getByRole('dialog', { name: 'Add an author' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(NAME);
  await form.getByRole('textbox', { name: 'ORCID iD' }).fill('0000-0002-1825-0098');
  await form.getByRole('textbox', { name: 'Affiliation', exact: true }).fill('A Lab');
  await form.getByRole('textbox', { name: 'Biography' }).fill('Measures kinases.');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByText('Must be an ORCID iD')).toBeVisible();
  await form.getByRole('textbox', { name: 'ORCID iD' }).fill('0000-0002-1825-0097');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText(`${NAME} is saved.`);

  await page.goto('/admin/create-post');
  const { title, content } = postForm(page);
  await title.fill('Named by their names');
  await content.fill('Text');
  await page.getByRole('textbox', { name: 'Author', exact: true }).fill(`${NAME}, Ligara AI`);
  await page.getByRole('button', { name: 'Publish Post' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard/);

  await page.goto('/blog/named-by-their-names');
  const byline = page.locator('[rel=author]');
  await expect(byline).toHaveText([NAME, 'Ligara AI']);
  await expect(page.locator('meta[name=citation_author_orcid]')).toHaveAttribute(
    'content',
    'https://orcid.org/0000-0002-1825-0097',
  );
  await byline.first().click();
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Measures kinases.');
  await expect(page.getByRole('link', { name: 'Named by their names' })).toBeVisible();
  await expect(page.locator('script[src]')).toHaveCount(0);
});
