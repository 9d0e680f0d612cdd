import type { Browser, Page } from '@playwright/test';
import type { Post } from '../../src/posts/post.ts';
import { storeSession } from '../../test/e2e/sign-in.ts';
import { startProductionSite } from '../../test/production-site.ts';
import { runScript } from '../../test/run-script.ts';
import { listAll, signIn } from '../harness/editor.ts';
import { launchBrowser } from '../harness/launch-browser.ts';

const PAGES = 2;

/**
 * Imports a folder of posts, opens each in the edit form, saves it unchanged, and prints how many have
 * the same text and the same HTML as before, byte for byte.
 */
export async function measureRoundTrip(folder: string): Promise<void> {
  const site = await startProductionSite();
  let browser: Browser | undefined;
  try {
    const imported = await runScript('import.ts', site.dataDir, [folder]);
    console.log(imported.out.trim().split('\n').at(-1));
    browser = await launchBrowser();
    const context = await browser.newContext({ baseURL: site.address });
    const editor = await signIn(site);
    await storeSession(context, editor);
    const read = (slug: string) => editor.call<Post>('GET', `/api/blog/posts/${slug}`);
    const posts = await listAll<Post>(editor, '/api/admin/blog/posts', 'posts');
    const slugs = posts.map(({ slug }) => slug);
    const total = slugs.length;
    const changed: string[] = [];
    const saveNext = async (page: Page) => {
      for (let slug = slugs.pop(); slug !== undefined; slug = slugs.pop()) {
        const before = await read(slug);
        await saveUnchanged(page, slug);
        const after = await read(slug);
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
