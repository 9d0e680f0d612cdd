import { setImmediate } from 'node:timers/promises';
import { moleculeSitemap, publicMolecules } from '../../science/molecules/molecules.ts';
import type { Site } from '../../site.ts';
import { authorPath } from '../authors/author.ts';
import { listAuthors } from '../authors/authors.ts';
import { publishedPostCount, sitemapEntries } from '../public-posts.ts';
import { postUrl } from './article.ts';
import { escapeMarkup as text } from './escape.ts';
import type { SiteProfile } from './profile.ts';

/** Per file (https://www.sitemaps.org/protocol.html). */
const MAX_URLS = 50_000;
/** Rows per query; other requests run between two queries. */
const BATCH = 2_000;

const XML = '<?xml version="1.0" encoding="utf-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * The sitemap: every page, the authors of public posts, then every public post, oldest first, then the molecules that they show. With more URLs than
 * one file may hold, it is an index of parts, numbered from 1.
 */
export function createSitemap(
  site: Site,
  { pages }: Pick<SiteProfile, 'pages'>,
  maxUrls = MAX_URLS,
) {
  const publicUrl = site.identity.url;

  /** The paths of pages and authors. */
  async function firstPaths(): Promise<string[]> {
    const authors = await listAuthors(site);
    const named = authors.filter(({ postCount }) => postCount > 0);
    return [...pages.map(({ canonical }) => canonical), ...named.map(authorPath)];
  }

  /** 0 when one file holds everything. */
  async function countParts(first: readonly string[]): Promise<number> {
    const [posts, molecules] = await Promise.all([publishedPostCount(site), publicMolecules(site)]);
    const urls = first.length + posts + molecules.length;
    return urls <= maxUrls ? 0 : Math.ceil(urls / maxUrls);
  }

  /** The content of `/sitemap.xml`. */
  async function whole(): Promise<string> {
    const first = await firstPaths();
    const count = await countParts(first);
    return count === 0 ? urlset(first, 0) : index(count);
  }

  /** The content of `/sitemap-{number}.xml`, or null when there is no such part. */
  async function part(number: number): Promise<string | null> {
    const first = await firstPaths();
    const exists = number >= 1 && number <= (await countParts(first));
    return exists ? urlset(first, (number - 1) * maxUrls) : null;
  }

  function index(count: number): string {
    const sitemaps = Array.from({ length: count }, (_, at) => {
      const url = `${publicUrl}/sitemap-${at + 1}.xml`;
      return `<sitemap><loc>${text(url)}</loc></sitemap>\n`;
    });
    return `${XML}\n<sitemapindex ${NAMESPACE}>\n${sitemaps.join('')}</sitemapindex>\n`;
  }

  /** Up to `maxUrls` URLs from an offset. */
  async function urlset(first: readonly string[], offset: number): Promise<string> {
    const urls = first
      .slice(offset, offset + maxUrls)
      .map((path) => `<url><loc>${text(publicUrl + path)}</loc></url>\n`);
    const postOffset = Math.max(0, offset - first.length);
    for await (const { slug, lastModified } of posts(postOffset, maxUrls - urls.length)) {
      const url = text(postUrl({ slug }, publicUrl));
      urls.push(`<url><loc>${url}</loc><lastmod>${lastModified}</lastmod></url>\n`);
    }
    if (urls.length < maxUrls) {
      const before = first.length + (await publishedPostCount(site));
      const addresses = await moleculeSitemap(site, {
        limit: maxUrls - urls.length,
        offset: Math.max(0, offset - before),
      });
      for (const address of addresses) {
        urls.push(`<url><loc>${text(publicUrl)}/molecules/${address.toLowerCase()}</loc></url>\n`);
      }
    }
    return `${XML}\n<urlset ${NAMESPACE}>\n${urls.join('')}</urlset>\n`;
  }

  async function* posts(offset: number, count: number) {
    let page = await sitemapEntries(site, { limit: Math.min(count, BATCH), offset });
    let remaining = count - page.entries.length;
    yield* page.entries;
    while (remaining > 0 && page.next !== null) {
      await setImmediate();
      page = await sitemapEntries(site, {
        limit: Math.min(remaining, BATCH),
        after: page.next,
      });
      remaining -= page.entries.length;
      yield* page.entries;
    }
  }

  return { whole, part };
}
