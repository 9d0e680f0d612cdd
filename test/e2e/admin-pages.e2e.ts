import { expect, type Page } from '@playwright/test';
import { POST_PATH } from '../public-pages.ts';
import {
  button,
  changeElsewhere,
  email,
  livePreview,
  logIn,
  openForm,
  password,
  postForm,
  saveElsewhere,
} from './admin-area.ts';
import { type Api, freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { DESKTOP, expectAccessible, expectUsable, goWithin } from './public-page.ts';
import { LIVE_SITE, SIGNED_IN } from './sites.ts';

/** Whether everybody can use each admin page and each of its states: axe in light and dark, on every screen. */

test.use({ viewport: DESKTOP });

const SLUG = POST_PATH.split('/').at(-1);
const EDIT = `/admin/edit-post/${SLUG}`;
const THEN = '2026-01-02T03:04:05.000Z';
const ID = '00000000-0000-4000-8000-000000000000';

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Answers calls in place of the site, which is shared. */
const answer = (page: Page, path: string, json: object, status = 200) =>
  page.route(`**/api/admin/${path}`, (route) => route.fulfill({ status, json }));

/** Pages with their headings, but for those that are scanned in a state of theirs. */
const PAGES: [path: string, heading: string][] = [
  ['/admin/dashboard', 'Admin Dashboard'],
  ['/admin/create-post', 'Create New Post'],
  ['/admin/writing-help', 'Writing help'],
  ['/admin/media/files', 'Files'],
  ['/admin/glossary', 'Glossary'],
  ['/admin/activity', 'Activity'],
];
const LIVE_PAGES: typeof PAGES = [
  ['/admin/inbox', 'Inbox'],
  ['/admin/subscribers', 'Subscribers'],
  ['/admin/people', 'People'],
];

async function scanPages(page: Page, pages: typeof PAGES): Promise<void> {
  for (const [path, heading] of pages) {
    await goWithin(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await expectUsable(page, path);
  }
}

/** The answer to a right password that does not suffice. */
const PENDING = { second_factor: { ticket: 'x', expires_at: '2098-01-01T00:00:00Z' } };

/** Leads to a state, some from the one before. */
type State = (page: Page, api: Api) => Promise<void>;

const SIGNED_OUT_STATES: Record<string, State> = {
  'a forgotten password': async (page) => {
    await page.goto('/admin/forgot-password');
    await expect(page.getByRole('button', { name: 'Email me a link' })).toBeVisible();
  },
  'an invitation': async (page, api) => {
    const guest = { email: `${freshSlug('guest')}@lab.example`, role: 'writer', password };
    type Invited = { link: string };
    const { link } = await api.call<Invited>('POST', '/api/admin/people/invitations', guest);
    await page.goto(link);
    await expect(page.getByRole('textbox', { name: 'New password' })).toBeVisible();
  },
  'the second step': async (page) => {
    await answer(page, 'login', PENDING, 202);
    await page.goto('/admin/login');
    await logIn(page);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  },
  'the login with passkeys': async (page) => {
    await page.unrouteAll();
    // All that the login without them has, and their button.
    await page.goto(`${LIVE_SITE.baseURL}/admin/login`);
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  },
  'the second step by a passkey': async (page) => {
    await answer(page, 'login', PENDING, 202);
    await logIn(page);
    await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeVisible();
  },
};

const STATES: Record<string, State> = {
  'the live preview': async (page) => {
    await page.goto(EDIT);
    await page.getByRole('radio', { name: 'Both', exact: true }).check();
    await expect(page.getByText('As readers see it')).toBeVisible();
    const nav = await page.getByRole('navigation', { name: 'Admin area' }).boundingBox();
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(heading?.x).toBe(nav?.x);
    // The text begins on the first screen.
    const text = await page.getByRole('textbox', { name: /^Content/ }).boundingBox();
    expect(text?.y).toBeLessThan(420);
    // Also on a phone, all that saves is in view.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeInViewport();
  },
  'asking for the password': async (page) => {
    await goWithin(page, '/admin/account');
    await press(page, 'Set up an authenticator app');
    await page.getByRole('textbox', { name: 'Your password' }).fill('a guess');
    const wrong = { detail: [{ loc: ['body', 'password'], msg: 'This is not your password' }] };
    await answer(page, 'second-factors/app', wrong, 422);
    await press(page, 'Continue');
    await expect(page.getByText('This is not your password')).toBeVisible();
  },
  'setting up an app': async (page) => {
    await page.unrouteAll();
    await page.getByRole('textbox', { name: 'Your password' }).fill(password);
    await press(page, 'Continue');
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  },
  'recovery codes': async (page) => {
    const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-${index}jkl`);
    await answer(page, 'second-factors/app/confirm', { recoveryCodes });
    await page.getByRole('textbox', { name: 'Code' }).fill('123456');
    await press(page, 'Turn on');
    await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  },
  'two-step sign-in that is on': async (page) => {
    await answer(page, 'second-factors', {
      factors: [
        { id: 'app', name: 'Authenticator app', createdAt: THEN, lastUsedAt: THEN },
        { id: ID, name: 'Laptop', createdAt: THEN, lastUsedAt: null },
      ],
      recoveryCodes: { left: 9, madeAt: THEN, lastUsedAt: THEN },
      offersPasskeys: true,
    });
    await page.goto('/admin/account');
    await expect(page.getByText('Passkey “Laptop”')).toBeVisible();
  },
  'a refused upload': async (page) => {
    await goWithin(page, '/admin/media');
    const buffer = Buffer.from('no picture');
    const file = { name: 'broken.png', mimeType: 'image/png', buffer };
    await page.locator('input[type=file]').setInputFiles([file]);
    await expect(page.getByRole('listitem').getByRole('alert')).toBeVisible();
  },
  'the picker of pictures': async (page) => {
    await goWithin(page, '/admin/create-post');
    await press(page, 'Choose a picture');
    await expect(page.getByRole('searchbox', { name: 'Search pictures' })).toBeVisible();
  },
  'a new term': async (page) => {
    await goWithin(page, '/admin/glossary');
    await press(page, 'Add a term');
    await expect(page.getByRole('dialog', { name: 'Add a term' })).toBeVisible();
  },
  // Ends the session.
  'signing in again in place': async (page) => {
    await goWithin(page, '/admin/create-post');
    await postForm(page).title.fill('A post');
    await postForm(page).content.fill('Text.');
    await answer(page, 'blog/posts', { detail: 'Not signed in' }, 401);
    await press(page, 'Publish Post');
    await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  },
};

const LIVE_STATES: Record<string, State> = {
  'an inquiry': async (page, api) => {
    const name = freshSlug('Ada');
    await api.call('POST', '/api/contact', { name, email: 'a@lab.example', message: 'Hello' });
    await goWithin(page, `/admin/inbox?q=${name}`);
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
  },
  'a letter with a time': async (page) => {
    await goWithin(page, `/admin/newsletter/${SLUG}`);
    await page.getByLabel('Send at').fill('2031-05-06T07:08');
    await expect(page.getByText(/^Goes out on/)).toBeVisible();
  },
  'a letter on its way and a scheduled one': async (page) => {
    const about = { slug: SLUG, title: 'Curves', subject: 'Reading curves', introduction: '' };
    const progress = { sent: 0, waiting: 0, refused: 0, expired: 0, withdrawn: 0 };
    const times = { sentBy: email, sendAt: '2098-01-01T00:00:00.000Z', stoppedAt: null };
    const issue = { id: ID, state: 'scheduled', ...about, ...times, problem: null };
    const sent = { ...issue, id: crypto.randomUUID(), state: 'sent', recipients: 3 };
    const issues = [
      { ...issue, recipients: 0, progress },
      { ...sent, progress: { ...progress, sent: 1, waiting: 2 } },
    ];
    await answer(page, 'newsletter/issues*', { issues, nextCursor: null });
    await goWithin(page, '/admin/newsletter');
    await expect(page.getByRole('link', { name: /Reading curves/ })).toBeVisible();
    await expect(page.getByText('1 of 3 sent, 2 waiting')).toBeVisible();
  },
};

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const REFERENCE = { key: 'doe2020', title: 'On replicates', url: 'https://a.example/' };

const WRITING: Record<string, State> = {
  'the insert menu in the text': async (page, api) => {
    await openForm(page, api, { status: 'draft', references: [REFERENCE] });
    await postForm(page).content.press('Control+End');
    await page.keyboard.type('\n\n/');
    await expect(page.getByRole('listbox', { name: 'Insert' })).toBeVisible();
  },
  'a form of the insert menu': async (page) => {
    await page.keyboard.type('dose');
    await page.keyboard.press('Enter');
    await dialog(page, 'Dose–response curve').getByText('More').click();
    await expect(page.getByRole('textbox', { name: 'Top plateau' })).toBeVisible();
  },
  'the insert menu with its field': async (page) => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+/');
    await expect(dialog(page, 'Insert').getByRole('textbox', { name: 'Search' })).toBeFocused();
  },
  'the sheet to draw on': async (page) => {
    await page.keyboard.type('mol');
    await page.keyboard.press('Enter');
    await button(page, 'Draw').last().click();
    await expect(page.getByRole('application').locator('canvas')).toHaveCount(2);
  },
  'the link dialog': async (page) => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await postForm(page).content.press('Control+k');
    await expect(dialog(page, 'Link').getByRole('listitem').first()).toBeVisible();
  },
  'the citation dialog with works of other posts': async (page) => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Alt+c');
    await page.keyboard.type('gal2015');
    await expect(page.getByRole('list', { name: 'Cited in other posts' })).toBeVisible();
  },
  'a reference that is edited': async (page) => {
    await page.keyboard.press('Escape');
    await button(page, 'Edit reference 1').click();
    await expect(page.getByRole('textbox', { name: 'URL', exact: true })).toBeVisible();
  },
  'a new preview link': async (page) => {
    await page.keyboard.press('Escape');
    await button(page, 'Create link').click();
    await expect(page.getByRole('textbox', { name: 'New link' })).toBeFocused();
  },
  'full-page writing with preview': async (page) => {
    await livePreview(page).check();
    await postForm(page).content.fill('## One\n\nText.');
    await postForm(page).content.press('Control+Shift+F');
    await expect(page.getByRole('button', { name: 'Leave full page' })).toBeVisible();
  },
  'the check before publishing': async (page) => {
    await postForm(page).content.press('Control+Shift+F');
    await expect(page.getByRole('button', { name: 'Leave full page' })).toHaveCount(0);
    await postForm(page).status.selectOption('published');
    await postForm(page).publishDate.fill('2098-12-04T16:00');
    await postForm(page).content.fill('![](/favicon.svg)\n\n[Nowhere](/no-such-page)');
    await button(page, 'Update Post').click();
    await expect(dialog(page, 'Before you publish')).toContainText('Errors must be fixed');
  },
};

const MANAGING: Record<string, State> = {
  'unpublished changes, about to be scheduled': async (page, api) => {
    const post = await api.writePost({ content: 'A text about binding.\n' });
    await changeElsewhere(api, post, { content: 'A long text about binding.\n' });
    await goWithin(page, `/admin/edit-post/${post.slug}`);
    await expect(page.getByLabel('Publish the changes on')).toBeVisible();
  },
  'two versions, one of which a save would replace': async (page, api) => {
    const post = await api.writePost({ content: 'A text about binding.\n' });
    await goWithin(page, `/admin/edit-post/${post.slug}`);
    await saveElsewhere(api, post, { content: 'A long text about binding.\n' });
    await postForm(page).content.fill('A text about kinetics.\n');
    await page.keyboard.press('Control+s');
    await expect(dialog(page, 'Two versions')).toBeVisible();
  },
  'two versions side by side': async (page, api) => {
    const post = await api.writePost({ content: 'A text about binding.\n' });
    await saveElsewhere(api, post, { content: 'A long text about binding.\n\n' });
    await goWithin(page, `/admin/edit-post/${post.slug}/revisions`);
    await expect(page.locator('ins').first()).toBeVisible();
  },
  'selected posts, and a tag for them': async (page, api) => {
    const { slug } = await api.writePost();
    await goWithin(page, `/admin/dashboard?q=${slug}`);
    await page.getByRole('checkbox', { name: /^Select all/ }).check();
    await expect(page.getByRole('group', { name: 'Selected posts' })).toBeVisible();
  },
  'the trash with a deleted post': async (page, api) => {
    const slug = freshSlug('screens');
    await api.writePost({ slug, status: 'draft' });
    await api.call('DELETE', `/api/admin/blog/posts/${slug}`);
    await goWithin(page, `/admin/dashboard?status=trash&q=${slug}`);
    await expect(page.getByRole('button', { name: /^Restore / })).toBeVisible();
  },
  'an author’s form': async (page) => {
    await goWithin(page, '/admin/authors');
    await button(page, 'Add an author').click();
    await expect(dialog(page, 'Add an author')).toBeVisible();
  },
  'the record of a post': async (page, api) => {
    const { slug } = await api.writePost({ content: 'The first words.' });
    await goWithin(page, `/admin/edit-post/${slug}/revisions`);
    await page.getByRole('button', { name: /^Freeze the public version/ }).click();
    await expect(page.getByRole('status')).toHaveText(/can be cited from now on/);
  },
  'a frozen version': async (page) => {
    const slug = new URL(page.url()).pathname.split('/').at(-2);
    await page.goto(`/blog/${slug}/v1`);
    await expect(page.getByText('The first words.')).toBeVisible();
  },
};

async function scanStates(page: Page, api: Api, states: Record<string, State>): Promise<void> {
  for (const [state, reach] of Object.entries(states)) {
    await reach(page, api);
    // The full page has the title of the post as a heading, beside the hidden one of the form.
    if (state.startsWith('full-page')) await expectAccessible(page, state);
    else await expectUsable(page, state);
  }
}

test('admin accessibility, signed out: forgotten password, invitation, second step, login', async ({
  page,
  api,
}) => {
  await scanStates(page, api, SIGNED_OUT_STATES);
});

test.describe('signed in', () => {
  test.use(SIGNED_IN);

  test('admin accessibility of pages: axe in light and dark, every screen', async ({ page }) => {
    test.slow();
    await scanPages(page, PAGES);
  });

  test('admin accessibility of states: live preview, second factors, uploads, dialogs, signing in again', async ({
    page,
    api,
  }) => {
    test.slow();
    await scanStates(page, api, STATES);
  });

  for (const [what, states] of [
    ['the editor and its dialogs', WRITING],
    ['changes, lists and records', MANAGING],
  ] as const) {
    test(`admin accessibility of ${what}: axe in light and dark, every screen`, async ({
      page,
      api,
    }) => {
      test.slow();
      page.on('dialog', (question) => question.accept());
      await scanStates(page, api, states);
    });
  }

  test.describe('with live forms', () => {
    test.use({ baseURL: LIVE_SITE.baseURL });

    test('admin accessibility of live forms: inbox, newsletter, subscribers, people', async ({
      page,
      api,
    }) => {
      test.slow();
      await scanPages(page, LIVE_PAGES);
      await scanStates(page, api, LIVE_STATES);
    });
  });
});
