import type { MetaDescriptor } from 'react-router';
import type { PageSeo } from '../content/page-seo.ts';
import { site } from '../content/site.ts';

/** What a page's head may say beyond its own `seo` content (specification section 3). */
type HeadOptions = {
  /** The site's own address, without a trailing slash. */
  publicUrl: string;
  /** 1200×630; a path on this site or an address. */
  ogImage?: string;
  ogType?: 'website' | 'article';
  twitterCard?: string;
  noindex?: boolean;
  jsonLd?: object | object[];
};

export const DEFAULT_SHARE_IMAGE = '/images/share.png';

const INDEX = 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1';
const NOINDEX = 'noindex, nofollow';

/** The head of one page, made anew for each: nothing is shared between requests. */
export function pageMeta(seo: PageSeo, options: HeadOptions): MetaDescriptor[] {
  const { publicUrl, ogType = 'website', twitterCard = 'summary_large_image' } = options;
  const url = canonicalUrl(publicUrl, seo.canonical);
  const image = new URL(options.ogImage ?? DEFAULT_SHARE_IMAGE, `${publicUrl}/`).href;
  return [
    { title: seo.title },
    { name: 'description', content: seo.description },
    { name: 'keywords', content: seo.keywords.join(', ') },
    { name: 'robots', content: options.noindex ? NOINDEX : INDEX },
    ...(options.noindex ? [] : [{ tagName: 'link', rel: 'canonical', href: url } as const]),
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: ogType },
    { property: 'og:title', content: seo.title },
    { property: 'og:description', content: seo.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: twitterCard },
    { name: 'twitter:title', content: seo.title },
    { name: 'twitter:description', content: seo.description },
    { name: 'twitter:image', content: image },
    ...site.additionalMeta,
    ...(options.jsonLd === undefined
      ? []
      : [options.jsonLd]
          .flat()
          .map((data) => ({ 'script:ld+json': data as Record<string, never> }))),
  ];
}

/** The head of a page that is never indexed: the admin area, errors. */
export function privateMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${site.name}` }, { name: 'robots', content: NOINDEX }];
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
