import type { MetaDescriptor } from 'react-router';
import { headline, type PageSeo } from '../content/page-seo.ts';
import { shareImageAlt } from '../content/share-images.ts';
import { site } from '../content/site.ts';
import { type Describe, pageGraph } from './structured-data.ts';

/** What a page's head may say beyond its own `seo` content (specification section 3). */
type HeadOptions = {
  /** The site's own address, without a trailing slash. */
  publicUrl: string;
  /** A path on this site or an address; without one, the picture that shows the page's title. */
  ogImage?: string;
  ogType?: 'website' | 'article';
  twitterCard?: string;
  noindex?: boolean;
  /** What is on the page, beside the organisation, the site and the way to the page. */
  jsonLd?: readonly Describe[];
};

/** Of the drawn pictures; nobody knows that of another. */
const SHARE_IMAGE_SIZE = [
  { property: 'og:image:type', content: 'image/png' },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
];

const INDEX = 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1';
const NOINDEX = 'noindex, nofollow';

/** The head of one page, made anew for each: nothing is shared between requests. */
export function pageMeta(seo: PageSeo, options: HeadOptions): MetaDescriptor[] {
  const { publicUrl, ogType = 'website', twitterCard = 'summary_large_image' } = options;
  const url = canonicalUrl(publicUrl, seo.canonical);
  const forBrowsers: MetaDescriptor[] = [
    { title: seo.title },
    { name: 'description', content: seo.description },
    { name: 'robots', content: options.noindex ? NOINDEX : INDEX },
    ...(options.noindex ? [] : [{ tagName: 'link', rel: 'canonical', href: url } as const]),
  ];
  // Machines read a page as the server sends it: what only they want is in no script.
  if (!import.meta.env.SSR) return forBrowsers;
  const title = headline(seo);
  const path = url.slice(publicUrl.length);
  const image = new URL(options.ogImage ?? shareImage(path, title), `${publicUrl}/`).href;
  const isDrawn = options.ogImage === undefined;
  const alt = shareImageAlt.replace('{title}', () => title);
  const page = { publicUrl, url, path, title, image };
  return [
    ...forBrowsers,
    { name: 'keywords', content: seo.keywords.join(', ') },
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: ogType },
    { property: 'og:title', content: seo.title },
    { property: 'og:description', content: seo.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    ...(isDrawn ? [...SHARE_IMAGE_SIZE, { property: 'og:image:alt', content: alt }] : []),
    { name: 'twitter:card', content: twitterCard },
    { name: 'twitter:title', content: seo.title },
    { name: 'twitter:description', content: seo.description },
    { name: 'twitter:image', content: image },
    ...(isDrawn ? [{ name: 'twitter:image:alt', content: alt }] : []),
    ...site.additionalMeta,
    { 'script:ld+json': pageGraph(page, options.jsonLd ?? []) },
  ];
}

/** The head of a page that is never indexed: the admin area, errors. */
export function privateMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${site.name}` }, { name: 'robots', content: NOINDEX }];
}

/**
 * The picture of a page's title (`src/http/share-images.ts`). Networks keep a picture by its whole
 * address, so that address changes with the title.
 */
export function shareImage(path: string, title: string): string {
  return `${path === '/' ? '' : path}/share.png?v=${fingerprint(title)}`;
}

/** FNV-1a over UTF-16 code units: a 32-bit hash that servers and browsers compute alike, at once. */
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

/** The site's address as the root loader told it, for a route's `meta`. */
export function publicUrlFrom(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
) {
  const root = matches.find((match) => match?.id === 'root');
  return (root?.loaderData as { publicUrl: string } | undefined)?.publicUrl ?? site.url;
}
