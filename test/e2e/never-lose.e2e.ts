import { expect, type Page } from '@playwright/test';
import {
  addAdministrator,
  button,
  fail,
  holdBack,
  logIn,
  nextDialog,
  openForm,
  postForm,
  saveElsewhere,
  signedOut,
  signInAgain,
} from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { requestsOf } from './public-page.ts';
import { SIGNED_IN } from './sites.ts';

/** Ways to lose an afternoon's writing, none of which may. */
test.use(SIGNED_IN);

const TEXT = 'An hour of work, \u{1F9EA} and more.';

const offer = (page: Page) => page.getByText('was not saved.');
const useIt = (page: Page) => button(page, 'Use it').click();
const isKept = (page: Page) => expect(page.getByText(/^(Autosaved in this browser|Autosaved)$/));
const savedInPlace = (page: Page) => expect(page.getByText(/^Saved \d{1,2}:\d{2}/));
const bothVersions = (page: Page) => page.getByRole('region', { name: 'Both versions' });

const nextAutosave = (page: Page, method = 'PUT') =>
  page.waitForResponse(
    (response) => response.request().method() === method && response.url().includes('/autosaves/'),
  );

/** What the page offers: its headings, buttons and links, and what stands beside the buttons. */
function offers(page: Page): Promise<string[]> {
  return page.getByRole('main').locator('h1, h2, a, button, .save-bar-effect').allInnerTexts();
}

/** Leaves without a word, as a closed tab or a crash does. */
async function closeTab(page: Page): Promise<void> {
  await isKept(page).toBeVisible();
  await page.close({ runBeforeUnload: false });
}

test('unsaved text: offered after a closed tab, a reload and the back button, until it is saved or taken back', async ({
  page,
  context,
  api,
}) => {
  const post = await openForm(page, api);
  const autosaved = nextAutosave(page);
  await postForm(page).content.press('End');
  await page.keyboard.type('x');
  await autosaved;
  const dropped = nextAutosave(page, 'DELETE');
  await page.keyboard.press('Backspace');
  await dropped;
  await page.reload();
  await expect(postForm(page).content).toHaveValue('Text.');
  await expect(offer(page)).toHaveCount(0);
  await postForm(page).content.fill(TEXT);
  await closeTab(page);

  const again = await context.newPage();
  const { title, content } = postForm(again);
  await again.goto(`/admin/edit-post/${post.slug}`);
  await expect(offer(again)).toBeVisible();
  expect(await api.readPost(post.slug)).toMatchObject({ content: 'Text.' });
  await useIt(again);
  await expect(content).toHaveValue(TEXT);
  await button(again, 'Update Post').click();
  await expect(again).toHaveURL('/admin/dashboard');
  await again.goto(`/admin/edit-post/${post.slug}`);
  await expect(content).toHaveValue(TEXT);
  await expect(offer(again)).toHaveCount(0);

  // A new post: by the back button, which asks, and by a reload.
  await again.goto('/admin/dashboard');
  await again.getByRole('link', { name: 'Create New Post' }).first().click();
  await title.fill('A first line');
  await content.fill(TEXT);
  await isKept(again).toBeVisible();
  const question = nextDialog(again);
  await again.goBack();
  await question;
  await expect(again).toHaveURL('/admin/dashboard');
  await again.getByRole('link', { name: 'Create New Post' }).first().click();
  await expect(again.getByText('(“A first line”) was not saved.')).toBeVisible();
  await expect(content).toHaveValue('');
  await useIt(again);
  await expect(content).toHaveValue(TEXT);
  await isKept(again).toBeVisible();
  again.on('dialog', (dialog) => dialog.accept());
  await again.reload();
  await expect(again.getByText('It has not been saved yet.')).toBeVisible();
  await expect(content).toHaveValue(TEXT);
  await button(again, 'Discard it').click();
  await expect(content).toHaveValue('');

  // In this browser it is kept for 30 days.
  await content.fill(TEXT);
  await isKept(again).toBeVisible();
  await again.goto('/healthz');
  const isLeft = await again.evaluate(() => {
    const written = Object.keys(localStorage).filter((key) => key.startsWith('journal:'));
    const writtenAt = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString();
    for (const key of written) {
      const entry = JSON.parse(localStorage.getItem(key) ?? '{}');
      localStorage.setItem(key, JSON.stringify({ ...entry, writtenAt }));
    }
    return written.length > 0;
  });
  expect(isLeft).toBe(true);
  await again.goto('/admin/create-post');
  await expect(content).toHaveValue('');
  const journal = () =>
    again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('journal:')));
  await expect.poll(journal).toEqual([]);
});

test('unsaved text: the server has it for the same account in another browser, when local storage is full, and for nobody else', async ({
  page,
  browser,
  api,
}) => {
  // The list shows the two latest drafts of an account: those of other tests would hide this one.
  const account = await addAdministrator();
  const signIn = async (tab: Page, path: string) => {
    await tab.goto('/healthz');
    await tab.evaluate(() => localStorage.clear());
    await tab.goto(`/admin/login?next=${path}`);
    await logIn(tab, account.password, account.email);
  };
  const post = await openForm(page, api);
  await postForm(page).content.fill('The text of somebody else.');
  await isKept(page).toBeVisible();
  page.on('dialog', (dialog) => dialog.accept());
  await signIn(page, `/admin/edit-post/${post.slug}`);
  await expect(postForm(page).content).toHaveValue('Text.');
  await expect(offer(page)).toHaveCount(0);

  await page.goto('/admin/create-post');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  const title = freshSlug('elsewhere');
  const autosaved = nextAutosave(page);
  await postForm(page).title.fill(title);
  await postForm(page).content.fill(TEXT);
  await expect(page.getByText('out of space for your text')).toBeVisible();
  await autosaved;
  await closeTab(page);

  const elsewhere = await browser.newPage({ storageState: { cookies: [], origins: [] } });
  await signIn(elsewhere, '/admin/dashboard');
  const list = elsewhere.getByRole('region', { name: /unsaved draft/i });
  await expect(list).toContainText('30 days');
  const row = list.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('New post');
  await row.getByRole('link', { name: 'Continue' }).click();
  await expect(postForm(elsewhere).content).toHaveValue(TEXT);
  await button(elsewhere, 'Publish Post').click();
  await expect(elsewhere).toHaveURL('/admin/dashboard');
  await expect(elsewhere.getByRole('heading', { name: 'Posts', exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);

  // One that nobody wants: declined it stays in the list, discarded it is gone for good.
  await elsewhere.goto('/admin/create-post');
  const again = nextAutosave(elsewhere);
  await postForm(elsewhere).title.fill(title);
  await again;
  elsewhere.on('dialog', (dialog) => dialog.accept());
  await elsewhere.getByRole('link', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await elsewhere.getByRole('link', { name: 'Create New Post' }).first().click();
  await button(elsewhere, 'Not now').click();
  await elsewhere.reload();
  await expect(postForm(elsewhere).title).toHaveValue('');
  await expect(offer(elsewhere)).toHaveCount(0);
  await elsewhere.getByRole('link', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: 'Discard' }).click();
  await expect(row).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere.getByRole('heading', { name: 'Posts', exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
  await elsewhere.close();
});

test('save: no network, a lost answer, a server that fails and an ended session lose no text and make no second post', async ({
  page,
  context,
  request,
  api,
}) => {
  const slug = freshSlug('once');
  const { title, slug: slugField, content } = postForm(page);
  const alert = page.getByRole('alert');
  await page.goto('/admin/create-post');
  await title.fill('Once');
  await slugField.fill(slug);
  await content.fill(TEXT);
  await context.setOffline(true);
  await button(page, 'Publish Post').click();
  await expect(alert).toHaveText('Network error. Please try again.');
  await expect(content).toHaveValue(TEXT);
  await context.setOffline(false);

  await page.route(
    '**/api/admin/blog/posts',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await button(page, 'Publish Post').click();
  const isThere = async () => (await request.get(`/api/blog/posts/${slug}`)).status();
  await expect.poll(isThere).toBe(200);
  await expect(alert).toHaveText('Network error. Please try again.');
  await button(page, 'Publish Post').click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await api.readPost(slug)).toMatchObject({ version: 1 });

  await page.goto(`/admin/edit-post/${slug}`);
  await content.fill(`${TEXT} More.`);
  const failing = { status: 500, json: { detail: 'Internal server error.' } };
  const save = `**/api/admin/blog/posts/${slug}`;
  await page.route(save, (route) => route.fulfill(failing), { times: 1 });
  await button(page, 'Update Post').click();
  await expect(alert).toHaveText('Internal server error.');
  await expect(content).toHaveValue(`${TEXT} More.`);
  await page.route(save, signedOut, { times: 1 });
  await button(page, 'Update Post').click();
  await signInAgain(page);
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await api.readPost(slug)).toMatchObject({ content: `${TEXT} More.`, version: 2 });
});

test('conflict: the later of two is told, and merges, overwrites or takes over the other version, without loss', async ({
  page,
  context,
  api,
}) => {
  const post = await openForm(page, api, { content: 'One\n\nTwo\n\nThree' });
  const { content, description } = postForm(page);
  const update = () => button(page, 'Update Post').click();
  const second = await context.newPage();
  await second.goto(`/admin/edit-post/${post.slug}`);
  await postForm(second).content.fill('One, first tab\n\nTwo\n\nThree');
  await content.fill('One\n\nTwo\n\nThree, second tab');
  await button(second, 'Update Post').click();
  await expect(second).toHaveURL('/admin/dashboard');
  await second.close();
  await update();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(/^You saved this post at .*, in another window\./);
  await expect(alert).toBeFocused();
  await expect(bothVersions(page)).toContainText('One, first tab');
  await expect(bothVersions(page)).toContainText('Three, second tab');
  await button(page, 'Merge both').click();
  const merged = 'One, first tab\n\nTwo\n\nThree, second tab';
  await expect(content).toHaveValue(merged);
  await update();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await api.readPost(post.slug)).toMatchObject({ content: merged, version: 3 });

  // The same lines: what is typed meanwhile stays, and markers are not published.
  await page.goto(`/admin/edit-post/${post.slug}`);
  await expect(content).toHaveValue(merged);
  await content.fill(merged.replace('first tab', 'mine'));
  await saveElsewhere(api, post, { content: merged.replace('first tab', 'theirs') });
  await update();
  const letGo = await holdBack(page, '**/revisions/3');
  await button(page, 'Merge both').click();
  await expect(button(page, 'Merging...')).toBeDisabled();
  await expect(button(page, 'Overwrite it with mine')).toBeDisabled();
  await description.fill('Typed meanwhile');
  await content.press('Control+End');
  await page.keyboard.type(', typed meanwhile');
  letGo();
  await expect(content).toHaveValue(
    /^<<<<<<< yours\nOne, mine\n.*=======\nOne, theirs\n.*>>>>>>> theirs\n\nTwo\n\nThree, second tab, typed meanwhile$/s,
  );
  await expect(description).toHaveValue('Typed meanwhile');
  await update();
  await expect(alert).toContainText('Line 1 is a conflict marker');
  await button(page, 'Show in text').click();
  await expect(content).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()))).toBe('<<<<<<< yours');
  expect(await api.readPost(post.slug)).toMatchObject({ version: 4 });

  // The other version is taken over, and one's own can be had back.
  await content.fill('One, again mine\n\nTwo');
  await saveElsewhere(api, post, { content: 'One, again theirs\n\nTwo' });
  await update();
  // A second merge would put markers into markers.
  await expect(button(page, 'Merge both')).toBeVisible();
  await content.fill('<<<<<<< yours\nOne, again mine\n\nTwo');
  await button(page, 'Merge both').click();
  await expect(alert).toContainText('still contains merge markers');
  await content.fill('One, again mine\n\nTwo');
  await button(page, 'Load the current version').click();
  await expect(content).toHaveValue('One, again theirs\n\nTwo');
  await useIt(page);
  await expect(content).toHaveValue('One, again mine\n\nTwo');
  await expect(bothVersions(page)).toContainText('One, again theirs');
  await button(page, 'Overwrite it with mine').click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await api.readPost(post.slug)).toMatchObject({ content: 'One, again mine\n\nTwo' });

  // A draft that overwrites does not publish.
  const draft = await openForm(page, api);
  page.on('dialog', (dialog) => dialog.accept());
  await content.fill('Not for readers yet');
  await saveElsewhere(api, draft, { content: 'Theirs' });
  await button(page, 'Save as Draft').click();
  await button(page, 'Overwrite it with mine').click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await api.readPost(draft.slug)).toMatchObject({ status: 'draft' });
});

test('a slip publishes nothing: Enter stays in its field, Ctrl+S saves a draft and goes on, and a public post leaves the site only when its writer agrees', async ({
  page,
  request,
  api,
}) => {
  await page.goto('/admin/create-post');
  const slug = freshSlug('slip');
  const form = postForm(page);
  await form.title.fill('A slip');
  await form.slug.fill(slug);
  await form.content.fill(TEXT);
  const sent = requestsOf(page);
  for (const field of [
    form.title,
    form.slug,
    form.cover,
    form.caption,
    form.publishDate,
    page.getByRole('textbox', { name: 'Author' }),
  ]) {
    await field.press('Enter');
  }
  await form.tag.fill('Typed');
  await page.getByRole('textbox', { name: 'Reference Title' }).fill('A paper');
  await form.content.press('Control+s');
  await expect(page.getByRole('alert')).toContainText('A reference is typed but not added');
  await expect(page).toHaveURL('/admin/create-post');
  expect(sent.filter((line) => line.includes('/blog/posts'))).toEqual([]);

  await page.getByRole('textbox', { name: 'Reference URL' }).fill('https://a.example/paper');
  await form.content.press('Control+End');
  await page.keyboard.press('Control+s');
  await savedInPlace(page).toBeVisible();
  await expect(page).toHaveURL(`/admin/edit-post/${slug}`);
  await expect(form.tags).toHaveText('Typed');
  await expect(form.content).toBeFocused();
  await expect(page).toHaveTitle('Edit: A slip');
  await expect(button(page, 'Create link')).toBeVisible();
  const offered = await offers(page);
  // A refusal that comes while somebody types does not take the keys.
  await page.keyboard.type(' And');
  await page.route(`**/api/admin/blog/posts/${slug}`, fail, { times: 1 });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Not saved. Failed to update post')).toBeVisible();
  await page.keyboard.type(' more.');
  await page.keyboard.press('Control+s');
  const written = { status: 'draft', content: `${TEXT} And more.`, tags: ['Typed'], version: 2 };
  await expect
    .poll(() => api.readPost(slug))
    .toMatchObject({ ...written, references: [{ title: 'A paper' }] });
  expect((await request.get(`/api/blog/posts/${slug}`)).status()).toBe(404);
  await savedInPlace(page).toBeVisible();
  await page.reload();
  await expect(form.content).toHaveValue(written.content);
  await expect(offer(page)).toHaveCount(0);
  await expect(button(page, 'Create link')).toBeVisible();
  expect(await offers(page)).toEqual(offered);

  const post = await openForm(page, api);
  await form.content.fill(TEXT);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    return questions.length < 3 ? dialog.dismiss() : dialog.accept();
  });
  await button(page, 'Save as Draft').click();
  await form.status.selectOption('draft');
  await button(page, 'Update Post').click();
  expect(questions).toEqual(Array(2).fill(expect.stringContaining('takes it off the site')));
  expect(await api.readPost(post.slug)).toMatchObject({ status: 'published', version: 1 });
  await button(page, 'Save as Draft').click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(questions).toHaveLength(3);
  expect(await api.readPost(post.slug)).toMatchObject({ status: 'draft' });
});
