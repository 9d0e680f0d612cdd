import { expect, type Page } from '@playwright/test';
import { test } from './page-test.ts';
import { openLive } from './public-page.ts';

const TITLE = 'How to read an IC50';

async function search(page: Page, words: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: 'Search the blog' });
  await box.fill(words);
  await box.press('Enter');
  await expect(page).toHaveURL(/\/blog\?q=/);
}

test('search: finds words and half words without scripts, marks them, says when there is nothing, and asks the server from another page', async ({
  page,
  browser,
}) => {
  const reader = await browser.newPage({ javaScriptEnabled: false });
  await test.step('finds a post by its words, sees where they stand, and opens it', async () => {
    await reader.goto('/blog');
    await search(reader, 'slope ic50');
    await expect(reader.getByRole('searchbox')).toHaveValue('slope ic50');
    const post = reader.getByRole('article').filter({ hasText: TITLE });
    await expect(post.locator('mark', { hasText: /^slope$/i }).first()).toBeVisible();
    await post.getByRole('link', { name: TITLE }).click();
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  });
  await test.step('finds something for half a word, and nothing for what no post holds', async () => {
    await reader.goto('/blog?q=cytotox');
    await expect(reader.getByRole('article').first()).toBeVisible();
    await search(reader, 'no-such-word "');
    await expect(reader.getByText('No posts for “no-such-word "”')).toBeVisible();
    await reader.getByRole('main').getByRole('link', { name: 'All posts' }).click();
    await expect(reader).toHaveURL('/blog');
    await expect(reader.getByRole('article')).not.toHaveCount(0);
  });
  await reader.close();
  await test.step('a search that is opened from another page asks the server', async () => {
    await openLive(page, '/platform');
    // As a link to it would: the framework takes it.
    await page.evaluate(() => {
      const link = document.querySelector<HTMLAnchorElement>('footer a[href="/blog"]');
      link?.click();
    });
    await expect(page).toHaveURL('/blog');
    await search(page, 'ic50');
    await expect(page.getByRole('article').filter({ hasText: TITLE })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('searchbox')).toHaveValue('');
  });
});
