import { expect, type Page } from '@playwright/test';
import { addAdministrator, logIn, postForm } from './admin-area.ts';
import { test } from './page-test.ts';
import { SIGNED_IN, SIGNED_OUT } from './sites.ts';

test.use(SIGNED_IN);

const twoVersions = (page: Page) => page.getByRole('dialog', { name: 'Two versions' });
const notPublic = (page: Page) => page.getByText(/^Saved \d.*, not public yet$/);

test('two writers on one public post: see one another, merge their unpublished changes, and lose nothing', async ({
  page,
  api,
  browser,
}) => {
  const post = await api.writePost({ content: 'One.\n\nTwo.\n\nThree.\n' });
  const { content } = postForm(page);
  const ben = await addAdministrator();
  const theirs = await browser.newPage(SIGNED_OUT);
  await theirs.goto(`/admin/login?next=/admin/edit-post/${post.slug}`);
  await logIn(theirs, ben.password, ben.email);
  await postForm(theirs).content.fill('One.\n\nTwo.\n\nThree, by Ben.\n');
  await expect(theirs.getByText('Autosaved', { exact: true })).toBeVisible();
  await page.goto(`/admin/edit-post/${post.slug}`);
  await expect(page.getByText(`${ben.email} has unsaved text of`)).toBeVisible();

  await theirs.keyboard.press('ControlOrMeta+s');
  await expect(notPublic(theirs)).toBeVisible();
  await content.fill('One, by me.\n\nTwo.\n\nThree.\n');
  await content.press('ControlOrMeta+s');
  await expect(twoVersions(page)).toContainText(
    `${ben.email} saved unpublished changes to this post at`,
  );
  await twoVersions(page).getByRole('button', { name: 'Merge' }).click();
  const both = 'One, by me.\n\nTwo.\n\nThree, by Ben.\n';
  await expect(content).toHaveValue(both);
  await content.press('ControlOrMeta+s');
  await expect(notPublic(page)).toBeVisible();

  await theirs.close();

  await api.call('DELETE', `/api/admin/blog/posts/${post.slug}`);
  await content.fill(`${both}\nFour.\n`);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Not saved. This post is in the trash.')).toBeVisible();
  await api.call('POST', `/api/admin/trash/${post.id}/restore`, {});
  await page.keyboard.press('ControlOrMeta+s');
  await twoVersions(page).getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText(/^Saved \d{1,2}:\d{2}/)).toBeVisible();
  const kept = { status: 'draft', content: `${both}\nFour.\n` };
  expect(await api.readPost(post.slug)).toMatchObject(kept);
});
