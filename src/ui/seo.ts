import type { MetaDescriptor } from 'react-router';
import { headline, type PageSeo } from '../content/page-seo.ts';
import { shareImageAlt } from '../content/share-images.ts';
import { site, siteMetadata } from '../content/site.ts';
import { type Describe, pageGraph } from './page-graph.ts';

/** Head options beyond the page's `seo` content (specification section 3). */
type HeadOptions = {
  /** The site's URL, without a trailing slash. */
  publicUrl: string;
  /** A path on this site or a URL; by default the image that shows the page's title. */
  ogImage?: string;
  ogType?: 'website' | 'article';
  twitterCard?: string;
  noindex?: boolean;
  jsonLd?: readonly Describe[];
};

const INDEX = 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1';
const NOINDEX = 'noindex, nofollow';

export function pageMeta(seo: PageSeo, options: HeadOptions): MetaDescriptor[] {
  const { publicUrl, ogType = 'website', twitterCard = 'summary_large_image' } = options;
  const url = canonicalUrl(publicUrl, seo.canonical);
  const essential: MetaDescriptor[] = [
    { title: seo.title },
    { name: 'description', content: seo.description },
    { name: 'robots', content: options.noindex ? NOINDEX : INDEX },
    ...(options.noindex ? [] : [{ tagName: 'link', rel: 'canonical', href: url } as const]),
  ];
  // Crawlers read the server's HTML: no browser needs the code of the rest.
  if (!import.meta.env.SSR) return essential;
  const title = headline(seo);
  const path = url.slice(publicUrl.length);
  const image = new URL(options.ogImage ?? shareImage(path, title), `${publicUrl}/`).href;
  const page = { publicUrl, url, path, title, image };
  const shared = { title: seo.title, description: seo.description };
  const alt = shareImageAlt.replace('{title}', () => title);
  const isGenerated = options.ogImage === undefined;
  // The size of an image that is not generated is unknown.
  const format = { 'image:type': 'image/png', 'image:width': '1200', 'image:height': '630' };
  const openGraph = {
    site_name: site.name,
    type: ogType,
    ...shared,
    url,
    image,
    ...(isGenerated && { ...format, 'image:alt': alt }),
  };
  const twitter = { card: twitterCard, ...shared, image, ...(isGenerated && { 'image:alt': alt }) };
  return [
    ...essential,
    { name: 'keywords', content: seo.keywords },
    ...Object.entries(openGraph).map(([name, content]) => ({ property: `og:${name}`, content })),
    ...Object.entries(twitter).map(([name, content]) => ({ name: `twitter:${name}`, content })),
    ...siteMetadata.additionalMeta,
    { 'script:ld+json': pageGraph(page, options.jsonLd ?? []) },
  ];
}

/** A route's `meta` that depends on no data. `jsonLd` is for the server alone: `import.meta.env.SSR ? […] : []`. */
export function staticMeta(seo: PageSeo, jsonLd: readonly Describe[] = []) {
  return ({ matches }: { matches: Matches }) =>
    pageMeta(seo, { publicUrl: publicUrlFrom(matches), jsonLd });
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

export function privateMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${site.name}` }, { name: 'robots', content: NOINDEX }];
}

/**
 * The path of a page's share image (`src/media/api/share-images.ts`). Networks cache images by URL, so the
 * query changes with the title.
 */
export function shareImage(path: string, title: string): string {
  return `${path === '/' ? '' : path}/share.png?v=${fingerprint(title)}`;
}

/** FNV-1a over UTF-16 code units: 32 bits. */
function fingerprint(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** Lower case, without a trailing slash except for the root. */
export function canonicalUrl(publicUrl: string, path: string): string {
  const trimmed = path.toLowerCase().replace(/\/+$/, '');
  return `${publicUrl}${trimmed === '' ? '/' : trimmed}`;
}

export function publicUrlFrom(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root');
  return (root?.loaderData as { publicUrl: string } | undefined)?.publicUrl ?? site.url;
}
