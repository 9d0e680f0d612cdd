import { type APIRequestContext, expect, type Page, type Route } from '@playwright/test';
import sharp from 'sharp';
import type { Picture } from '../../src/media/pictures.ts';
import { makePngBomb } from '../pictures.ts';
import { email, openSignedIn, password, postForm, readPost, writePost } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { expectAccessible } from './public-page.ts';

/** A file that no other test has uploaded: its pixels are drawn by lot. */
async function newPicture(name: string, width = 640, height = 480) {
  const pixels = crypto.getRandomValues(new Uint8Array(8 * 6 * 3));
  const raw = { width: 8, height: 6, channels: 3 } as const;
  const image = sharp(pixels, { raw }).resize(width, height, { kernel: 'nearest', fit: 'fill' });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

/** Puts a picture into the library by the API. */
async function uploadByApi(request: APIRequestContext, token: string, name: string) {
  const { buffer } = await newPicture(name);
  const response = await request.post(`/api/admin/media?name=${name}`, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/png' },
    data: buffer,
  });
  expect(response.status()).toBe(201);
  const { picture } = (await response.json()) as { picture: Picture };
  return picture;
}

/** Gives files to the page as the clipboard or a drag does. */
async function give(page: Page, how: 'paste' | 'drop', target: string, files: NewFile[]) {
  await page.locator(target).evaluate(
    (element, [kind, given]) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent('drop', { ...init, dataTransfer: data }),
      );
    },
    [
      how,
      files.map(({ name, mimeType, buffer }) => ({
        name,
        type: mimeType,
        base64: buffer.toString('base64'),
      })),
    ] as const,
  );
}

type NewFile = Awaited<ReturnType<typeof newPicture>>;

/** What the page shows of the library. */
function library(page: Page) {
  return {
    files: page.locator('input[type=file]'),
    uploads: page.getByRole('list', { name: 'Uploads' }).getByRole('listitem'),
    news: page.getByRole('region', { name: 'Upload' }).getByRole('status'),
    search: page.getByRole('searchbox', { name: 'Search pictures' }),
    card: (name: string) => page.getByRole('article', { name, exact: true }),
  };
}

const lose = (route: Route) => route.abort();

test('several pictures are uploaded at once; one that is refused says why and stops no other', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignedIn(page, request, '/admin/dashboard');
  await page.getByRole('link', { name: 'Media' }).click();
  const { files, uploads, news, card, search } = library(page);
  const name = `${freshSlug('gel')}.png`;
  await files.setInputFiles([
    await newPicture(name),
    {
      name: 'chart.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
    { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
    { name: 'wide.png', mimeType: 'image/png', buffer: makePngBomb(10_000) },
    await newPicture(`other-${name}`),
  ]);
  await expect(news).toHaveText('2 of 5 files uploaded, 3 failed');
  await expect(uploads.filter({ hasText: 'chart.svg' }).getByRole('alert')).toContainText(
    'damaged or empty',
  );
  await expect(uploads.filter({ hasText: 'huge.png' }).getByRole('alert')).toContainText('10 MB');
  await expect(uploads.filter({ hasText: 'wide.png' }).getByRole('alert')).toContainText(
    'This picture has 100 megapixels; up to 50',
  );
  const thumbnail = card(name).locator('img');
  await expect(thumbnail).toHaveAttribute('width', '640');
  await expect
    .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(480);

  await uploads
    .filter({ hasText: name })
    .first()
    .getByRole('button', { name: 'Describe it' })
    .click();
  const alt = card(name).getByRole('textbox', { name: 'Alternative text' });
  await expect(alt).toBeFocused();
  await expect(card(name).getByText('No alternative text')).toBeVisible();
  await page.keyboard.type('A gel [stained]');
  await page.keyboard.press('Enter');
  await expect(card(name).getByRole('status')).toHaveText('Saved');
  await expectAccessible(page, 'library');

  await card(name).getByRole('button', { name: 'Copy Markdown' }).click();
  await expect(page.getByText(`Copied the Markdown of ${name}.`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^!\[A gel \\\[stained\\\]\]\(\/media\/[0-9a-f]{32}\/640x480\.png\)$/,
  );

  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type(name.slice(0, -4));
  await expect(page).toHaveURL(/\?q=gel-/);
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.reload();
  await expect(card(name).getByRole('textbox', { name: 'Alternative text' })).toHaveValue(
    'A gel [stained]',
  );
  page.once('dialog', (dialog) => dialog.accept());
  await card(name)
    .getByRole('button', { name: `Delete ${name}` })
    .click();
  await expect(card(name)).toHaveCount(0);
  await page.getByRole('link', { name: 'Pictures' }).click();
  await expect(search).toHaveValue('');
  await expect(page.getByText(`Deleted ${name}.`)).toBeVisible();
});

test('a pasted or dropped picture survives a lost network and a lost session, and can be cancelled', async ({
  page,
  request,
}) => {
  const token = await openSignedIn(page, request, '/admin/media');
  const { uploads, card } = library(page);
  await expect(page.getByText(/^( ?\d+ pictures?|No pictures yet)$/)).toBeVisible();

  const pasted = await newPicture(`${freshSlug('pasted')}.png`);
  await page.route('**/api/admin/media?name=*', lose, { times: 1 });
  await give(page, 'paste', 'body', [pasted]);
  await expect(uploads.getByRole('alert')).toHaveText('Network error. Please try again.');
  await uploads.getByRole('button', { name: 'Try again' }).click();
  await expect(card(pasted.name)).toBeVisible();

  const headers = { Authorization: `Bearer ${token}` };
  expect((await request.post('/api/admin/logout', { headers })).status()).toBe(204);
  const dropped = await newPicture(`${freshSlug('dropped')}.png`);
  await give(page, 'drop', 'main h1', [dropped]);
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await again.getByRole('textbox', { name: 'Password' }).fill(password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(card(dropped.name)).toBeVisible();
  await expect(again).toBeHidden();

  const { promise: answer } = Promise.withResolvers<void>();
  await page.route('**/api/admin/media?name=*', () => answer);
  const unwanted = await newPicture(`${freshSlug('unwanted')}.png`);
  await give(page, 'drop', 'main h1', [unwanted]);
  await expect(page.getByRole('progressbar', { name: unwanted.name })).toBeVisible();
  await page.getByRole('button', { name: `Cancel the upload of ${unwanted.name}` }).click();
  await expect(uploads.filter({ hasText: unwanted.name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused();
  await expect(card(unwanted.name)).toHaveCount(0);
});

test('a picture that a post shows leads to it and is not deleted; a library that does not load says so', async ({
  page,
  request,
}) => {
  const name = `${freshSlug('figure')}.png`;
  await page.route('**/api/admin/media?*', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  const token = await openSignedIn(page, request, `/admin/media?q=${name}`);
  const picture = await uploadByApi(request, token, name);
  const slug = freshSlug('shows-a-figure');
  const post = await writePost(request, token, { slug, content: `![](${picture.address})` });
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to load the pictures. Please try again.',
  );
  await page.getByRole('button', { name: 'Try again' }).click();

  const { card } = library(page);
  await card(name).getByText('Used in 1 post, perhaps without a description').click();
  page.once('dialog', (dialog) => dialog.accept());
  await card(name)
    .getByRole('button', { name: `Delete ${name}` })
    .click();
  await expect(card(name).getByRole('alert')).toContainText(post.title);
  await card(name).getByRole('link', { name: post.title }).click();
  await expect(page).toHaveURL(`/admin/edit-post/${slug}`);
});

test('a cover is chosen by keyboard alone, described, and kept as a picture of this site', async ({
  page,
  request,
}) => {
  const slug = freshSlug('covered');
  const name = `${freshSlug('cover')}.png`;
  const token = await openSignedIn(page, request, '/healthz');
  const picture = await uploadByApi(request, token, name);
  await writePost(request, token, { slug });
  await page.goto(`/admin/edit-post/${slug}`);

  const { cover } = postForm(page);
  const opener = page.getByRole('button', { name: 'Choose a picture' });
  const picker = page.getByRole('dialog', { name: 'Choose a picture' });
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
  await expectAccessible(page, 'picker');
  await alt.press('Enter');
  await expect(picker.getByText('Describe the picture')).toBeVisible();
  await expect(alt).toBeFocused();
  const detail = 'The database is busy.';
  await page.route(`**/api/admin/media/${picture.id}`, (route) =>
    route.fulfill({ status: 503, json: { detail } }),
  );
  await page.keyboard.type('Two molecule');
  await page.keyboard.press('Enter');
  await expect(picker.getByText(detail)).toBeVisible();
  await page.unrouteAll();
  await alt.focus();
  await page.keyboard.press('End');
  await page.keyboard.type('s');
  await page.keyboard.press('Enter');
  await expect(picker).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(cover).toHaveValue(new URL(picture.address, page.url()).href);

  const dropped = await newPicture(`${freshSlug('cover')}.png`);
  await give(page, 'drop', 'figure:has(img)', [dropped]);
  await expect(picker.getByText(`Chosen: ${dropped.name}`)).toBeVisible();
  await picker.getByRole('checkbox', { name: /^Decorative/ }).check();
  await picker.getByRole('button', { name: 'Use as cover' }).click();
  await expect(cover).not.toHaveValue(new URL(picture.address, page.url()).href);
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect((await readPost(request, token, slug)).coverImage).toMatch(
    /^\/media\/[0-9a-f]{32}\/640x480\.png$/,
  );

  const listed = await request.get(`/api/admin/media?q=${name}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect((await listed.json()).pictures).toMatchObject([{ id: picture.id, alt: 'Two molecules' }]);
});
