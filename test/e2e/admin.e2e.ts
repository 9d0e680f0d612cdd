import { expect, type Page, type Route } from '@playwright/test';
import type { PostSummary } from '../../src/posts/post.ts';
import { NO_STATEMENTS } from '../../src/posts/statements.ts';
import {
  email,
  logIn,
  openSignedIn,
  password,
  postForm,
  readPost,
  writePost,
} from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { requestsOf } from './public-page.ts';

const fail = (route: Route) => route.fulfill({ status: 500, json: {} });
const lose = (route: Route) => route.abort();

/** Answers the next dialog of the browser, and tells what it said. */
function nextDialog(page: Page, answer: 'accept' | 'dismiss'): Promise<string> {
  return page.waitForEvent('dialog').then(async (dialog) => {
    await dialog[answer]();
    return dialog.message();
  });
}

/** Holds back the responses to a call until it is released. */
async function holdBack(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

test.describe('login', () => {
  test('signing in waits for both fields, and stores the session', async ({ page }) => {
    await page.goto('/admin/login');
    const button = page.getByRole('button', { name: 'Sign in' });
    const secret = page.getByRole('textbox', { name: 'Password' });
    await expect(button).toBeDisabled();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await expect(button).toBeDisabled();
    await secret.fill(password);
    await expect(button).toBeEnabled();

    const letGo = await holdBack(page, '**/api/admin/login');
    await button.click();
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    letGo();
    await expect(page).toHaveURL('/admin/dashboard');
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored.adminEmail).toBe(email);
    expect(stored.adminToken).toMatch(/\S/);
    expect(Date.parse(stored.adminTokenExpiry ?? '')).toBeGreaterThan(Date.now());
  });

  test('a browser that blocks storage signs in for as long as the page lasts, and says so', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException('', 'SecurityError');
      };
      Object.defineProperty(window, 'localStorage', { get });
    });
    await page.goto('/admin');
    await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fdashboard');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Your browser blocks storage for this site');
    await logIn(page);
    await expect(page).toHaveURL('/admin/dashboard');
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(/\/admin\/login/);
  });

  test('the password can be read while it is typed, and why nobody is signed in is told', async ({
    page,
  }) => {
    await page.goto('/admin/login');
    const secret = page.getByRole('textbox', { name: 'Password' });
    await expect(secret).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(secret).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(secret).toHaveAttribute('type', 'password');

    for (const [answer, message] of [
      [lose, 'Network error. Please try again.'],
      [fail, 'Login failed. Please check your credentials.'],
    ] as const) {
      await page.route('**/api/admin/login', answer);
      await logIn(page);
      await expect(page.getByRole('alert')).toHaveText(message);
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
      await page.unroute('**/api/admin/login');
    }
  });

  test('a link to the login cannot send anybody to another site', async ({ page }) => {
    await page.goto('/admin/login?next=//elsewhere.example/admin/');
    await logIn(page);
    await expect(page).toHaveURL('/admin/dashboard');
  });
});

test.describe('guard', () => {
  for (const path of ['/admin/dashboard', '/admin/create-post', '/admin/edit-post/how-to-read']) {
    test(`${path} is a shell without anything in it, and not to be indexed`, async ({
      request,
    }) => {
      const html = await (await request.get(path)).text();
      expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
      expect(html).not.toContain('<form');
    });
  }

  test('a signed-out edit goes to the login and comes back', async ({ page, request }) => {
    await page.goto('/admin/edit-post/how-to-read-an-ic50');
    await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fedit-post%2Fhow-to-read-an-ic50');
    await expect(page.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible();
    expect((await request.get(page.url())).status()).toBe(200);
    await logIn(page);
    await expect(page.getByRole('heading', { name: 'Edit Blog Post' })).toBeVisible();
  });

  test('a failed token check signs out', async ({ page, request }) => {
    await page.route('**/api/admin/verify', fail);
    await openSignedIn(page, request, '/admin/dashboard');
    await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fdashboard');
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  });

  test('logging out clears the browser and revokes the token', async ({ page, request }) => {
    const token = await openSignedIn(page, request, '/admin/dashboard');
    await expect(page.getByText(email)).toBeVisible();
    const revoked = page.waitForResponse('**/api/admin/logout');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/admin/login');
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
    expect((await revoked).status()).toBe(204);
    const verify = await request.post('/api/admin/verify', {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(verify.status()).toBe(401);
  });
});

test.describe('dashboard', () => {
  test('shows what is coming until it is there, asking for posts and figures together', async ({
    page,
    request,
  }) => {
    const calls = ['**/api/admin/stats', /\/api\/admin\/blog\/posts/];
    const answers = await Promise.all(calls.map((call) => holdBack(page, call)));
    const asked = calls.map((call) => page.waitForRequest(call));
    await openSignedIn(page, request, '/admin/dashboard');
    await expect(page.getByRole('status', { name: 'Loading the dashboard' })).toBeVisible();
    await Promise.all(asked);
    for (const letGo of answers) letGo();
    await expect(page.getByRole('table')).toBeVisible();
  });

  test('says that it could not be loaded, and tries again', async ({ page, request }) => {
    await page.route('**/api/admin/stats', fail);
    await openSignedIn(page, request, '/admin/dashboard');
    await expect(page.getByRole('alert')).toHaveText('Failed to load dashboard data');
    await page.unroute('**/api/admin/stats');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a row tells what a post is', async ({ page, request }) => {
    const slug = freshSlug('row');
    const token = await openSignedIn(page, request, '/admin/create-post');
    await writePost(request, token, {
      slug,
      title: `Scheduled ${slug}`,
      tags: ['one', 'two', 'three', 'four'],
      // The 16th in Brisbane, whose zone is that of the public pages.
      publishDate: '2099-01-15T22:00:00Z',
    });
    await page.goto('/admin/dashboard');
    await expect(page.getByText('Times in your zone, America/New_York')).toHaveCount(1);
    const row = page.getByRole('row').filter({ hasText: slug });
    for (const text of ['one', 'two', '+2', 'Scheduled', 'January 15, 2099', '1 min']) {
      await expect(row).toContainText(text);
    }
    await expect(row).not.toContainText('three');
    const view = row.getByRole('link', { name: 'View' });
    await expect(view).toHaveAttribute('href', `/blog/${slug}`);
    await expect(view).toHaveAttribute('target', '_blank');
  });

  test('search and filter look through all posts on the server', async ({ page, request }) => {
    const word = freshSlug('zymogen').replace('-', '');
    const token = await openSignedIn(page, request, '/admin/create-post');
    await writePost(request, token, { slug: word, title: `On ${word}`, status: 'draft' });
    // As if a hundred others were newer.
    await page.route(/\/api\/admin\/blog\/posts(\?|$)/, (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '1');
      return route.fallback({ url: url.href });
    });
    await page.goto('/admin/dashboard');
    await expect(page.getByRole('table')).toBeVisible();
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search posts' });
    await expect(search).toBeFocused();
    await page.keyboard.type(word);
    await expect(page.getByRole('row').filter({ hasText: word })).toContainText('draft');
    await expect(page.getByText('1 of 1 shown')).toBeVisible();
    await expect(search).toBeFocused();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('published');
    await expect(page.getByText('No posts match')).toBeVisible();
    await page.reload();
    await expect(search).toHaveValue(word);
    await expect(page.getByText('No posts match')).toBeVisible();
  });

  test('more posts follow where the first ones end, of what is looked for now alone', async ({
    page,
    request,
  }) => {
    const token = await openSignedIn(page, request, '/healthz');
    const word = freshSlug('drafted');
    for (const title of ['First', 'Second', 'Third']) {
      await writePost(request, token, {
        slug: freshSlug('drafted'),
        title: `${title} ${word}`,
        status: 'draft',
      });
    }
    await page.route(/\/api\/admin\/blog\/posts(\?|$)/, (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '2');
      return route.fallback({ url: url.href });
    });
    await page.goto('/admin/dashboard?status=published');
    const rows = page.locator('tbody').getByRole('row');
    const more = page.getByRole('button', { name: 'Load more' });
    await expect(rows).toHaveCount(2);
    await more.click();
    await expect(rows).toHaveCount(4);
    const slugs = await rows.locator('.font-mono').allTextContents();
    expect(new Set(slugs).size).toBe(4);

    // Other words are looked for before the further posts are there.
    const letGo = await holdBack(page, /posts\?.*status=published.*cursor=/);
    const late = page.waitForResponse(/posts\?.*status=published.*cursor=/);
    await more.click();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('draft');
    const search = page.getByRole('searchbox', { name: 'Search posts' });
    await search.fill(word);
    await expect(page.getByText('2 of 3 shown')).toBeVisible();
    letGo();
    await (await late).finished();
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(3);
    for (const row of await rows.all()) await expect(row).toContainText(word);
    // The button is gone, and the keyboard is where it was.
    await expect(page.getByText('End of the list.')).toBeFocused();

    await page.getByRole('link', { name: 'Posts', exact: true }).click();
    await expect(page).toHaveURL('/admin/dashboard');
    await expect(search).toHaveValue('');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('all');
  });

  test.describe('a delete', () => {
    const draft: Partial<PostSummary> = {
      id: 'a',
      slug: 'a-draft',
      title: 'A draft',
      status: 'draft',
      date: '2026-01-15T00:00:00.000Z',
      readingTime: 1,
      tags: [],
      version: 1,
      etag: 'a.1',
    };
    const stats = (total: number, published: number) => ({
      total_posts: total,
      published_posts: published,
      draft_posts: total - published,
    });

    test.beforeEach(async ({ page, request }) => {
      const list = { posts: [draft], total: 1, nextCursor: null };
      await page.route('**/api/admin/blog/posts?*', (route) => route.fulfill({ json: list }));
      await page.route('**/api/admin/stats', (route) => route.fulfill({ json: stats(10, 7) }));
      await openSignedIn(page, request, '/admin/dashboard');
      await expect(page.getByRole('table')).toBeVisible();
    });

    const figures = (page: Page) => page.getByRole('definition');
    const press = (page: Page) => page.getByRole('button', { name: 'Delete A draft' }).click();

    test('drops total and published at once, then takes the true figures', async ({ page }) => {
      await page.route('**/api/admin/stats', (route) => route.fulfill({ json: stats(9, 7) }));
      const letGo = await holdBack(page, '**/api/admin/stats');
      await page.route('**/api/admin/blog/posts/a-draft?*', (route) =>
        route.fulfill({ status: 204 }),
      );
      const question = nextDialog(page, 'accept');
      await press(page);
      await question;
      await expect(figures(page)).toHaveText(['9', '6', '3']);
      await expect(page.getByText('No posts yet')).toBeVisible();
      letGo();
      await expect(figures(page)).toHaveText(['9', '7', '2']);
    });

    test('that is not confirmed does nothing', async ({ page }) => {
      let calls = 0;
      await page.route('**/api/admin/blog/posts/a-draft?*', (route) => {
        calls += 1;
        return route.fulfill({ status: 204 });
      });
      const question = nextDialog(page, 'dismiss');
      await press(page);
      expect(await question).toBe(
        'Are you sure you want to delete this post? This action cannot be undone.\n\n“A draft” stays in the trash for 30 days.',
      );
      await expect(page.getByRole('row').filter({ hasText: 'A draft' })).toBeVisible();
      expect(calls).toBe(0);
    });

    test('that fails is told by an alert, and the row stays', async ({ page }) => {
      await page.route('**/api/admin/blog/posts/a-draft?*', fail);
      const messages: string[] = [];
      page.on('dialog', async (dialog) => {
        messages.push(dialog.message());
        await dialog.accept();
      });
      await press(page);
      await expect.poll(() => messages.at(-1)).toBe('Failed to delete post. Please try again.');
      await expect(page.getByRole('row').filter({ hasText: 'A draft' })).toBeVisible();
      await expect(figures(page)).toHaveText(['10', '7', '3']);
    });
  });
});

test.describe('create post', () => {
  test.beforeEach(async ({ page, request }) => {
    await openSignedIn(page, request, '/admin/create-post');
  });

  test('a new post has its six parts, its author, and is to be published at once', async ({
    page,
  }) => {
    const form = postForm(page);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Basic Information',
      'Content',
      'Cover Image',
      'Tags',
      'References',
      'Publishing Options',
    ]);
    await expect(form.description).toHaveAttribute('rows', '3');
    await expect(form.content).toHaveAttribute('rows', '15');
    await expect(form.cover).toHaveAttribute('type', 'url');
    await expect(page.getByRole('textbox', { name: 'Author' })).toHaveValue('Ligara AI');
    await expect(form.status.getByRole('option')).toHaveText(['Published', 'Draft']);
    await expect(form.status).toHaveValue('published');
    await expect(form.publishDate).toHaveAttribute('type', 'datetime-local');
    await expect(form.publishDate).toHaveValue('');
    await expect(page.getByText('Leave empty to publish immediately')).toBeVisible();
  });

  test('nothing can be saved or previewed without title and content', async ({ page }) => {
    const form = postForm(page);
    const buttons = ['Preview', 'Save as Draft', 'Publish Post'].map((name) =>
      page.getByRole('button', { name }),
    );
    for (const button of buttons) await expect(button).toBeDisabled();
    await form.title.fill('A title');
    for (const button of buttons) await expect(button).toBeDisabled();
    await form.content.fill('Text');
    for (const button of buttons) await expect(button).toBeEnabled();
    const alert = nextDialog(page, 'accept');
    await page.getByRole('button', { name: 'Preview' }).click();
    expect(await alert).toContain('preview would open');
    await form.status.selectOption('draft');
    await expect(page.getByRole('button', { name: 'Save Draft', exact: true })).toBeVisible();
  });

  test('the slug follows every change of the title', async ({ page }) => {
    const form = postForm(page);
    await form.title.fill('What does IC50 -- really mean?');
    await expect(form.slug).toHaveValue('what-does-ic50-really-mean');
    await form.slug.fill('by-hand');
    await form.title.fill('What Ki means');
    await expect(form.slug).toHaveValue('what-ki-means');
  });

  test('tags and references are added and removed without sending the form', async ({ page }) => {
    const form = postForm(page);
    await form.title.fill('A title');
    await form.content.fill('Text');
    for (const tag of ['  Binding ', 'Kinetics', 'Binding', '   ']) {
      await form.tag.fill(tag);
      await form.tag.press('Enter');
    }
    await expect(form.tags).toHaveText(['Binding', 'Kinetics']);
    await page.getByRole('button', { name: 'Remove tag Binding' }).click();
    await expect(form.tags).toHaveText(['Kinetics']);

    const url = page.getByRole('textbox', { name: 'Reference URL' });
    const add = page.getByRole('button', { name: 'Add Reference' });
    await expect(add).toBeDisabled();
    await url.fill('   ');
    await expect(add).toBeDisabled();
    for (const address of ['https://doi.example/1', 'https://doi.example/2']) {
      await url.fill(address);
      await page.getByRole('combobox', { name: 'Reference Type' }).selectOption('book');
      await add.click();
      await expect(url).toHaveValue('');
      await expect(page.getByRole('combobox', { name: 'Reference Type' })).toHaveValue('article');
    }
    await page.getByRole('button', { name: 'Remove reference 1' }).click();
    await expect(form.references).toHaveCount(1);
    await expect(form.references).toContainText('https://doi.example/2');
    await expect(page).toHaveURL('/admin/create-post');
  });

  test('references are put in order and changed in place by keyboard, and a DOI becomes its URL', async ({
    page,
  }) => {
    const { references } = postForm(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const url = page.getByRole('textbox', { name: 'Reference URL' });
    for (const typed of ['10.1038/nature12373', 'doi:10.1000/2', 'https://a.example/3']) {
      await url.fill(typed);
      await url.press('Enter');
      await expect(url).toHaveValue('');
    }
    await expect(references).toHaveText([
      'https://doi.org/10.1038/nature12373article 10.1038/nature12373',
      /doi\.org\/10\.1000\/2/,
      /a\.example\/3/,
    ]);

    await button('Move reference 3 up').press('Enter');
    await expect(button('Move reference 2 up')).toBeFocused();
    await expect(page.getByText('https://a.example/3 is now reference 2 of 3.')).toBeAttached();
    await page.keyboard.press('Enter');
    await expect(button('Move reference 1 up')).toBeFocused();
    // It is the first already.
    await page.keyboard.press('Enter');
    await expect(button('Move reference 1 up')).toBeFocused();
    await expect(references).toHaveText([/a\.example\/3/, /nature12373/, /10\.1000\/2/]);

    await button('Edit reference 1').press('Enter');
    await expect(page.getByRole('textbox', { name: 'URL of reference 1' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('10.1000/3');
    await page.getByRole('textbox', { name: 'Title of reference 1' }).fill('A paper');
    await page.keyboard.press('Enter');
    await expect(button('Edit reference 1')).toBeFocused();
    await expect(references.first()).toHaveText('A paperarticle 10.1000/3');
    await button('Remove reference 3').press('Enter');
    await expect(references).toHaveCount(2);
    await expect(button('Remove reference 2')).toBeFocused();
    await expect(page).toHaveURL('/admin/create-post');
  });

  test('saving as a draft sends a draft and gives the choice back', async ({ page }) => {
    const form = postForm(page);
    await page.route('**/api/admin/blog/posts', fail);
    await form.title.fill('A title');
    await form.content.fill('Text');
    const requests = requestsOf(page);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    await expect(form.status).toHaveValue('draft');
    await page.clock.runFor(99);
    // Autosaves and previews are sent meanwhile.
    expect(requests.filter((request) => !/\/(?:autosaves|preview)/.test(request))).toEqual([]);
    const sent = page.waitForRequest('**/api/admin/blog/posts');
    await page.clock.runFor(1);
    expect((await sent).postDataJSON()).toEqual({
      title: 'A title',
      slug: 'a-title',
      content: 'Text',
      description: '',
      author: 'Ligara AI',
      tags: [],
      coverImage: '',
      coverImageCaption: '',
      status: 'draft',
      publishDate: null,
      references: [],
      citationStyle: 'numbered',
      isResearch: false,
      ...NO_STATEMENTS,
    });
    await expect(page.getByRole('alert')).toHaveText('Failed to create post');
    await expect(form.status).toHaveValue('published');
  });

  test('saving shows that it goes on, and that there was no network', async ({ page }) => {
    const form = postForm(page);
    await page.route('**/api/admin/blog/posts', lose);
    const letGo = await holdBack(page, '**/api/admin/blog/posts');
    await form.title.fill('A title');
    await form.content.fill('Text');
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeDisabled();
    letGo();
    const alert = page.getByRole('alert');
    await expect(alert).toHaveText('Network error. Please try again.');
    await expect(alert).toBeFocused();
    await expect(form.content).toHaveValue('Text');
  });

  test('what the server does not accept is named above the form and at its field', async ({
    page,
  }) => {
    const form = postForm(page);
    await form.title.fill('A title');
    await form.slug.fill('Not a slug');
    await form.content.fill('Text');
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page.getByRole('alert')).toContainText('URL Slug: Must be lower-case');
    await expect(form.slug).toHaveAttribute('aria-invalid', 'true');
    await expect(form.slug).toHaveAccessibleDescription(/Must be lower-case/);
  });

  test('an empty slug is stopped by the browser', async ({ page }) => {
    const form = postForm(page);
    await form.title.fill('A title');
    await form.slug.fill('');
    await form.content.fill('Text');
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(form.slug).toBeFocused();
    expect(await form.slug.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(
      true,
    );
  });

  test('leaving asks about unsaved changes, and only then', async ({ page }) => {
    const cancel = page.getByRole('link', { name: 'Cancel' });
    await postForm(page).title.fill('A title');
    const stay = nextDialog(page, 'dismiss');
    await cancel.click();
    expect(await stay).toContain('unsaved changes');
    await expect(page).toHaveURL('/admin/create-post');
    const leave = nextDialog(page, 'accept');
    await cancel.click();
    await leave;
    await expect(page).toHaveURL('/admin/dashboard');

    page.on('dialog', (dialog) => {
      throw new Error(dialog.message());
    });
    await page.getByRole('link', { name: 'Create New Post' }).first().click();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/admin/dashboard');
  });

  test('closing the tab asks about unsaved changes', async ({ page }) => {
    await postForm(page).title.fill('A title');
    const question = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await question;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(postForm(page).title).toHaveValue('A title');
    await page.close({ runBeforeUnload: false });
  });

  test('a cover that does not load shows what readers will see', async ({ page, baseURL }) => {
    const form = postForm(page);
    const cover = page.getByRole('figure').locator('img');
    await expect(cover).toHaveCount(0);
    await form.cover.fill(`${baseURL}/images/missing.jpg`);
    await expect(cover).toHaveAttribute('src', '/images/blog-fallback.jpg');
    await form.cover.fill(`${baseURL}/images/blog-fallback.jpg?v=2`);
    await expect(cover).toHaveAttribute('src', `${baseURL}/images/blog-fallback.jpg?v=2`);
  });
});

test.describe('edit post', () => {
  test('waits with a spinner, then shows the post', async ({ page, request }) => {
    const slug = freshSlug('edit');
    const token = await openSignedIn(page, request, '/admin/create-post');
    const post = await writePost(request, token, { slug });
    const letGo = await holdBack(page, `**/api/blog/posts/${slug}`);
    await page.goto(`/admin/edit-post/${slug}`);
    await expect(page.getByText('Loading post for editing...')).toBeVisible();
    letGo();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Blog Post');
    await expect(page).toHaveTitle(`Edit: ${post.title}`);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    const preview = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(await preview).toHaveURL(`/blog/${slug}`);
    await postForm(page).content.fill('');
    await expect(page.getByRole('button', { name: 'Preview' })).toBeDisabled();
  });

  test('a post that cannot be loaded is told, and can be tried again', async ({
    page,
    request,
  }) => {
    const slug = freshSlug('edit');
    const token = await openSignedIn(page, request, '/admin/create-post');
    await writePost(request, token, { slug });
    await page.route(`**/api/blog/posts/${slug}`, fail);
    await page.goto(`/admin/edit-post/${slug}`);
    await expect(page.getByRole('alert')).toHaveText('Failed to load post. Please try again.');
    await page.unroute(`**/api/blog/posts/${slug}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(postForm(page).slug).toHaveValue(slug);
  });

  test('an update that fails is told, and the text stays', async ({ page, request }) => {
    const slug = freshSlug('edit');
    const token = await openSignedIn(page, request, '/admin/create-post');
    await writePost(request, token, { slug });
    await page.goto(`/admin/edit-post/${slug}`);
    const { content } = postForm(page);
    await content.fill('New text');
    for (const [answer, message] of [
      [fail, 'Failed to update post'],
      [lose, 'Network error. Please try again.'],
    ] as const) {
      await page.route(`**/api/admin/blog/posts/${slug}`, answer, { times: 1 });
      await page.getByRole('button', { name: 'Update Post' }).click();
      await expect(page.getByRole('alert')).toHaveText(message);
      await expect(page.getByRole('alert')).toBeFocused();
      await expect(content).toHaveValue('New text');
    }
  });

  test('saving changes what was edited and nothing else', async ({ page, request }) => {
    const slug = freshSlug('edit');
    const token = await openSignedIn(page, request, '/admin/create-post');
    const post = await writePost(request, token, {
      slug,
      title: slug.replaceAll('-', ' '),
      content: 'Line one\r\n\r\nLine two',
      coverImage: '/images/blog-fallback.jpg',
      publishDate: '2026-03-04T05:06:07.890Z',
      tags: ['Binding'],
      references: [{ url: 'https://doi.example/1', type: 'book' }],
    });
    await page.goto(`/admin/edit-post/${slug}`);
    const form = postForm(page);
    await expect(form.publishDate).toHaveValue('2026-03-04T00:06');
    await expect(page.getByText('Leave empty to publish immediately')).toBeVisible();
    await expect(page.getByText('America/New_York')).toBeVisible();
    await form.description.fill('Now with a description');
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(page).toHaveURL('/admin/dashboard');
    const { updated_at, version, etag, ...written } = post;
    expect(await readPost(request, token, slug)).toMatchObject({
      ...written,
      description: 'Now with a description',
      version: version + 1,
    });
  });

  test('the slug follows the title until it is written by hand', async ({ page, request }) => {
    const slug = freshSlug('edit');
    const token = await openSignedIn(page, request, '/admin/create-post');
    await writePost(request, token, { slug, title: slug.replaceAll('-', ' ') });
    await page.goto(`/admin/edit-post/${slug}`);
    const form = postForm(page);
    await form.title.fill('Another Title');
    await expect(form.slug).toHaveValue('another-title');
    await form.slug.fill('by-hand');
    await form.title.fill('A Third Title');
    await expect(form.slug).toHaveValue('by-hand');
  });
});
