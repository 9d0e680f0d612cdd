import { type Browser, chromium, type Page } from '@playwright/test';
import type { Post } from '../../src/domain/posts/post.ts';
import { findChromium, missingChromium } from '../../test/browser.ts';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { runScript } from '../../test/run-script.ts';

const PAGES = 2;

/**
 * Imports a folder of posts, opens each in the edit form as an administrator would, saves it as it
 * is, and says how many came back with every byte of their text and of their page.
 */
export async function measureRoundTrip(folder: string): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(missingChromium());
  const site = await startProductionSite();
  let browser: Browser | undefined;
  try {
    const imported = await runScript('import-posts.ts', site.dataDir, [folder]);
    console.log(imported.out.trim().split('\n').at(-1));
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-blink-features=AutomationControlled', '--disable-quic'],
    });
    const context = await browser.newContext({ baseURL: site.address });
    const session = await signIn(site);
    await context.addInitScript((values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    }, session);
    const read = reader(site, session.adminToken);
    const slugs = await everySlug(read);
    const total = slugs.length;
    const changed: string[] = [];
    const saveNext = async (page: Page) => {
      for (let slug = slugs.pop(); slug !== undefined; slug = slugs.pop()) {
        const before = await read<Post>(`/api/blog/posts/${slug}`);
        await saveUnchanged(page, slug);
        const after = await read<Post>(`/api/blog/posts/${slug}`);
        const isSaved = after.version === before.version + 1;
        const isSame = after.content === before.content && after.contentHtml === before.contentHtml;
        if (!isSaved || !isSame) changed.push(slug);
        if (slugs.length % 50 === 0) console.error(`${slugs.length} of ${total} to go …`);
      }
    };
    const pages = await Promise.all(Array.from({ length: PAGES }, () => context.newPage()));
    await Promise.all(pages.map(saveNext));
    console.log(`opened and saved as they were: ${total}, identical: ${total - changed.length}`);
    if (changed.length > 0) console.log(`not identical: ${changed.join(', ')}`);
  } finally {
    await browser?.close();
    await site.stop();
  }
}

async function saveUnchanged(page: Page, slug: string): Promise<void> {
  await page.goto(`/admin/edit-post/${slug}`);
  await page.getByRole('button', { name: 'Update Post' }).click();
  await page.waitForURL('**/admin/dashboard');
}

/** What the login page stores. */
async function signIn({ address, administrator }: ProductionSite) {
  const response = await fetch(`${address}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  const { access_token, expires_at } = (await response.json()) as Record<string, string>;
  return {
    adminToken: access_token ?? '',
    adminEmail: administrator.email,
    adminTokenExpiry: expires_at ?? '',
  };
}

type Read = <T>(path: string) => Promise<T>;

function reader({ address }: ProductionSite, token: string): Read {
  return async (path) => {
    const response = await fetch(address + path, { headers: { Authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    return response.json();
  };
}

async function everySlug(read: Read): Promise<string[]> {
  const slugs: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { posts: Post[]; nextCursor: string | null } = await read(
      `/api/admin/blog/posts${cursor === '' ? '' : `?cursor=${cursor}`}`,
    );
    slugs.push(...page.posts.map(({ slug }) => slug));
    cursor = page.nextCursor;
  }
  return slugs;
}
