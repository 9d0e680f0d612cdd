import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { Picture } from '../../src/media/library.ts';
import { CSV, makePdf } from '../attachments.ts';
import { postForm } from './admin-area.ts';
import { type Api, freshSlug } from './api.ts';
import { give, newPicture } from './clipboard.ts';
import { test } from './page-test.ts';
import { SIGNED_IN, SITE } from './sites.ts';

test.use({ ...SIGNED_IN, permissions: ['clipboard-read', 'clipboard-write'] });

/** Puts a picture into the library by the API. */
async function uploadByApi({ token }: Api, name: string): Promise<Picture> {
  const { buffer } = await newPicture(name);
  const answer = await fetch(`${SITE.baseURL}/api/admin/media?name=${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/png' },
    body: new Uint8Array(buffer),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()).item;
}

const input = (page: Page) => page.locator('input[type=file]');
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const agree = (page: Page) => page.once('dialog', (dialog) => dialog.accept());

test('pictures: uploaded together, refused one by one, described, copied, found and deleted; pasted and dropped, tried again and cancelled', async ({
  page,
}) => {
  test.slow();
  const name = `${freshSlug('gel')}.png`;
  await test.step('several at once', async () => {
    await page.goto('/admin/dashboard');
    await page.getByRole('link', { name: 'Media' }).click();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await input(page).setInputFiles([
      await newPicture(name),
      { name: 'chart.svg', mimeType: 'image/svg+xml', buffer: svg },
      await newPicture(`other-${name}`),
    ]);
    const news = page.getByRole('region', { name: 'Upload' }).getByRole('status');
    await expect(news).toHaveText('2 of 3 files uploaded, 1 failed');
    // Otherwise choosing the same file again would do nothing.
    await expect(input(page)).toHaveValue('');
    const refused = uploads(page).filter({ hasText: 'chart.svg' }).getByRole('alert');
    await expect(refused).toContainText('damaged or empty');
    const thumbnail = card(page, name).locator('img');
    await expect(thumbnail).toHaveAttribute('width', '640');
    await expect(thumbnail).toHaveJSProperty('naturalWidth', 480);
  });
  await test.step('described and copied', async () => {
    const own = card(page, name);
    await own.getByRole('textbox', { name: 'Alternative text' }).focus();
    await expect(own.getByText('No alternative text')).toBeVisible();
    await page.keyboard.type('A gel [stained]');
    await page.keyboard.press('Enter');
    await expect(own.getByRole('status')).toHaveText('Saved');
    await own.getByRole('button', { name: 'Copy Markdown' }).click();
    await expect(page.getByText(`Copied the Markdown of ${name}.`)).toBeVisible();
    expect(await copied(page)).toMatch(
      /^!\[A gel \\\[stained\\\]\]\(\/media\/[0-9a-f]{32}\/640x480\.png\)$/,
    );
  });
  await test.step('found and deleted', async () => {
    const search = page.getByRole('searchbox', { name: 'Search pictures' });
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.type(name.slice(0, -4));
    await expect(page).toHaveURL(/\?q=gel-/);
    await expect(page.getByRole('article')).toHaveCount(2);
    const own = card(page, name);
    agree(page);
    await own.getByRole('button', { name: `Delete ${name}` }).click();
    await expect(own).toHaveCount(0);
    await page.getByRole('link', { name: 'Pictures' }).click();
    await expect(search).toHaveValue('');
    await expect(page.getByText(`Deleted ${name}.`)).toBeVisible();
  });
  await test.step('pasted, tried again, dropped, cancelled', async () => {
    const pasted = await newPicture(`${freshSlug('pasted')}.png`);
    await page.route('**/api/admin/media?name=*', (route) => route.abort(), { times: 1 });
    await give(page.locator('body'), 'paste', { files: [pasted] });
    const failed = uploads(page).filter({ hasText: pasted.name }).getByRole('alert');
    await expect(failed).toHaveText('Network error. Please try again.');
    await uploads(page).getByRole('button', { name: 'Try again' }).click();
    await expect(card(page, pasted.name)).toBeVisible();

    await page.route('**/api/admin/media?name=*', () => undefined);
    const unwanted = await newPicture(`${freshSlug('unwanted')}.png`);
    await give(page.locator('main h1'), 'drop', { files: [unwanted] });
    await page.getByRole('button', { name: `Cancel the upload of ${unwanted.name}` }).click();
    await expect(uploads(page).filter({ hasText: unwanted.name })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused();
    await expect(card(page, unwanted.name)).toHaveCount(0);
  });
});

test('pictures in posts: one that is shown leads to its post and stays; a cover is chosen by keyboard and described', async ({
  page,
  api,
}) => {
  const name = `${freshSlug('cover')}.png`;
  const picture = await uploadByApi(api, name);
  const { slug, title } = await api.writePost({ content: `![](${picture.address})` });
  const { cover } = postForm(page);
  const picker = page.getByRole('dialog', { name: 'Choose a picture' });
  await test.step('shown in a post', async () => {
    await page.goto(`/admin/media?q=${name}`);
    const own = card(page, name);
    await own.getByText('Used in 1 post, perhaps without a description').click();
    agree(page);
    await own.getByRole('button', { name: `Delete ${name}` }).click();
    await expect(own.getByRole('alert')).toContainText(title);
    await own.getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(`/admin/edit-post/${slug}`);
  });
  await test.step('a cover by keyboard alone', async () => {
    const opener = page.getByRole('button', { name: 'Choose a picture' });
    const alt = picker.getByRole('textbox', { name: 'Alternative text' });
    await opener.press('Enter');
    await expect(picker.getByRole('button', { name: 'Choose files' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type(name);
    // Enter in the library is not Enter in the form beneath it.
    await page.keyboard.press('Enter');
    await expect(picker.getByRole('radio')).toHaveCount(1);
    await picker.getByRole('searchbox').press('Tab');
    await page.keyboard.press('Space');
    await expect(picker.getByRole('radio', { name })).toBeChecked();
    await alt.press('Enter');
    await expect(alt).toHaveAccessibleDescription('Alternative text is required.');
    await expect(alt).toBeFocused();
    await page.keyboard.type('Two molecules');
    await page.keyboard.press('Enter');
    await expect(picker).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(cover).toHaveValue(new URL(picture.address, page.url()).href);
    const found = await api.call('GET', `/api/admin/media?q=${name}`);
    expect(found).toMatchObject({ items: [{ id: picture.id, alt: 'Two molecules' }] });
  });
  await test.step('a dropped one, kept as a picture of this site', async () => {
    const dropped = await newPicture(`${freshSlug('cover')}.png`);
    await give(page.locator('figure:has(img)'), 'drop', { files: [dropped] });
    await expect(picker.getByText(`Chosen: ${dropped.name}`)).toBeVisible();
    await picker.getByRole('checkbox', { name: /^Decorative/ }).check();
    await picker.getByRole('button', { name: 'Use as cover' }).click();
    await expect(cover).not.toHaveValue(new URL(picture.address, page.url()).href);
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(page).toHaveURL('/admin/dashboard');
    expect((await api.readPost(slug)).coverImage).toMatch(/^\/media\/[0-9a-f]{32}\/640x480\.png$/);
  });
});

test('files: put into a post, downloaded as they were, kept while they are linked; unused ones go', async ({
  page,
  api,
}) => {
  const slug = freshSlug('paper');
  const buffer = makePdf(`%${crypto.randomUUID()}\n`);
  const file = { name: `${slug} µM.pdf`, mimeType: 'application/pdf', buffer };
  const label = `${file.name} (PDF, 1 KB)`;
  await test.step('from the editor to a reader', async () => {
    await api.writePost({ title: slug, slug, content: 'The data: ' });
    await page.goto(`/admin/edit-post/${slug}`);
    const form = postForm(page);
    await form.content.press('End');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Insert', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Attachment' }).click();
    await (await chooser).setFiles([file]);
    await expect(form.content).toHaveValue(
      new RegExp(`\\[${slug} µM\\.pdf \\(PDF, 1 KB\\)\\]\\(/media/[0-9a-f]{32}/${slug}-m\\.pdf\\)`),
    );
    await form.status.selectOption('published');
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard/);
    await page.goto(`/blog/${slug}`);
    const link = page.getByRole('link', { name: label });
    const download = page.waitForEvent('download');
    await link.click();
    const downloaded = await download;
    expect(downloaded.suggestedFilename()).toBe(file.name);
    expect(await readFile(await downloaded.path())).toEqual(buffer);
  });
  await test.step('linked, so it stays', async () => {
    await page.goto(`/admin/media/files?q=${slug}`);
    const own = card(page, file.name);
    await own.getByText('Used in 1 post').click();
    await expect(own.getByRole('link', { name: slug, exact: true })).toBeVisible();
    agree(page);
    await own.getByRole('button', { name: `Delete ${file.name}` }).click();
    await expect(own.getByRole('alert')).toContainText('This file is used in');
  });
  await test.step('the page of pictures takes files, too', async () => {
    const name = `${freshSlug('doses')}.csv`;
    await page.goto('/admin/media');
    await input(page).setInputFiles([
      { name, mimeType: 'text/csv', buffer: Buffer.from(CSV + name) },
    ]);
    await expect(uploads(page).filter({ hasText: name })).toContainText('Uploaded');
    await page.getByRole('link', { name: 'Files' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible();
    await card(page, name).getByRole('button', { name: 'Copy SHA-256' }).click();
    await expect(page.getByText(`Copied the SHA-256 of ${name}.`)).toBeVisible();
    expect(await copied(page)).toMatch(/^[0-9a-f]{64}$/);
    agree(page);
    await card(page, name)
      .getByRole('button', { name: `Delete ${name}` })
      .click();
    await expect(page.getByText(`Deleted ${name}.`)).toBeVisible();
  });
});
