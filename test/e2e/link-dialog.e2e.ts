import { expect } from '@playwright/test';
import { fail, postForm, select, selected } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

test('link dialog: links by keys alone to a URL, a DOI or a post found by its words, undone in one step', async ({
  page,
  api,
}) => {
  const slug = freshSlug('linked');
  await api.writePost({ slug, title: `Binding [kinetics] ${slug}` });
  await api.writePost({ title: `Draft of ${slug}`, status: 'draft' });
  await page.goto('/admin/create-post');
  const { content } = postForm(page);
  const dialog = page.getByRole('dialog', { name: 'Link' });
  const status = dialog.getByRole('status');
  await content.fill('See this post and ');

  await select(content, 'this post');
  await page.keyboard.press('Control+k');
  const input = dialog.getByRole('textbox', { name: 'URL, DOI, or words from a post' });
  await expect(input).toBeFocused();
  await page.keyboard.type(`kinetics ${slug}`);
  await expect(status).toHaveText('1 post');
  await page.keyboard.press('Enter');
  await expect(content).toBeFocused();
  await expect(content).toHaveValue(`See [this post](/blog/${slug}) and `);
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('See this post and ');

  // Without a selection the title is the text; arrows choose.
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(slug);
  await expect(status).toHaveText('2 posts');
  const draft = dialog.getByRole('button', { name: `Draft of ${slug}` });
  await expect(draft).toContainText('readers cannot open it');
  const wanted = dialog.getByRole('button', { name: 'Binding' });
  await page.keyboard.press('ArrowDown');
  const isChosen = () => wanted.evaluate((each) => each === document.activeElement);
  if (!(await isChosen())) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue(
    `See this post and [Binding \\[kinetics\\] ${slug}](/blog/${slug})`,
  );

  await select(content, 'this');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('10.1038/s41586-021-03819-2');
  await expect(status).toHaveText(/^Links to https:\/\/doi\.org/);
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue(
    /^See \[this\]\(https:\/\/doi\.org\/10\.1038\/s41586-021-03819-2\) post/,
  );

  // Without a URL, a placeholder is selected in the text; Escape changes nothing.
  await select(content, 'and');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('no such words at all');
  await expect(status).toHaveText('No posts match.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await selected(content)).toBe('and');
  await page.keyboard.press('Control+k');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(content).toBeFocused();
  await page.keyboard.type('https://a.example/');
  await expect(content).toHaveValue(/ \[and\]\(https:\/\/a\.example\/\) /);

  // A failed search stops nobody from linking to a URL.
  await page.route('**/api/admin/blog/posts?*', fail);
  await page.keyboard.press('Control+k');
  await expect(status).toContainText('You can still link to a URL.');
});
