import { publicMolecules } from '../../science/molecules/molecules.ts';
import type { Site } from '../../site.ts';
import { authorPath } from '../authors/author.ts';
import { listAuthors } from '../authors/authors.ts';
import { sitemapEntries } from '../public-posts.ts';
import { escapeMarkup as text } from './escape.ts';
import type { SiteProfile } from './profile.ts';

/** A sitemap may hold no more (https://www.sitemaps.org/protocol.html). */
const MAX_URLS = 50_000;

/**
 * Every page, the authors of public posts, public posts, oldest first, then the molecules that they
 * show.
 */
export async function sitemap(site: Site, { pages }: Pick<SiteProfile, 'pages'>): Promise<string> {
  const authors = (await listAuthors(site)).filter(({ postCount }) => postCount > 0);
  const entries = [
    ...[...pages.map(({ canonical }) => canonical), ...authors.map(authorPath)].map((path) => ({
      path,
      changed: '',
    })),
    ...(await sitemapEntries(site)).map(({ slug, lastModified }) => ({
      path: `/blog/${slug}`,
      changed: `<lastmod>${lastModified}</lastmod>`,
    })),
    // In an order that posts do not change.
    ...(await publicMolecules(site))
      .map(({ inchikey }) => ({ path: `/molecules/${inchikey.toLowerCase()}`, changed: '' }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  ];
  const urls = entries.slice(0, MAX_URLS).map(({ path, changed }) => {
    return `<url><loc>${text(site.identity.url + path)}</loc>${changed}</url>\n`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}
