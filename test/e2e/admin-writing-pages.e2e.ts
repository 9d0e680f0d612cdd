import { expect, type Page } from '@playwright/test';
import {
  button,
  changeElsewhere,
  livePreview,
  openForm,
  postForm,
  saveElsewhere,
} from './admin-area.ts';
import { type Api, freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { DESKTOP, expectAccessible, expectUsable, goWithin } from './public-page.ts';
import { SIGNED_IN } from './sites.ts';

/** Whether everybody can use each state of writing and of what it makes: axe in light and dark, on every screen. */
test.use({ ...SIGNED_IN, viewport: DESKTOP });

/** Leads to a state, some from the one before. */
type State = (page: Page, api: Api) => Promise<void>;

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
    const content = page.getByRole('textbox', { name: 'Content (HTML or Markdown)' });
    await content.fill('A text about kinetics.\n');
    await content.press('Control+s');
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
    await button(page, 'Tags…').click();
    await expect(page.getByRole('dialog').getByLabel('Tag')).toBeFocused();
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
    await goWithin(page, `/admin/edit-post/${slug}/record`);
    await page.getByRole('button', { name: /^Freeze the public version/ }).click();
    await expect(page.getByRole('status')).toHaveText(/can be cited from now on/);
  },
  'a frozen version': async (page) => {
    const slug = new URL(page.url()).pathname.split('/').at(-2);
    await page.goto(`/blog/${slug}/v1`);
    await expect(page.getByText('The first words.')).toBeVisible();
  },
  'all versions of a post': async (page) => {
    await page.getByRole('link', { name: 'All versions' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
};

for (const [name, states] of Object.entries({ WRITING, MANAGING })) {
  const what = name === 'WRITING' ? 'the editor and its dialogs' : 'changes, lists and records';
  test(`admin accessibility of ${what}: axe in light and dark, every screen`, async ({
    page,
    api,
  }) => {
    test.slow();
    page.on('dialog', (question) => question.accept());
    for (const [state, reach] of Object.entries(states)) {
      await reach(page, api);
      // The full page has the title of the post as a heading, beside the hidden one of the form.
      if (state.startsWith('full-page')) await expectAccessible(page, state);
      else await expectUsable(page, state);
    }
  });
}
