// Pictures of every public page and the main ones of the admin area as they are built, for looking at: `npm run screenshots`. In full, at the
// widths of a phone and a desktop, in light and dark; `-- --all-widths` adds two tablets between and a large screen.
// What comes after the options narrows them down: `npm run screenshots -- home platform`.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { profile } from '../src/content/profile.ts';
import { ensureChromium, missingChromium } from '../test/browser.ts';
import { startProductionSite } from '../test/production-site.ts';
import { type Editor, signIn } from './harness/editor.ts';

const folder = join(import.meta.dirname, '../screenshots');

const PHONE = 390;
const TABLETS = [768, 1024];
const DESKTOP = 1440;
const LARGE = 1920;

/** A state of the site; `only` is the one width that has it. */
type View = {
  name: string;
  open: (page: Page) => Promise<void>;
  screenOnly?: true;
  only?: number;
};

const atPath = (name: string, path: string): View => ({
  name,
  open: async (page) => {
    await page.goto(path);
  },
});

const POST = 'how-to-read-an-ic50';

/** A page of the admin area, with its data. */
const inAdmin = (path: string): View => ({
  name: `admin-${path.replace(/\/.*/, '')}`,
  open: async (page) => {
    await page.goto(`/admin/${path}`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
});

const ADMIN_VIEWS: View[] = [
  ...['dashboard', 'create-post', `edit-post/${POST}`, 'media', 'inbox', 'newsletter'].map(inAdmin),
  ...['glossary', 'people', 'trash', 'account'].map(inAdmin),
  {
    name: 'admin-writing',
    screenOnly: true,
    only: DESKTOP,
    open: async (page) => {
      await page.goto(`/admin/edit-post/${POST}`, { waitUntil: 'networkidle' });
      await page.getByRole('button', { name: 'Full page' }).click();
      await page.getByRole('region', { name: 'Preview' }).getByRole('heading').first().waitFor();
    },
  },
];

const PUBLIC_VIEWS: View[] = [
  ...profile.pages.map(({ canonical }) => atPath(canonical.slice(1) || 'home', canonical)),
  atPath('post', `/blog/${POST}`),
  atPath('not-found', '/no/such/page'),
  atPath('post-not-found', '/blog/no-such-post'),
  {
    name: 'menu',
    only: PHONE,
    screenOnly: true,
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Menu' }).click();
    },
  },
  {
    name: 'waitlist',
    screenOnly: true,
    open: async (page) => {
      await page.goto('/platform', { waitUntil: 'networkidle' });
      await page.getByRole('button', { name: 'Join the waitlist' }).click();
    },
  },
  {
    name: 'contact-sent',
    open: async (page) => {
      await page.goto('/contact', { waitUntil: 'networkidle' });
      await page.getByLabel('Name').fill('A reader');
      await page.getByLabel('Email').fill('reader@example.org');
      await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.getByRole('heading', { name: 'Message Sent' }).waitFor();
    },
  },
];

const { values, positionals } = parseArgs({
  options: { 'all-widths': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const widths = values['all-widths'] ? [PHONE, ...TABLETS, DESKTOP, LARGE] : [PHONE, DESKTOP];
const isWanted = ({ name }: View) => positionals.length === 0 || positionals.includes(name);
const names = [...PUBLIC_VIEWS, ...ADMIN_VIEWS].map(({ name }) => name);
const executablePath = ensureChromium();
if (executablePath === undefined) throw new Error(missingChromium());
if (positionals.some((name) => !names.includes(name))) {
  throw new Error(`There is only: ${names.join(', ')}`);
}

if (positionals.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const site = await startProductionSite();
const session = await signIn(site);
const browser = await chromium.launch({
  executablePath,
  // The site shows crawlers and automated browsers the pages without their scripts.
  args: ['--no-sandbox', '--disable-quic', '--disable-blink-features=AutomationControlled'],
});
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of widths) {
      await takeAll(PUBLIC_VIEWS, { width, colorScheme });
      await takeAll(ADMIN_VIEWS, { width, colorScheme, session });
    }
  }
} finally {
  await browser.close();
  await site.stop();
}
console.log(`Screenshots are in ${folder}`);

type Screen = { width: number; colorScheme: 'light' | 'dark'; session?: Editor };

async function takeAll(views: readonly View[], screen: Screen): Promise<void> {
  const { width, colorScheme, session: stored } = screen;
  const context = await browser.newContext({
    baseURL: site.address,
    viewport: { width, height: width === PHONE ? 844 : 900 },
    colorScheme,
    // No screenshot during an animation.
    reducedMotion: 'reduce',
  });
  if (stored !== undefined) {
    const { token: adminToken, email: adminEmail, expiresAt: adminTokenExpiry } = stored;
    await context.addInitScript((session) => Object.assign(localStorage, session), {
      adminToken,
      adminEmail,
      adminTokenExpiry,
    });
  }
  const page = await context.newPage();
  for (const { name, open, screenOnly, only } of views.filter(isWanted)) {
    if (only !== undefined && only !== width) continue;
    await open(page);
    if (!screenOnly) await page.evaluate(scrollThrough);
    const path = join(folder, `${name}-${width}-${colorScheme}.png`);
    await page.screenshot({ path, fullPage: !screenOnly, animations: 'disabled' });
  }
  console.log(`${width} px, ${colorScheme}: done`);
  await context.close();
}

/** Loads lazy pictures and scroll-driven content, and returns to the top. */
async function scrollThrough(): Promise<void> {
  for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
    scrollTo({ top, behavior: 'instant' });
    await new Promise(requestAnimationFrame);
  }
  scrollTo({ top: 0, behavior: 'instant' });
  await Promise.allSettled([...document.images].map((image) => image.decode()));
  await document.fonts.ready;
}
