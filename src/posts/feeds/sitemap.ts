import { setImmediate } from 'node:timers/promises';
import type { Molecules } from '../../science/molecules/molecules.ts';
import type { Posts } from '../posts.ts';
import { postUrl } from './article.ts';
import { escapeMarkup as text } from './escape.ts';
import type { SiteProfile } from './profile.ts';

/** Per file (https://www.sitemaps.org/protocol.html). */
const MAX_URLS = 50_000;
/** Rows per query; other requests run between two queries. */
const BATCH = 2_000;

const XML = '<?xml version="1.0" encoding="utf-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

type SitemapDeps = {
  services: {
    posts: Pick<Posts, 'sitemapEntries' | 'publishedPostCount'>;
    molecules: Pick<Molecules, 'moleculeSitemap' | 'publicMoleculeCount'>;
  };
  profile: Pick<SiteProfile, 'pages'>;
  publicUrl: string;
};

/**
 * The sitemap: every page, then every public post, oldest first, then the molecules that they show. With more URLs than
 * one file may hold, it is an index of parts, numbered from 1.
 */
export function createSitemap(deps: SitemapDeps, maxUrls = MAX_URLS) {
  const { services, publicUrl } = deps;
  const { pages } = deps.profile;

  /** 0 when one file holds everything. */
  async function countParts(): Promise<number> {
    const [posts, molecules] = await Promise.all([
      services.posts.publishedPostCount(),
      services.molecules.publicMoleculeCount(),
    ]);
    const urls = pages.length + posts + molecules;
    return urls <= maxUrls ? 0 : Math.ceil(urls / maxUrls);
  }

  /** The content of `/sitemap.xml`. */
  async function whole(): Promise<string> {
    const count = await countParts();
    return count === 0 ? urlset(0) : index(count);
  }

  /** The content of `/sitemap-{number}.xml`, or null when there is no such part. */
  async function part(number: number): Promise<string | null> {
    const exists = number >= 1 && number <= (await countParts());
    return exists ? urlset((number - 1) * maxUrls) : null;
  }

  function index(count: number): string {
    const sitemaps = Array.from({ length: count }, (_, at) => {
      const url = `${publicUrl}/sitemap-${at + 1}.xml`;
      return `<sitemap><loc>${text(url)}</loc></sitemap>\n`;
    });
    return `${XML}\n<sitemapindex ${NAMESPACE}>\n${sitemaps.join('')}</sitemapindex>\n`;
  }

  /** Up to `maxUrls` URLs from an offset. */
  async function urlset(offset: number): Promise<string> {
    const urls = pages
      .slice(offset, offset + maxUrls)
      .map(({ canonical }) => `<url><loc>${text(publicUrl + canonical)}</loc></url>\n`);
    const postOffset = Math.max(0, offset - pages.length);
    for await (const { slug, lastModified } of posts(postOffset, maxUrls - urls.length)) {
      const url = text(postUrl({ slug }, publicUrl));
      urls.push(`<url><loc>${url}</loc><lastmod>${lastModified}</lastmod></url>\n`);
    }
    if (urls.length < maxUrls) {
      const before = pages.length + (await services.posts.publishedPostCount());
      const addresses = await services.molecules.moleculeSitemap({
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
    let page = await services.posts.sitemapEntries({ limit: Math.min(count, BATCH), offset });
    let remaining = count - page.entries.length;
    yield* page.entries;
    while (remaining > 0 && page.next !== null) {
      await setImmediate();
      page = await services.posts.sitemapEntries({
        limit: Math.min(remaining, BATCH),
        after: page.next,
      });
      remaining -= page.entries.length;
      yield* page.entries;
    }
  }

  return { whole, part };
}
