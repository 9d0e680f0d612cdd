import { describe, expect, it } from 'vitest';
import type { PageSeo } from '../content/page-seo.ts';
import { profile } from '../content/profile.ts';
import { pageMeta } from './seo.ts';

const PUBLIC_URL = 'https://site.test';

/** The content of a meta element by its property or name. */
function metaContent(seo: PageSeo, key: string, options: { ogImage?: string } = {}): unknown {
  const tags = pageMeta(seo, { publicUrl: PUBLIC_URL, ...options }) as Record<string, unknown>[];
  return tags.find(({ property, name }) => property === key || name === key)?.content;
}

const titled = (title: string): PageSeo => ({
  title,
  description: '',
  keywords: '',
  canonical: '/blog/a-post',
});

describe('a link to the site that somebody shares', () => {
  it('names its own picture, absolutely and in words', () => {
    for (const seo of profile.pages) {
      const image = metaContent(seo, 'og:image');
      expect(image).toMatch(/^https:\/\/site\.test(?:\/[a-z-]+)?\/share\.png\?v=[0-9a-f]{8}$/);
      expect(metaContent(seo, 'twitter:image')).toBe(image);
      expect(metaContent(seo, 'og:image:alt')).toMatch(/^(?!.*\{title\}).+, beside /);
      expect(['type', 'width', 'height'].map((key) => metaContent(seo, `og:image:${key}`))).toEqual(
        ['image/png', '1200', '630'],
      );
    }
  });

  it('leads to another picture when its title changes, and only then', () => {
    const image = metaContent(titled('A post | Ligara'), 'og:image');
    expect(metaContent({ ...titled('A post | Ligara'), description: 'Changed' }, 'og:image')).toBe(
      image,
    );
    expect(metaContent(titled('A Post | Ligara'), 'og:image')).not.toBe(image);
  });

  it('states no format and no description of an image from elsewhere', () => {
    const seo = titled('A post');
    const options = { ogImage: 'https://images.example/cover.jpg' };
    expect(metaContent(seo, 'og:image', options)).toBe('https://images.example/cover.jpg');
    for (const key of ['og:image:width', 'og:image:alt', 'twitter:image:alt']) {
      expect(metaContent(seo, key, options)).toBeUndefined();
    }
  });

  it('shows the title without the name of the site', () => {
    const headlines = {
      'Blog | Ligara': 'Blog',
      'Ligara | AI drug discovery': 'AI drug discovery',
      'Ligara | a post of that name | Ligara': 'Ligara | a post of that name',
    };
    for (const [title, headline] of Object.entries(headlines)) {
      const alt = String(metaContent(titled(title), 'og:image:alt'));
      expect(alt.startsWith(`${headline}, beside`), alt).toBe(true);
    }
  });
});
