import { expect, type Page, type Route } from '@playwright/test';
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
  signInAgain,
} from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { requestsOf } from './public-page.ts';
import { SIGNED_IN, SIGNED_OUT } from './sites.ts';

/** Ways to lose an afternoon's writing, none of which may. */
test.use(SIGNED_IN);

const TEXT = 'An hour of work, \u{1F9EA} and more.';

const offer = (page: Page) => page.getByText('was not saved.');
const useIt = (page: Page) => button(page, 'Use it').click();
const isKept = (page: Page) => expect(page.getByText(/^(Autosaved in this browser|Autosaved)$/));
const isOnServer = (page: Page) => expect(page.getByText('Autosaved', { exact: true }));
const savedInPlace = (page: Page) => expect(page.getByText(/^Saved \d{1,2}:\d{2}/));
const twoVersions = (page: Page) => page.getByRole('dialog', { name: 'Two versions' });
const choose = (page: Page, name: string) =>
  twoVersions(page).getByRole('button', { name, exact: true }).click();

const draftDropped = (page: Page) =>
  page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().includes('/drafts/'),
  );

/** Leaves without a word, as a closed tab or a crash does. */
async function closeTab(page: Page): Promise<void> {
  await isKept(page).toBeVisible();
  await page.close({ runBeforeUnload: false });
}

test('unsaved text: offered after a closed tab, by each of two tabs, until it is saved, discarded or taken back', async ({
  page,
  context,
  api,
}) => {
  const post = await openForm(page, api);
  const path = `/admin/edit-post/${post.slug}`;
  await postForm(page).content.press('End');
  await page.keyboard.type('x');
  await isOnServer(page).toBeVisible();
  const dropped = draftDropped(page);
  await page.keyboard.press('Backspace');
  await dropped;
  await page.reload();
  await expect(postForm(page).content).toHaveValue('Text.');
  await expect(offer(page)).toHaveCount(0);

  // Two tabs write, and both close.
  const second = await context.newPage();
  await second.goto(path);
  await postForm(second).content.fill('Of the other tab.');
  await postForm(page).content.fill(TEXT);
  await closeTab(second);
  await closeTab(page);
  const again = await context.newPage();
  const { title, content } = postForm(again);
  await again.goto(path);
  await expect(offer(again)).toHaveCount(2);
  expect(await api.readPost(post.slug)).toMatchObject({ content: 'Text.' });
  await again.getByRole('button', { name: 'Use it' }).first().click();
  await expect(content).toHaveValue(TEXT);
  let question = nextDialog(again);
  await again.getByRole('button', { name: 'Discard it' }).last().click();
  await question;
  await expect(offer(again)).toHaveCount(0);
  await button(again, 'Update Post').click();
  await expect(again).toHaveURL('/admin/dashboard');

  // A new post: by the back button, which asks, and by a reload.
  await again.getByRole('link', { name: 'Create New Post' }).first().click();
  await title.fill('A first line');
  await content.fill(TEXT);
  await isKept(again).toBeVisible();
  question = nextDialog(again);
  await again.goBack();
  await question;
  await expect(again).toHaveURL('/admin/dashboard');
  await again.getByRole('link', { name: 'Create New Post' }).first().click();
  await expect(again.getByText('(“A first line”) was not saved.')).toBeVisible();
  await expect(content).toHaveValue('');
  await useIt(again);
  await expect(content).toHaveValue(TEXT);
  again.on('dialog', (dialog) => dialog.accept());
  await button(again, 'Discard it').click();
  await expect(content).toHaveValue('');
  await again.reload();
  await expect(content).toHaveValue('');
  await expect(offer(again)).toHaveCount(0);
});

test('unsaved text: the server has it for the same account in another browser, when local storage is full', async ({
  browser,
}) => {
  // The drafts of other tests would stand in the list, too.
  const account = await addAdministrator();
  const signIn = async (path: string) => {
    const tab = await browser.newPage(SIGNED_OUT);
    await tab.goto(`/admin/login?next=${path}`);
    await logIn(tab, account.password, account.email);
    return tab;
  };
  const page = await signIn('/admin/create-post');
  await expect(postForm(page).title).toBeFocused();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  const title = freshSlug('elsewhere');
  await postForm(page).title.fill(title);
  await postForm(page).content.fill(TEXT);
  await expect(page.getByText('out of space for your text')).toBeVisible();
  await isOnServer(page).toBeVisible();
  await closeTab(page);

  const elsewhere = await signIn('/admin/dashboard');
  const list = elsewhere.getByRole('region', { name: 'Unsaved text' });
  await expect(list).toContainText('30 days');
  const row = list.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('New post');
  await row.getByRole('link', { name: 'Continue' }).click();
  await expect(postForm(elsewhere).content).toHaveValue(TEXT);
  await button(elsewhere, 'Publish Post').click();
  await expect(elsewhere).toHaveURL('/admin/dashboard');
  await expect(elsewhere.getByRole('heading', { name: 'Posts', exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);

  // One that nobody wants: it stays in the list until it is discarded for good.
  await elsewhere.goto('/admin/create-post');
  await postForm(elsewhere).title.fill(title);
  await isOnServer(elsewhere).toBeVisible();
  elsewhere.on('dialog', (dialog) => dialog.accept());
  await elsewhere.getByRole('link', { name: 'Cancel' }).click();
  await row.getByRole('link', { name: 'Continue' }).click();
  const dropped = draftDropped(elsewhere);
  await button(elsewhere, 'Discard it').click();
  await dropped;
  await elsewhere.getByRole('link', { name: 'Cancel' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Posts', exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('save: no network, a lost answer and an ended session lose no text and make no second post', async ({
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
  await context.setOffline(false);

  for (const [version, name] of ['Publish Post', 'Update Post'].entries()) {
    if (version > 0) await page.goto(`/admin/edit-post/${slug}`);
    await content.fill(`${TEXT} ${version}`);
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route(/\/api\/admin\/blog\/posts(\/|$)/, loseAnswer, { times: 1 });
    await button(page, name).click();
    const stored = async () => (await request.get(`/api/blog/posts/${slug}`)).text();
    await expect.poll(stored).toContain(`${TEXT} ${version}`);
    await expect(alert).toHaveText('Network error. Please try again.');
    await button(page, name).click();
    await expect(page).toHaveURL('/admin/dashboard');
    expect(await api.readPost(slug)).toMatchObject({ version: version + 1 });
  }

  // The session ends while somebody types, who is told so before they save.
  await page.goto(`/admin/edit-post/${slug}`);
  await content.fill(`${TEXT} Even more.`);
  await page.evaluate(() => localStorage.setItem('adminToken', 'ended'));
  await expect(page.getByText('Signed out: what you type is kept in this browser')).toBeVisible();
  await button(page, 'Update Post').click();
  await signInAgain(page);
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await api.readPost(slug)).toMatchObject({ content: `${TEXT} Even more.`, version: 3 });
});

test('conflict: the later of two is shown both versions, and merges, keeps their own or takes the other, without loss', async ({
  page,
  api,
}) => {
  const post = await openForm(page, api, { content: 'One\n\nTwo\n\nThree' });
  const { content, description } = postForm(page);
  const update = () => button(page, 'Update Post').click();
  await content.fill('One\n\nTwo\n\nThree, second tab');
  await saveElsewhere(api, post, { content: 'One, first tab\n\nTwo\n\nThree' });
  await update();
  const dialog = twoVersions(page);
  await expect(dialog).toContainText(/You saved this post at .*, in another window\./);
  await expect(dialog).toContainText('One, first tab');
  await expect(dialog).toContainText('Three, second tab');
  await choose(page, 'Merge');
  const merged = 'One, first tab\n\nTwo\n\nThree, second tab';
  await expect(content).toHaveValue(merged);
  await update();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await api.readPost(post.slug)).toMatchObject({ content: merged, version: 3 });

  // Who has typed nothing gets what was saved meanwhile, and is told so.
  await page.goto(`/admin/edit-post/${post.slug}`);
  await expect(content).toHaveValue(merged);
  const theirs = merged.replace('first tab', 'theirs');
  await saveElsewhere(api, post, { content: theirs });
  await update();
  await expect(page.getByText('The form shows that now.')).toBeVisible();
  await expect(content).toHaveValue(theirs);

  // But not who types while the answer is on its way.
  await saveElsewhere(api, post, { content: merged });
  const letGo = await holdBack(page, `**/api/admin/blog/posts/${post.slug}/changes`);
  await page.keyboard.press('ControlOrMeta+s');
  await content.press('ControlOrMeta+End');
  await page.keyboard.type(', typed meanwhile');
  letGo();
  await choose(page, 'Back to editing');
  await expect(content).toHaveValue(`${theirs}, typed meanwhile`);
  await page.unrouteAll();

  // In the same lines the writer decides.
  await content.fill(merged.replace('first tab', 'mine'));
  await description.fill('Typed before');
  await saveElsewhere(api, post, { content: merged.replace('first tab', 'again theirs') });
  await update();
  await expect(dialog.locator('ins').first()).toContainText('mine');
  // Unless they choose, nothing of either is lost.
  await expect(dialog.getByRole('combobox', { name: 'place 1' })).toHaveValue('both');
  await choose(page, 'Merge');
  await expect(content).toHaveValue('One, mine\n\nOne, again theirs\n\nTwo\n\nThree, second tab');
  await expect(description).toHaveValue('Typed before');
  await expect(page.getByText('Both versions are in the form now.')).toBeVisible();

  // The other version is taken over, and one's own can be had back. A draft that is kept does not publish.
  await content.fill('One, again mine\n\nTwo');
  await saveElsewhere(api, post, { content: 'One, again theirs\n\nTwo' });
  await update();
  await choose(page, 'Take theirs');
  await expect(content).toHaveValue('One, again theirs\n\nTwo');
  await useIt(page);
  page.on('dialog', (question) => question.accept());
  await button(page, 'Save as Draft').click();
  await choose(page, 'Keep mine');
  await expect(page).toHaveURL('/admin/dashboard');
  const kept = { content: 'One, again mine\n\nTwo', status: 'draft' };
  expect(await api.readPost(post.slug)).toMatchObject(kept);
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
  for (const field of ['title', 'slug', 'cover', 'caption', 'publishDate'] as const) {
    await form[field].press('Enter');
  }
  await form.tag.fill('Typed');
  await expect(page).toHaveURL('/admin/create-post');
  expect(sent.filter((line) => line.includes('/blog/posts'))).toEqual([]);

  await form.content.press('Control+End');
  await page.keyboard.press('Control+s');
  await savedInPlace(page).toBeVisible();
  await expect(page).toHaveURL(`/admin/edit-post/${slug}`);
  await expect(form.content).toBeFocused();
  await expect(page).toHaveTitle('Edit: A slip');
  // A refusal that comes while somebody types does not take the keys.
  await form.content.pressSequentially(' And');
  await page.route(`**/api/admin/blog/posts/${slug}`, fail, { times: 1 });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Not saved. Failed to update post')).toBeVisible();
  await page.keyboard.type(' more.');
  await page.keyboard.press('Control+s');
  const written = { status: 'draft', content: `${TEXT} And more.`, tags: ['Typed'], version: 2 };
  await expect.poll(() => api.readPost(slug)).toMatchObject(written);
  expect((await request.get(`/api/blog/posts/${slug}`)).status()).toBe(404);
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
  await choose(page, 'Merge');
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
  await choose(page, 'Keep mine');
  await savedInPlace(page).toBeVisible();
  const kept = { status: 'draft', content: `${both}\nFour.\n` };
  expect(await api.readPost(post.slug)).toMatchObject(kept);
});
