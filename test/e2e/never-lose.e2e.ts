import { chromium, expect, type Page } from '@playwright/test';
import { startProductionSite } from '../production-site.ts';
import { runScript } from '../run-script.ts';
import {
  addAdministrator,
  editElsewhere,
  logIn,
  openPost,
  openSignedIn,
  password,
  postForm,
  readPost,
} from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { expectAccessible, requestsOf } from './public-page.ts';

/** Ways to lose an afternoon's writing, none of which may. */

const TEXT = 'An hour of work, \u{1F9EA} and more.';

const offer = (page: Page) => page.getByText('was not saved.');
const useIt = (page: Page) => page.getByRole('button', { name: 'Use it' }).click();
const isKept = (page: Page) => expect(page.getByText(/^(Autosaved in this browser|Autosaved)$/));

const nextAutosave = (page: Page) =>
  page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/autosaves/'),
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

test('a closed tab: what was typed is offered when the post is opened again', async ({
  page,
  context,
  request,
}) => {
  const { token, post } = await openPost(page, request);
  await postForm(page).content.fill(TEXT);
  await closeTab(page);

  const again = await context.newPage();
  await again.goto(`/admin/edit-post/${post.slug}`);
  await expect(offer(again)).toBeVisible();
  expect(await readPost(request, token, post.slug)).toMatchObject({ content: 'Text.' });
  await useIt(again);
  await expect(postForm(again).content).toHaveValue(TEXT);
  await again.getByRole('button', { name: 'Update Post' }).click();
  await expect(again).toHaveURL('/admin/dashboard');
  expect(await readPost(request, token, post.slug)).toMatchObject({ content: TEXT });
  await again.goto(`/admin/edit-post/${post.slug}`);
  await expect(postForm(again).content).toHaveValue(TEXT);
  await expect(offer(again)).toHaveCount(0);
});

test('a closed tab with a new post: it is offered when a post is begun', async ({
  page,
  context,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  await postForm(page).title.fill('A first line');
  await postForm(page).content.fill(TEXT);
  await closeTab(page);
  const again = await context.newPage();
  await again.goto('/admin/create-post');
  await expect(again.getByText('(“A first line”) was not saved.')).toBeVisible();
  await expect(postForm(again).content).toHaveValue('');
  await useIt(again);
  await expect(postForm(again).content).toHaveValue(TEXT);
});

test('a killed browser: the server has what was typed, in another browser too', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const { token, post } = await openPost(page, request);
  const doomed = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-blink-features=AutomationControlled'],
  });
  const lost = await doomed.newPage({ userAgent: 'Mozilla/5.0', ...(baseURL ? { baseURL } : {}) });
  await openSignedIn(lost, request, `/admin/edit-post/${post.slug}`);
  const autosaved = nextAutosave(lost);
  await postForm(lost).content.fill(TEXT);
  await autosaved;
  await doomed.close();

  const elsewhere = await browser.newPage(baseURL ? { baseURL } : {});
  await openSignedIn(elsewhere, request, `/admin/edit-post/${post.slug}`);
  await useIt(elsewhere);
  await expect(postForm(elsewhere).content).toHaveValue(TEXT);
  expect(await readPost(request, token, post.slug)).toMatchObject({ content: 'Text.' });
  await elsewhere.close();
});

test('no network while saving: the text stays, and the save works when it is back', async ({
  page,
  context,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  const slug = freshSlug('offline');
  const form = postForm(page);
  await form.title.fill('Offline');
  await form.slug.fill(slug);
  await form.content.fill(TEXT);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Publish Post' }).click();
  await expect(page.getByRole('alert')).toHaveText('Network error. Please try again.');
  await expect(form.content).toHaveValue(TEXT);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Publish Post' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
});

test('an answer that is lost on its way: saving again does not make a second post', async ({
  page,
  request,
}) => {
  const token = await openSignedIn(page, request, '/admin/create-post');
  const slug = freshSlug('once');
  const form = postForm(page);
  await form.title.fill('Once');
  await form.slug.fill(slug);
  await form.content.fill(TEXT);
  await page.route(
    '**/api/admin/blog/posts',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Publish Post' }).click();
  await expect(page.getByRole('alert')).toHaveText('Network error. Please try again.');
  expect(await readPost(request, token, slug)).toMatchObject({ content: TEXT });
  await page.getByRole('button', { name: 'Publish Post' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await readPost(request, token, slug)).toMatchObject({ version: 1 });
});

test('an ended session: signing in again in place goes on with the save', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request);
  await postForm(page).content.fill(TEXT);
  await request.post('/api/admin/logout', { headers: { Authorization: `Bearer ${token}` } });
  await page.getByRole('button', { name: 'Update Post' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  await logInWithin(dialog);
  await expect(page).toHaveURL('/admin/dashboard');
  const { token: fresh } = await signedInAs(page);
  expect(await readPost(request, fresh, post.slug)).toMatchObject({ content: TEXT });
});

async function logInWithin(dialog: ReturnType<Page['getByRole']>): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}

async function signedInAs(page: Page): Promise<{ token: string }> {
  return { token: await page.evaluate(() => localStorage.getItem('adminToken') ?? '') };
}

test('a server that fails: the save answered 500 loses nothing', async ({ page, request }) => {
  const { post } = await openPost(page, request);
  const { content } = postForm(page);
  await content.fill(TEXT);
  await page.route(
    `**/api/admin/blog/posts/${post.slug}`,
    (route) => route.fulfill({ status: 500, json: { detail: 'Internal server error.' } }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page.getByRole('alert')).toHaveText('Internal server error.');
  await expect(content).toHaveValue(TEXT);
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
});

test('a server that dies while it saves: the text stays, and is saved once when it is back', async ({
  browser,
}) => {
  // Code in many languages, none of which is loaded yet: the save is under way when the power goes.
  const content = ['cpp', 'csharp', 'html', 'java', 'julia', 'python', 'r', 'ruby', 'rust', 'tsx']
    .map((language) => `\`\`\`${language}\n${'f(x) = "y" # z\n'.repeat(50)}\`\`\`\n`)
    .join('\n');
  const site = await startProductionSite({ SEED_CONTENT: 'off' });
  const page = await browser.newPage({ baseURL: site.address });
  try {
    await page.goto('/admin/create-post');
    await logIn(page, site.administrator.password);
    const form = postForm(page);
    await form.title.fill('Through a power cut');
    await form.content.fill(content);
    const saving = page.waitForRequest(
      (sent) => sent.method() === 'POST' && sent.url().endsWith('/api/admin/blog/posts'),
    );
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await saving;
    await site.crash();
    await expect(page.getByRole('alert')).toHaveText('Network error. Please try again.');
    await expect(form.content).toHaveValue(content);
    await site.startAgain();
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page).toHaveURL('/admin/dashboard');
    const saved = await page.request.get('/api/blog/posts/through-a-power-cut');
    expect(await saved.json()).toMatchObject({ content, version: 1 });
  } finally {
    await page.close();
    await site.stop();
  }
});

test('two tabs on one post: neither writes over what the other keeps', async ({
  page,
  context,
  request,
}) => {
  const { token, post } = await openPost(page, request, { content: 'One\n\nTwo\n\nThree' });
  const second = await context.newPage();
  await second.goto(`/admin/edit-post/${post.slug}`);
  await postForm(page).content.fill('One, first tab\n\nTwo\n\nThree');
  await postForm(second).content.fill('One\n\nTwo\n\nThree, second tab');
  await isKept(page).toBeVisible();
  await isKept(second).toBeVisible();
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  await second.getByRole('button', { name: 'Update Post' }).click();
  const versions = second.getByRole('region', { name: 'Both versions' });
  await expect(versions).toContainText('One, first tab');
  await expect(versions).toContainText('Three, second tab');
  await second.getByRole('button', { name: 'Merge both' }).click();
  const merged = 'One, first tab\n\nTwo\n\nThree, second tab';
  await expect(postForm(second).content).toHaveValue(merged);
  await second.getByRole('button', { name: 'Update Post' }).click();
  await expect(second).toHaveURL('/admin/dashboard');
  expect(await readPost(request, token, post.slug)).toMatchObject({ content: merged, version: 3 });
});

test('two administrators: who takes over the other’s version can have their own back', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request);
  await postForm(page).content.fill(TEXT);
  await editElsewhere(request, token, post, { content: 'Theirs' });
  await page.getByRole('button', { name: 'Update Post' }).click();
  await page.getByRole('button', { name: 'Load the current version' }).click();
  await expect(postForm(page).content).toHaveValue('Theirs');
  await useIt(page);
  await expect(postForm(page).content).toHaveValue(TEXT);
  await expect(page.getByRole('region', { name: 'Both versions' })).toContainText('Theirs');
});

test('a browser that two administrators share: neither is offered what the other wrote', async ({
  page,
  context,
  request,
}) => {
  const { token, post } = await openPost(page, request);
  await postForm(page).content.fill(TEXT);
  await closeTab(page);
  const other = `${freshSlug('other')}@ligara.example`;
  const added = await runScript('admin.ts', process.env.E2E_DATA_DIR ?? '', ['add', other]);
  const [, secret = ''] = /password {2}(\S+)/.exec(added.out) ?? [];

  const theirs = await context.newPage();
  await theirs.goto('/healthz');
  await theirs.evaluate(() => localStorage.removeItem('adminToken'));
  await theirs.goto(`/admin/edit-post/${post.slug}`);
  await logIn(theirs, secret, other);
  await expect(postForm(theirs).content).toHaveValue('Text.');
  await expect(offer(theirs)).toHaveCount(0);

  const again = await context.newPage();
  await openSignedIn(again, request, `/admin/edit-post/${post.slug}`);
  await useIt(again);
  await expect(postForm(again).content).toHaveValue(TEXT);
  expect(await readPost(request, token, post.slug)).toMatchObject({ content: 'Text.' });
});

test('a full local storage: the writer is told, and the server keeps the text', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request);
  await expect(postForm(page).content).toHaveValue('Text.');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  const autosaved = nextAutosave(page);
  await postForm(page).content.fill(TEXT);
  await expect(page.getByText('out of space for your text')).toBeVisible();
  await autosaved;
  await expect(page.getByText('Autosaved')).toBeVisible();
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await readPost(request, token, post.slug)).toMatchObject({ content: TEXT });
});

test('the back button: it asks, and the text is offered to who left all the same', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/dashboard');
  await page.getByRole('link', { name: 'Create New Post' }).first().click();
  await postForm(page).title.fill('Back');
  await postForm(page).content.fill(TEXT);
  await isKept(page).toBeVisible();
  page.once('dialog', (dialog) => dialog.accept());
  await page.goBack();
  await expect(page).toHaveURL('/admin/dashboard');
  await page.getByRole('link', { name: 'Create New Post' }).first().click();
  await useIt(page);
  await expect(postForm(page).content).toHaveValue(TEXT);
});

test('a page that is loaded again goes on where it was', async ({ page, request }) => {
  await openSignedIn(page, request, '/admin/create-post');
  await postForm(page).title.fill('Again');
  await postForm(page).content.fill(TEXT);
  await isKept(page).toBeVisible();
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText('It has not been saved yet.')).toBeVisible();
  await expect(postForm(page).content).toHaveValue(TEXT);
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(postForm(page).content).toHaveValue('');
  await page.goto('/admin/create-post');
  await expect(offer(page)).toHaveCount(0);
});

test('a slip publishes nothing: Enter stays in its field, Ctrl+S saves a draft and goes on', async ({
  page,
  request,
}) => {
  const token = await openSignedIn(page, request, '/admin/create-post');
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
    page.getByRole('switch'),
  ]) {
    await field.press('Enter');
  }
  await form.tag.fill('Typed');
  await page.getByRole('textbox', { name: 'Reference Title' }).fill('A paper');
  await form.content.press('Control+Home');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toContainText('A reference is typed but not added');
  await expect(page).toHaveURL('/admin/create-post');
  expect(sent.filter((line) => line.includes('/blog/posts'))).toEqual([]);

  await page.getByRole('textbox', { name: 'Reference URL' }).fill('https://a.example/paper');
  await form.content.press('Control+End');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved \d{1,2}:\d{2}/)).toBeVisible();
  await expect(page).toHaveURL(`/admin/edit-post/${slug}`);
  await expect(form.tags).toHaveText('Typed');
  await expect(form.content).toBeFocused();
  await expect(page).toHaveTitle('Edit: A slip');
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible();
  const offered = await offers(page);
  await page.keyboard.type(' And');
  // A refusal that comes while somebody types does not take the keys.
  await page.route(`**/api/admin/blog/posts/${slug}`, (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Not saved. Network error. Please try again.')).toBeVisible();
  await page.keyboard.type(' more.');
  await page.keyboard.press('Control+s');
  const written = { status: 'draft', content: `${TEXT} And more.`, tags: ['Typed'] };
  await expect
    .poll(() => readPost(request, token, slug))
    .toMatchObject({ ...written, version: 2, references: [{ title: 'A paper' }] });
  expect((await request.get(`/api/blog/posts/${slug}`)).status()).toBe(404);
  await expect(page.getByText(/^Saved \d{1,2}:\d{2}/)).toBeVisible();
  await page.reload();
  await expect(form.content).toHaveValue(written.content);
  await expect(offer(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible();
  expect(await offers(page)).toEqual(offered);
});

test('a public post leaves the site only when its writer agrees', async ({ page, request }) => {
  const { token, post } = await openPost(page, request);
  const { content, status } = postForm(page);
  await content.fill(TEXT);
  const sent = requestsOf(page);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    return questions.length < 3 ? dialog.dismiss() : dialog.accept();
  });
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await status.selectOption('draft');
  await page.getByRole('button', { name: 'Update Post' }).click();
  expect(questions).toEqual(Array(2).fill(expect.stringContaining('takes it off the site')));
  expect(sent.filter((line) => line.includes(post.slug))).toEqual([]);
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(questions).toHaveLength(3);
  expect(await readPost(request, token, post.slug)).toMatchObject({ status: 'draft' });
});

test('a merge loses nothing that is typed meanwhile, happens once, and its markers are not published', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request, { content: 'One\n\nTwo' });
  const { content, description } = postForm(page);
  await content.fill('One, mine\n\nTwo');
  await editElsewhere(request, token, post, { content: 'One, theirs\n\nTwo' });
  await page.getByRole('button', { name: 'Update Post' }).click();
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  await page.route('**/revisions/1', async (route) => {
    await letGo;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Merge both' }).click();
  await expect(page.getByRole('button', { name: 'Merging...' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Overwrite it with mine' })).toBeDisabled();
  await description.fill('Typed meanwhile');
  await content.press('Control+End');
  await page.keyboard.type(', typed meanwhile');
  resolve();
  const merged = [
    '<<<<<<< yours',
    'One, mine',
    '||||||| before',
    'One',
    '=======',
    'One, theirs',
    '>>>>>>> theirs',
    '',
    'Two, typed meanwhile',
  ].join('\n');
  await expect(content).toHaveValue(merged);
  await expect(description).toHaveValue('Typed meanwhile');

  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page.getByRole('alert')).toContainText('Line 1 is a conflict marker');
  await page.getByRole('button', { name: 'Show in text' }).click();
  await expect(content).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()))).toBe('<<<<<<< yours');
  // Told again, it takes the focus again: nobody presses a button that seems to do nothing.
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  expect(await readPost(request, token, post.slug)).toMatchObject({ version: 2 });
  // Somebody saves once more: a second merge would put markers into markers.
  await editElsewhere(
    request,
    token,
    { ...post, version: 2 },
    { content: 'One, again theirs\n\nTwo' },
  );
  await content.fill('One, both\n\nTwo');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await content.fill(merged);
  await page.getByRole('button', { name: 'Merge both' }).click();
  await expect(page.getByRole('alert')).toContainText('still contains merge markers');
  await expect(content).toHaveValue(merged);
  await content.fill('One, both\n\nTwo');
  await page.getByRole('button', { name: 'Overwrite it with mine' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await readPost(request, token, post.slug)).toMatchObject({
    content: 'One, both\n\nTwo',
    description: 'Typed meanwhile',
  });
});

test('an unsaved new post is found from another machine, continued there, and gone once saved', async ({
  page,
  browser,
  baseURL,
}) => {
  // The list shows the two latest drafts of an account: those of other tests would hide this one.
  const account = await addAdministrator();
  const open = async (tab: Page, path: string) => {
    await tab.goto(`/admin/login?next=${path}`);
    await logIn(tab, account.password, account.email);
  };
  await open(page, '/admin/create-post');
  const title = freshSlug('elsewhere');
  const autosaved = nextAutosave(page);
  await postForm(page).title.fill(title);
  await postForm(page).content.fill(TEXT);
  await autosaved;
  await closeTab(page);

  const elsewhere = await browser.newPage(baseURL ? { baseURL } : {});
  await open(elsewhere, '/admin/dashboard');
  const list = elsewhere.getByRole('region', { name: /unsaved draft/i });
  await expect(list).toContainText('30 days');
  const row = list.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('New post');
  await expectAccessible(elsewhere, 'unsaved drafts');
  await row.getByRole('link', { name: 'Continue' }).click();
  await expect(postForm(elsewhere).content).toHaveValue(TEXT);
  await elsewhere.getByRole('button', { name: 'Publish Post' }).click();
  await expect(elsewhere).toHaveURL('/admin/dashboard');
  await expect(elsewhere.getByRole('heading', { name: 'Posts', exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);

  // One that nobody wants: the question first, then it is gone for good.
  await elsewhere.goto('/admin/create-post');
  const again = nextAutosave(elsewhere);
  await postForm(elsewhere).title.fill(title);
  await again;
  elsewhere.on('dialog', (dialog) => dialog.accept());
  await elsewhere.getByRole('link', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: 'Discard' }).click();
  await expect(row).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere.getByRole('heading', { name: 'Posts', exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
  await elsewhere.close();
});

test('text that was taken back, declined or left for 30 days is not offered for ever', async ({
  page,
  context,
  request,
}) => {
  const { post } = await openPost(page, request);
  const { content } = postForm(page);
  const autosaved = nextAutosave(page);
  await content.press('End');
  await page.keyboard.type('x');
  await autosaved;
  const dropped = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await content.press('Backspace');
  await dropped;
  await page.reload();
  await expect(content).toHaveValue('Text.');
  await expect(offer(page)).toHaveCount(0);

  const again = nextAutosave(page);
  await content.fill(TEXT);
  await again;
  await closeTab(page);
  const declining = await context.newPage();
  await declining.goto(`/admin/edit-post/${post.slug}`);
  await declining.getByRole('button', { name: 'Not now' }).click();
  await declining.reload();
  await expect(postForm(declining).content).toHaveValue('Text.');
  await expect(offer(declining)).toHaveCount(0);
  await declining.goto('/admin/dashboard');
  await declining.getByRole('link', { name: `Continue “${post.title}”` }).click();
  await expect(postForm(declining).content).toHaveValue(TEXT);

  await declining.goto('/healthz');
  const journal = () =>
    declining.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('journal:')));
  const keys = await journal();
  expect(keys.length).toBeGreaterThan(0);
  await declining.evaluate((written) => {
    const writtenAt = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString();
    for (const key of written) {
      const entry = JSON.parse(localStorage.getItem(key) ?? '{}');
      localStorage.setItem(key, JSON.stringify({ ...entry, writtenAt }));
    }
  }, keys);
  await declining.goto('/admin/create-post');
  await expect(postForm(declining).content).toHaveValue('');
  expect(await journal()).toEqual([]);
});
