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

test.describe('a reader without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('search without scripts: finds words and half words, marks them, and says when there is nothing', async ({
    page,
  }) => {
    await test.step('finds a post by its words, sees where they stand, and opens it', async () => {
      await page.goto('/blog');
      await search(page, 'slope ic50');
      await expect(page.getByRole('searchbox')).toHaveValue('slope ic50');
      const post = page.getByRole('article').filter({ hasText: TITLE });
      await expect(
        post
          .locator('mark')
          .filter({ hasText: /^slope$/i })
          .first(),
      ).toBeVisible();
      await expect(post).toContainText('min read');
      await post.getByRole('link', { name: TITLE }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
    });
    await test.step('finds something for half a word, and nothing for what no post holds', async () => {
      await page.goto('/blog?q=cytotox');
      await expect(page.getByRole('article').first()).toBeVisible();
      await search(page, 'no-such-word "');
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
        'No posts for “no-such-word "”',
      );
      await page.getByRole('main').getByRole('link', { name: 'All posts' }).click();
      await expect(page).toHaveURL('/blog');
      await expect(page.getByRole('article')).not.toHaveCount(0);
    });
  });
});

test('search: a hostile query is text, and a search from another page asks the server', async ({
  page,
}) => {
  await test.step('a query is shown as text, and never runs', async () => {
    const hostile = `"><img src=x onerror="document.title='run'"><script>document.title='run'</script>`;
    await page.goto(`/blog?${new URLSearchParams({ q: hostile })}`);
    await expect(page.getByRole('searchbox')).toHaveValue(hostile);
    await expect(page.locator('main img[src=x]')).toHaveCount(0);
    expect(await page.title()).not.toBe('run');
  });
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
