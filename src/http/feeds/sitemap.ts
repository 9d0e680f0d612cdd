import { setImmediate } from 'node:timers/promises';
import type { Services } from '../../domain/services.ts';
import { postUrl } from './article.ts';
import { escapeMarkup as text } from './escape.ts';
import type { SiteProfile } from './profile.ts';

/** The most that one file may hold (https://www.sitemaps.org/protocol.html). */
const MAX_ADDRESSES = 50_000;
/** So many rows are read at a time, and other requests are served in between. */
const BATCH = 2_000;

const XML = '<?xml version="1.0" encoding="utf-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

type Parts = {
  services: Pick<Services, 'sitemapEntries' | 'publishedPostCount'>;
  profile: Pick<SiteProfile, 'pages'>;
  publicUrl: string;
};

/**
 * The sitemap: every page, then every public post, oldest first. When there are more addresses than
 * one file may hold, it is an index of parts, numbered from 1.
 */
export function createSitemap(parts: Parts, maxAddresses = MAX_ADDRESSES) {
  const { services, publicUrl } = parts;
  const { pages } = parts.profile;

  /** How many parts there are; 0 when one file holds everything. */
  async function countParts(): Promise<number> {
    const addresses = pages.length + (await services.publishedPostCount());
    return addresses <= maxAddresses ? 0 : Math.ceil(addresses / maxAddresses);
  }

  /** What `/sitemap.xml` holds. */
  async function whole(): Promise<string> {
    const count = await countParts();
    return count === 0 ? urlset(0) : index(count);
  }

  /** What `/sitemap-{number}.xml` holds, or null when there is no such part. */
  async function part(number: number): Promise<string | null> {
    const exists = number >= 1 && number <= (await countParts());
    return exists ? urlset((number - 1) * maxAddresses) : null;
  }

  function index(count: number): string {
    const sitemaps = Array.from({ length: count }, (_, at) => {
      const address = `${publicUrl}/sitemap-${at + 1}.xml`;
      return `<sitemap><loc>${text(address)}</loc></sitemap>\n`;
    });
    return `${XML}\n<sitemapindex ${NAMESPACE}>\n${sitemaps.join('')}</sitemapindex>\n`;
  }

  /** Up to `maxAddresses` addresses, the first `passed` of all left out. */
  async function urlset(passed: number): Promise<string> {
    const urls = pages
      .slice(passed, passed + maxAddresses)
      .map(({ canonical }) => `<url><loc>${text(publicUrl + canonical)}</loc></url>\n`);
    const passedPosts = Math.max(0, passed - pages.length);
    const room = maxAddresses - urls.length;
    for await (const { slug, lastModified } of posts(passedPosts, room)) {
      const address = text(postUrl({ slug }, publicUrl));
      urls.push(`<url><loc>${address}</loc><lastmod>${lastModified}</lastmod></url>\n`);
    }
    return `${XML}\n<urlset ${NAMESPACE}>\n${urls.join('')}</urlset>\n`;
  }

  async function* posts(passed: number, wanted: number) {
    let page = await services.sitemapEntries({ limit: Math.min(wanted, BATCH), offset: passed });
    let left = wanted - page.entries.length;
    yield* page.entries;
    while (left > 0 && page.next !== null) {
      await setImmediate();
      page = await services.sitemapEntries({ limit: Math.min(left, BATCH), after: page.next });
      left -= page.entries.length;
      yield* page.entries;
    }
  }

  return { whole, part };
}
