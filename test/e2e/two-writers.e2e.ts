import { expect, type Page } from '@playwright/test';
import { addAdministrator, logIn, openPost, postForm, readPost } from './admin-area.ts';
import { test } from './page-test.ts';
import { expectAccessible } from './public-page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const notPublic = (page: Page) => page.getByText(/^Saved \d.*, not public yet$/);

/** The next question to the server after what others do. */
async function askAgain(page: Page): Promise<void> {
  await page.clock.fastForward(20_000);
}

test('two people on one post see one another, merge what both wrote, and lose nothing', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow();
  await page.clock.install();
  const { token, post } = await openPost(page, request, {
    content: 'One.\n\nTwo.\n\nThree.\n',
  });
  const mine = postForm(page);
  await expect(mine.content).toHaveValue(/Two/);

  const ben = await addAdministrator();
  const theirs = await browser.newPage(baseURL ? { baseURL } : {});
  await theirs.goto(`/admin/login?next=/admin/edit-post/${post.slug}`);
  await logIn(theirs, ben.password, ben.email);
  const autosaved = theirs.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/autosaves/'),
  );
  await postForm(theirs).content.fill('One.\n\nTwo.\n\nThree, by Ben.\n');
  await autosaved;
  await askAgain(page);
  await expect(page.getByText(`${ben.email} is editing this, last change`)).toBeVisible();

  await theirs.keyboard.press('ControlOrMeta+s');
  await expect(notPublic(theirs)).toBeVisible();
  await mine.content.fill('One, by me.\n\nTwo.\n\nThree.\n');
  await askAgain(page);
  const told = `${ben.email} saved unpublished changes to this post at`;
  await expect(page.getByRole('status').filter({ hasText: told })).toBeVisible();
  await expect(page.getByText('is editing this')).toHaveCount(0);
  await expectAccessible(page, 'what others do');
  await button(page, 'See both versions').click();
  await expect(page.getByRole('alert')).toContainText(told);
  await expect(page.getByRole('alert')).toBeFocused();
  await button(page, 'Merge both').click();
  const both = 'One, by me.\n\nTwo.\n\nThree, by Ben.\n';
  await expect(mine.content).toHaveValue(both);
  await expect(
    page.getByText('Both versions are in the form now. Check the text'),
  ).toBeInViewport();
  await mine.content.press('ControlOrMeta+s');
  await expect(notPublic(page)).toBeVisible();

  // Ben saves before he is told, and disagrees.
  await postForm(theirs).content.fill('One, by Ben.\n\nTwo.\n\nThree, by Ben.\n');
  await theirs.keyboard.press('ControlOrMeta+s');
  await expect(theirs.getByText(/^Not saved\. .* saved unpublished changes/)).toBeInViewport();
  await button(theirs, 'See both versions').click();
  await button(theirs, 'Merge both').click();
  await expect(theirs.getByText('In one place they conflict')).toBeInViewport();
  await button(theirs, 'Go to the first').click();
  await expect(postForm(theirs).content).toBeFocused();
  await postForm(theirs).content.fill(both);

  await page.context().setOffline(true);
  await mine.content.fill(`${both}\nFour.\n`);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Not saved. Network error. Please try again.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('Network error. Please try again.')).toHaveCount(0);

  const removed = await request.delete(`/api/admin/blog/posts/${post.slug}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(removed.status()).toBe(204);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Not saved. This post is in the trash.')).toBeVisible();
  const restored = await request.post(`/api/admin/trash/${post.id}/restore`, {
    headers: { Authorization: `Bearer ${token}` },
    data: {},
  });
  expect(restored.status()).toBe(200);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(notPublic(page)).toBeVisible();
  expect(await readPost(request, token, post.slug)).toMatchObject({ content: post.content });
  await theirs.close();
});
