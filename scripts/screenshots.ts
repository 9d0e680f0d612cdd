// Pictures of every public page and the main ones of the admin area as they are built, for looking at: in full, at the
// widths of a phone and a desktop, in light and dark. `npm run screenshots -- /blog /admin/people` takes only those.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { profile } from '../src/content/profile.ts';
import { startProductionSite } from '../test/production-site.ts';
import { signIn } from './harness/editor.ts';
import { launchBrowser } from './harness/launch-browser.ts';

const POST = 'how-to-read-an-ic50';
const ADMIN = ['dashboard', 'create-post', `edit-post/${POST}`, 'media', 'inbox', 'newsletter']
  .concat(['glossary', 'people', 'account'])
  .map((page) => `/admin/${page}`);
const PAGES = profile.pages
  .map(({ canonical }) => canonical)
  .concat([`/blog/${POST}`, '/no/such/page', '/blog/no-such-post', ...ADMIN]);

const folder = join(import.meta.dirname, '../screenshots');
mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
const site = await startProductionSite();
const { token: adminToken, email: adminEmail, expiresAt: adminTokenExpiry } = await signIn(site);
const browser = await launchBrowser();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1440]) {
      const context = await browser.newContext({
        baseURL: site.address,
        viewport: { width, height: 900 },
        colorScheme,
        // No screenshot during an animation.
        reducedMotion: 'reduce',
      });
      await context.addInitScript((session) => Object.assign(localStorage, session), {
        adminToken,
        adminEmail,
        adminTokenExpiry,
      });
      const page = await context.newPage();
      for (const path of wanted.length === 0 ? PAGES : wanted) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await page.evaluate(scrollThrough);
        const name = path.replaceAll('/', '-').slice(1) || 'home';
        const file = join(folder, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await site.stop();
}
console.log(`Screenshots are in ${folder}`);

async function scrollThrough(): Promise<void> {
  for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
    scrollTo({ top, behavior: 'instant' });
    await new Promise(requestAnimationFrame);
  }
  scrollTo({ top: 0, behavior: 'instant' });
  await Promise.allSettled([...document.images].map((image) => image.decode()));
  await document.fonts.ready;
}
