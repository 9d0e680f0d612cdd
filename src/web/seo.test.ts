import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { PageSeo } from '../content/page-seo.ts';
import { defaultShareImage, postShareTitles } from '../content/share-images.ts';
import { pageMeta, shareImage } from './seo.ts';

const PUBLIC_URL = 'https://site.test';
const LARGEST_BYTES = 90 * 1024;

const modules = await Promise.all(
  globSync('src/content/*.ts', { exclude: ['**/*.test.ts'] }).map(
    async (file): Promise<{ seo?: PageSeo }> => import(join(process.cwd(), file)),
  ),
);
const pages = modules.flatMap(({ seo }) => seo ?? []);

/** What a page's head says under a property or name; undefined when it says nothing. */
function said(seo: PageSeo, key: string, options: { ogImage?: string } = {}): unknown {
  const tags = pageMeta(seo, { publicUrl: PUBLIC_URL, ...options }) as Record<string, unknown>[];
  return tags.find(({ property, name }) => property === key || name === key)?.content;
}

describe('a link to the site that somebody shares', () => {
  const images = [
    defaultShareImage.path,
    ...pages.map(({ canonical }) => shareImage(canonical)),
    ...Object.keys(postShareTitles).map((slug) => shareImage(`/blog/${slug}`)),
  ];

  it('has a picture for each of the 14 pages, the sample posts, and the rest', () => {
    expect(pages).toHaveLength(14);
    expect(new Set(images).size).toBe(images.length);
  });

  it.each(images)(
    'shows a picture that exists, in the size it is said to have: %s',
    async (path) => {
      const file = join('public', path);
      expect(existsSync(file), 'run `npm run artwork`').toBe(true);
      const bytes = readFileSync(file);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
      expect(bytes.length).toBeLessThanOrEqual(LARGEST_BYTES);
    },
  );

  it.each(pages)('names its own picture, absolutely and in words: $canonical', (seo) => {
    const image = PUBLIC_URL + shareImage(seo.canonical);
    expect([said(seo, 'og:image'), said(seo, 'twitter:image')]).toEqual([image, image]);
    expect(said(seo, 'og:image:alt')).toMatch(/^(?!.*\{title\}).+, beside /);
    expect(said(seo, 'og:image:width')).toBe('1200');
  });

  it('is not told a size for a picture whose size nobody knows', () => {
    const seo = pages[0] as PageSeo;
    const options = { ogImage: 'https://images.example/cover.jpg' };
    expect(said(seo, 'og:image', options)).toBe('https://images.example/cover.jpg');
    expect(said(seo, 'og:image:width', options)).toBeUndefined();
  });

  it('shows a sample post by the title that the post has', () => {
    const titles = globSync('src/content/posts/*.md').map((file) => {
      const [, frontMatter = ''] = readFileSync(file, 'utf8').split(/^---$/m);
      return [basename(file, '.md'), parse(frontMatter).title];
    });
    expect(Object.fromEntries(titles)).toEqual(postShareTitles);
  });
});
