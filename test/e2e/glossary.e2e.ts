import { expect, type Page } from '@playwright/test';
import { glossaryCategories, glossaryTerms } from '../../src/content/glossary.ts';
import { test } from './page-test.ts';
import { openLive } from './public-page.ts';

const terms = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });
const searchBox = (page: Page) => page.getByLabel('Search the glossary');
const count = (page: Page) => page.getByRole('status');

test('glossary: search, categories, related terms and the empty state', async ({ page }) => {
  await test.step('a reader finds a term while typing, by name, definition or category, in any case', async () => {
    await openLive(page, '/glossary');
    await expect(page.locator('h1')).toHaveText('Terms & Definitions');
    await expect(terms(page)).toHaveCount(15);
    await expect(count(page)).toHaveText('Showing 15 of 15 terms');
    await searchBox(page).fill('MICHAELIS');
    await expect(terms(page)).toHaveText(['Ki']);
    await expect(count(page)).toHaveText('Showing 1 of 15 terms');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(terms(page)).toHaveCount(15);
  });
  await test.step('a category is one click away, and says how many terms it has', async () => {
    for (const category of glossaryCategories) {
      const size = glossaryTerms.filter((term) => term.category === category).length;
      const chip = page.getByRole('button', { name: `${category} ${size}`, exact: true });
      await chip.press('Enter');
      await expect(chip).toBeFocused();
      await expect(searchBox(page)).toHaveValue(category);
      await expect(chip).toHaveAttribute('aria-pressed', 'true');
      await expect(count(page)).toHaveText(`Showing ${size} of 15 terms`);
      await expect(terms(page)).toHaveCount(size);
    }
  });
  await test.step('a term carries its category and its related terms, and those lead to their definitions', async () => {
    await searchBox(page).fill('topological');
    const card = page.getByRole('article');
    await expect(card).toContainText('TPSA');
    await expect(card).toContainText('Computational Chemistry');
    await expect(card).toContainText('Topological polar surface area');
    await expect(card.getByRole('button')).toHaveText(['logP', 'Bioavailability']);
    const posts = card.getByRole('link', { name: 'Posts on TPSA' });
    await expect(posts).toHaveAttribute('href', '/blog?q=TPSA');
    await card.getByRole('button', { name: 'Bioavailability' }).press('Space');
    await expect(searchBox(page)).toHaveValue('Bioavailability');
    await expect(terms(page)).toHaveText(['Bioavailability']);
    await expect(count(page)).toBeFocused();
  });
  await test.step('a reader who finds nothing is told what to do next', async () => {
    await searchBox(page).fill('.*');
    await expect(page.getByRole('heading', { name: 'No terms found' })).toBeVisible();
    await expect(page.getByText('Try different terms')).toBeVisible();
    await expect(count(page)).toHaveText('Showing 0 of 15 terms');
    const platform = page.getByRole('main').getByRole('link', { name: 'Explore the platform' });
    await expect(platform).toHaveAttribute('href', '/platform');
  });
});
