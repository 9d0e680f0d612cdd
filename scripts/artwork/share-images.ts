import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { seo as blog } from '../../src/content/blog.ts';
import { seo as compliance } from '../../src/content/compliance.ts';
import { seo as contact } from '../../src/content/contact.ts';
import { seo as glossary } from '../../src/content/glossary.ts';
import { seo as home } from '../../src/content/home.ts';
import { seo as investorOpportunity } from '../../src/content/investor-opportunity.ts';
import { seo as investors } from '../../src/content/investors.ts';
import { seo as newsletter } from '../../src/content/newsletter.ts';
import { seo as pipeline } from '../../src/content/pipeline.ts';
import { seo as platform } from '../../src/content/platform.ts';
import { seo as privacy } from '../../src/content/privacy.ts';
import { seo as purpose } from '../../src/content/purpose.ts';
import { defaultShareImage, postShareTitles } from '../../src/content/share-images.ts';
import { seo as team } from '../../src/content/team.ts';
import { seo as terms } from '../../src/content/terms.ts';
import { headline, shareImage } from '../../src/web/seo.ts';
import { ensureChromium, missingChromium } from '../../test/browser.ts';
import { shareImagePng } from './share-image.ts';

const pages = [
  ...[home, purpose, platform, pipeline, team, investors, investorOpportunity],
  ...[newsletter, contact, blog, glossary, privacy, terms, compliance],
];

/** Paths below the public folder, with the title that each picture shows. */
const pictures: [path: string, title: string][] = [
  [defaultShareImage.path, defaultShareImage.title],
  ...pages.map((seo): [string, string] => [shareImage(seo.canonical), headline(seo)]),
  ...Object.entries(postShareTitles).map(([slug, title]): [string, string] => [
    shareImage(`/blog/${slug}`),
    title,
  ]),
];

/** Draws the share image of every page and of every post that has one. */
export async function drawShareImages(publicFolder: string): Promise<void> {
  const executablePath = ensureChromium();
  if (executablePath === undefined) throw new Error(missingChromium());
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ colorScheme: 'light' });
    for (const [path, title] of pictures) {
      const file = join(publicFolder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, await shareImagePng(page, path, title));
    }
  } finally {
    await browser.close();
  }
}
