import { expect, type Page } from '@playwright/test';
import { addAdministrator, button, logIn, postForm } from './admin-area.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

const notPublic = (page: Page) => page.getByText(/^Saved \d.*, not public yet$/);

test('two writers on one public post: see one another, merge their unpublished changes, and lose nothing', async ({
  page,
  api,
  browser,
}) => {
  const post = await api.writePost({ content: 'One.\n\nTwo.\n\nThree.\n' });
  const { content } = postForm(page);
  const ben = await addAdministrator();
  const theirs = await browser.newPage({ storageState: { cookies: [], origins: [] } });
  await theirs.goto(`/admin/login?next=/admin/edit-post/${post.slug}`);
  await logIn(theirs, ben.password, ben.email);
  const autosaved = theirs.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/autosaves/'),
  );
  await postForm(theirs).content.fill('One.\n\nTwo.\n\nThree, by Ben.\n');
  await autosaved;
  await page.goto(`/admin/edit-post/${post.slug}`);
  await expect(page.getByText(`${ben.email} is editing this, last change`)).toBeVisible();

  await theirs.keyboard.press('ControlOrMeta+s');
  await expect(notPublic(theirs)).toBeVisible();
  await content.fill('One, by me.\n\nTwo.\n\nThree.\n');
  await content.press('ControlOrMeta+s');
  await expect(page.getByText(/^Not saved\. .* saved unpublished changes/)).toBeInViewport();
  await button(page, 'See both versions').click();
  await expect(page.getByRole('alert')).toContainText(
    `${ben.email} saved unpublished changes to this post at`,
  );
  await button(page, 'Merge both').click();
  const both = 'One, by me.\n\nTwo.\n\nThree, by Ben.\n';
  await expect(content).toHaveValue(both);
  await content.press('ControlOrMeta+s');
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
  await theirs.close();

  await api.call('DELETE', `/api/admin/blog/posts/${post.slug}`);
  await content.fill(`${both}\nFour.\n`);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Not saved. This post is in the trash.')).toBeVisible();
  await api.call('POST', `/api/admin/trash/${post.id}/restore`, {});
  await page.keyboard.press('ControlOrMeta+s');
  await expect(notPublic(page)).toBeVisible();
  expect(await api.readPost(post.slug)).toMatchObject({ content: post.content });
});
