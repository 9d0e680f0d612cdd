import { moleculeSitemap } from '../../science/molecules/molecules.ts';
import type { Site } from '../../site.ts';
import { authorPath } from '../authors/author.ts';
import { listAuthors } from '../authors/authors.ts';
import { sitemapEntries } from '../public-posts.ts';
import { escapeMarkup as text } from './escape.ts';
import type { SiteProfile } from './profile.ts';

/** Per file (https://www.sitemaps.org/protocol.html). */
const MAX_URLS = 50_000;

const XML = '<?xml version="1.0" encoding="utf-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

type Pages = Pick<SiteProfile, 'pages'>;

/**
 * The sitemap: every page, the authors of public posts, then every public post, oldest first, then the molecules that they
 * show. With more URLs than one file may hold, it is an index of parts, numbered from 1.
 *
 * @param part null for `/sitemap.xml`
 * @returns null where there is no such part
 */
export async function sitemap(
  site: Site,
  { pages }: Pages,
  part: number | null,
  maxUrls = MAX_URLS,
): Promise<string | null> {
  const publicUrl = site.identity.url;
  const authors = (await listAuthors(site)).filter(({ postCount }) => postCount > 0);
  const urls = [
    ...[...pages.map(({ canonical }) => canonical), ...authors.map(authorPath)].map(
      (path) => `<url><loc>${text(publicUrl + path)}</loc></url>\n`,
    ),
    ...(await sitemapEntries(site)).map(
      ({ slug, lastModified }) =>
        `<url><loc>${text(`${publicUrl}/blog/${slug}`)}</loc><lastmod>${lastModified}</lastmod></url>\n`,
    ),
    ...(await moleculeSitemap(site)).map(
      (inchikey) =>
        `<url><loc>${text(publicUrl)}/molecules/${inchikey.toLowerCase()}</loc></url>\n`,
    ),
  ];
  const parts = urls.length <= maxUrls ? 0 : Math.ceil(urls.length / maxUrls);
  if (part !== null && (part < 1 || part > parts)) return null;
  if (part !== null) return urlset(urls.slice((part - 1) * maxUrls, part * maxUrls));
  if (parts === 0) return urlset(urls);
  const sitemaps = Array.from({ length: parts }, (_, at) => {
    return `<sitemap><loc>${text(`${publicUrl}/sitemap-${at + 1}.xml`)}</loc></sitemap>\n`;
  });
  return `${XML}\n<sitemapindex ${NAMESPACE}>\n${sitemaps.join('')}</sitemapindex>\n`;
}

function urlset(urls: readonly string[]): string {
  return `${XML}\n<urlset ${NAMESPACE}>\n${urls.join('')}</urlset>\n`;
}
