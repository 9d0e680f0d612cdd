import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { openForm, saveElsewhere } from './admin-area.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

test('record: a writer freezes a version and retracts the post, and readers find the text, its versions and the reason', async ({
  page,
  request,
  api,
}) => {
  const post = await openForm(page, api, {
    title: 'Half of the maximum',
    content: 'The first words.\n\n```csv {#tbl-a}\na,b\n1,2\n```\n',
  });
  await page.getByRole('link', { name: 'Versions of record and notices' }).click();
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    return dialog.accept();
  });
  const freeze = page.getByRole('button', { name: /^Freeze the public version/ });
  await freeze.click();
  await expect(page.getByRole('status')).toHaveText(/can be cited from now on/);
  await expect(freeze).toHaveCount(0);
  expect(questions).toEqual([expect.stringContaining('Freeze “Half of the maximum” as v1')]);

  await saveElsewhere(api, post, { content: 'The second words.' });
  await page.reload();
  await page.getByLabel('What has changed since v1').fill('One word.');
  await freeze.click();
  await expect(page.getByRole('link', { name: 'v2', exact: true })).toBeVisible();
  await page.getByLabel('Kind').selectOption('Retraction');
  await page.getByLabel('Issued by').fill('The authors');
  await page.getByLabel('Reason').fill('The assay measured the buffer.');
  await page.getByRole('button', { name: 'Add the notice' }).click();
  await expect(page.getByRole('status')).toHaveText('The notice is on the post.');

  await page.goto(`/blog/${post.slug}/v1`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'RETRACTED: Half of the maximum',
  );
  await expect(page.locator('#notices')).toContainText('The assay measured the buffer.');
  await expect(page.getByText('The first words.')).toBeVisible();
  const csv = `/blog/${post.slug}/v1/data/tbl-a.csv`;
  await expect(page.locator('a.data-download')).toHaveAttribute('href', csv);
  expect(await (await request.get(csv)).text()).toBe('a,b\n1,2\n');

  await page.getByRole('link', { name: 'All versions' }).click();
  const file = await (await request.get(`/blog/${post.slug}/v1.json`)).body();
  await expect(page.getByText(createHash('sha256').update(file).digest('hex'))).toBeVisible();
  await expect(page.getByText('One word.')).toBeVisible();
});
