import { expect } from '@playwright/test';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

const NAME = 'Ada Berg-Authors';

test('authors: an administrator gives an author a record, and readers find the person behind the name', async ({
  page,
  api,
}) => {
  await page.goto('/admin/authors');
  await page.getByRole('button', { name: 'Add an author' }).click();
  const form = page.getByRole('dialog', { name: 'Add an author' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(NAME);
  await form.getByRole('textbox', { name: 'ORCID iD' }).fill('0000-0002-1825-0098');
  await form.getByRole('textbox', { name: 'Affiliation', exact: true }).fill('A Lab');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByText('Must be an ORCID iD')).toBeVisible();
  await form.getByRole('textbox', { name: 'ORCID iD' }).fill('0000-0002-1825-0097');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText(`${NAME} is saved.`);

  const { slug, title } = await api.writePost({ author: `${NAME}, Ligara AI` });

  await page.goto(`/blog/${slug}`);
  const byline = page.locator('[rel=author]');
  await expect(byline).toHaveText([NAME, 'Ligara AI']);
  await expect(page.locator('meta[name=citation_author_orcid]')).toHaveAttribute(
    'content',
    'https://orcid.org/0000-0002-1825-0097',
  );
  await byline.first().click();
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toBeVisible();
});
