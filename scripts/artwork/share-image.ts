import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { site } from '../../src/content/site.ts';
import { bindingSurface } from './binding-surface.ts';
import { favicon } from './mark.ts';

const SIZE = { width: 1200, height: 630 };
const ART = { width: 460, height: 630 };

const dataAddress = (type: string, data: string | Buffer) =>
  `data:${type};base64,${Buffer.from(data).toString('base64')}`;

async function fontFace(family: string, file: string): Promise<string> {
  const font = await readFile(fileURLToPath(import.meta.resolve(file)));
  return `@font-face{font-family:'${family}';font-weight:100 900;src:url(${dataAddress('font/woff2', font)})}`;
}

// The cut with optical sizes: a title this large is set in the finer forms drawn for it.
const FONTS = await Promise.all([
  fontFace(
    'Newsreader',
    '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
  ),
  fontFace('Inter', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
]);

const STYLE = `${FONTS.join('')}
*{margin:0;box-sizing:border-box}
body{width:${SIZE.width}px;height:${SIZE.height}px;display:grid;grid-template-columns:1fr ${ART.width}px;
  background:#FBFAF7;color:#0B1B24;color-scheme:light}
main{display:flex;flex-direction:column;padding:64px 56px 60px 72px;min-width:0}
.brand{display:flex;align-items:center;gap:14px;font:600 30px Inter;letter-spacing:-.02em}
.brand img{width:44px}
h1{margin:auto 0;font-family:Newsreader;font-weight:460;line-height:1.08;letter-spacing:-.02em;
  text-wrap:balance;font-optical-sizing:auto}
p{font:400 24px Inter;color:#52636D}
svg{display:block;border-left:1px solid #E3E1DA}`;

/** Larger for fewer words, so that every title fills about the same space. */
function titleSize(title: string): number {
  if (title.length <= 24) return 92;
  if (title.length <= 44) return 76;
  return title.length <= 64 ? 64 : 58;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function markup(name: string, title: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style>
<main>
  <div class="brand"><img src="${dataAddress('image/svg+xml', favicon())}" alt="">${site.name}</div>
  <h1 style="font-size:${titleSize(title)}px">${escaped(title)}</h1>
  <p>${title === site.tagline ? '' : escaped(site.tagline)}</p>
</main>
${bindingSurface(name, ART)}`;
}

/**
 * Draws the picture that social networks show beside a link: the title, set in the site's own fonts,
 * next to a print that the name decides. The page is left with it.
 *
 * @returns a PNG of 1200×630 with a palette
 */
export async function shareImagePng(page: Page, name: string, title: string): Promise<Buffer> {
  await page.setViewportSize(SIZE);
  await page.setContent(markup(name, title));
  await page.evaluate(() => document.fonts.ready);
  return sharp(await page.screenshot())
    .png({ palette: true, colours: 64, dither: 0, compressionLevel: 9, effort: 10 })
    .toBuffer();
}
