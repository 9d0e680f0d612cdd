import { expect } from '@playwright/test';
import { openSignedIn, postForm, writePost } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { expectUsable } from './public-page.ts';

test('a link is made by keys alone: to a URL, to a post found by its words, and undone in one step', async ({
  page,
  request,
}) => {
  const token = await openSignedIn(page, request, '/healthz');
  const slug = freshSlug('linked');
  await writePost(request, token, { slug, title: `Binding [kinetics] ${slug}` });
  await writePost(request, token, {
    slug: `${slug}-draft`,
    title: `Draft of ${slug}`,
    status: 'draft',
  });
  await page.goto('/admin/create-post');
  const { content } = postForm(page);
  const dialog = page.getByRole('dialog', { name: 'Link' });
  const input = dialog.getByRole('textbox', { name: 'URL, DOI, or words from a post' });
  await content.fill('See this post and ');

  const select = (start: number, end: number) =>
    content.evaluate(
      (area: HTMLTextAreaElement, range) => {
        area.focus();
        area.setSelectionRange(range.start, range.end);
      },
      { start, end },
    );
  await select(4, 13);
  await page.keyboard.press('Control+k');
  await expect(input).toBeFocused();
  await page.keyboard.type(`kinetics ${slug}`);
  await expect(dialog.getByRole('status')).toHaveText('1 post');
  await page.keyboard.press('Enter');
  await expect(content).toBeFocused();
  await expect(content).toHaveValue(`See [this post](/blog/${slug}) and `);
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('See this post and ');

  // Without a selection the title is the text, and arrows choose.
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(slug);
  await expect(dialog.getByRole('status')).toHaveText('2 posts');
  const draft = dialog.getByRole('button', { name: `Draft of ${slug}` });
  await expect(draft).toContainText('readers cannot open it');
  for (let press = 0; press < 2; press++) {
    await page.keyboard.press('ArrowDown');
    if (
      await dialog
        .getByRole('button', { name: 'Binding' })
        .evaluate((button) => button === document.activeElement)
    )
      break;
  }
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue(
    `See this post and [Binding \\[kinetics\\] ${slug}](/blog/${slug})`,
  );

  await select(4, 8);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('10.1038/s41586-021-03819-2');
  await expect(dialog.getByRole('status')).toHaveText(/^Links to https:\/\/doi\.org/);
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue(
    /^See \[this\]\(https:\/\/doi\.org\/10\.1038\/s41586-021-03819-2\) post/,
  );

  // Escape changes nothing and brings the caret back.
  await select(0, 3);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('no such words at all');
  await expect(dialog.getByRole('status')).toHaveText('No posts match.');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.type('Read');
  await expect(content).toHaveValue(/^Read \[this\]/);

  // A failed search stops nobody from linking to a URL.
  await page.route('**/api/admin/blog/posts?*', (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await page.keyboard.press('Control+k');
  await expect(dialog.getByRole('status')).toContainText('You can still link to a URL.');
  await page.keyboard.press('Escape');
});

test('the link dialog can be used by everyone, on every screen', async ({ page, request }) => {
  await openSignedIn(page, request, '/admin/create-post');
  await postForm(page).content.fill('Text');
  await page.keyboard.press('Control+k');
  await expect(
    page.getByRole('dialog', { name: 'Link' }).getByRole('listitem').first(),
  ).toBeVisible();
  await expectUsable(page, '/admin/create-post');
});
