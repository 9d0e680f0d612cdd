import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { editElsewhere, openPost } from './admin-area.ts';
import { test } from './page-test.ts';
import { expectAccessible } from './public-page.ts';

test('a writer freezes a version and retracts the post, and readers find the text, its changes and the reason', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request, {
    title: 'Half of the maximum',
    content: 'The first words.\n\n```csv {#tbl-a}\na,b\n1,2\n```\n',
  });
  await page.getByRole('link', { name: 'Record' }).click();
  const freeze = page.getByRole('button', { name: /^Freeze the public version/ });
  await freeze.click();
  await expect(page.getByRole('status')).toHaveText(/can be cited from now on/);
  await expect(freeze).toHaveCount(0);

  await editElsewhere(request, token, post, { content: 'The second words.' });
  await page.reload();
  await page.getByLabel('What has changed since v1').fill('One word.');
  await freeze.click();
  await expect(page.getByRole('link', { name: 'v2' })).toBeVisible();
  await page.getByLabel('Kind').selectOption('Retraction');
  await page.getByLabel('Issued by').fill('The authors');
  await page.getByLabel('Reason').fill('The assay measured the buffer.');
  await page.getByRole('button', { name: 'Add the retraction' }).click();
  await expect(page.getByRole('status')).toHaveText('The notice is on the post.');
  await expectAccessible(page, 'the record of a post');

  await page.goto(`/blog/${post.slug}/v1`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'RETRACTED: Half of the maximum',
  );
  await expect(page.locator('#notices')).toContainText('The assay measured the buffer.');
  await expect(page.getByText('The first words.')).toBeVisible();
  const csv = page.locator('a.data-download');
  await expect(csv).toHaveAttribute('href', `/blog/${post.slug}/v1/data/tbl-a.csv`);
  expect(await (await request.get((await csv.getAttribute('href')) ?? '')).text()).toBe(
    'a,b\n1,2\n',
  );
  await expectAccessible(page, 'a frozen version');

  await page.getByRole('link', { name: 'All versions' }).click();
  const file = await request.get(`/blog/${post.slug}/v1.json`);
  const sha256 = createHash('sha256')
    .update(await file.body())
    .digest('hex');
  await expect(page.getByText(sha256)).toBeVisible();
  await page.getByRole('button', { name: 'Show what changed' }).click();
  await expect(page.locator('.record-changes del').first()).toContainText('first');
  await expect(page.locator('.record-changes ins').first()).toContainText('second');
  await expectAccessible(page, 'two versions compared');
});
