import type { MetaDescriptor } from 'react-router';
import type { PageSeo } from '../content/page-seo.ts';
import { shareImageAlt } from '../content/share-images.ts';
import { site } from '../content/site.ts';
import { type Describe, pageGraph } from './structured-data.ts';

/** What a page's head may say beyond its own `seo` content (specification section 3). */
type HeadOptions = {
  /** The site's own address, without a trailing slash. */
  publicUrl: string;
  /** A path on this site or an address; without one, the picture that shows the page's title. */
  ogImage?: string;
  /** What `ogImage` shows. */
  ogImageAlt?: string;
  ogType?: 'website' | 'article';
  twitterCard?: string;
  noindex?: boolean;
  /** What is on the page, beside the organisation, the site and the way to the page. */
  jsonLd?: readonly Describe[];
};

/** Where the drawn pictures are, all of one size. */
const SHARE_IMAGES = '/images/share';
const SHARE_IMAGE_SIZE = [
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
];

const INDEX = 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1';
const NOINDEX = 'noindex, nofollow';

/** The head of one page, made anew for each: nothing is shared between requests. */
export function pageMeta(seo: PageSeo, options: HeadOptions): MetaDescriptor[] {
  const { publicUrl, ogType = 'website', twitterCard = 'summary_large_image' } = options;
  const { ogImage = shareImage(seo.canonical), ogImageAlt = altOfShareImage(headline(seo)) } =
    options;
  const url = canonicalUrl(publicUrl, seo.canonical);
  const image = new URL(ogImage, `${publicUrl}/`).href;
  const page = { publicUrl, url, path: url.slice(publicUrl.length), title: headline(seo), image };
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
    { property: 'og:image:alt', content: ogImageAlt },
    ...(ogImage.startsWith(SHARE_IMAGES) ? SHARE_IMAGE_SIZE : []),
    { name: 'twitter:card', content: twitterCard },
    { name: 'twitter:title', content: seo.title },
    { name: 'twitter:description', content: seo.description },
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: ogImageAlt },
    ...site.additionalMeta,
    { 'script:ld+json': pageGraph(page, options.jsonLd ?? []) },
  ];
}

/** The head of a page that is never indexed: the admin area, errors. */
export function privateMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${site.name}` }, { name: 'robots', content: NOINDEX }];
}

/** The page's title without the site's name. */
export function headline({ title }: PageSeo): string {
  return title.replace(` | ${site.name}`, '').replace(`${site.name} | `, '');
}

/** The drawn picture of a page (`npm run artwork`): `home` for the root, hyphens between segments. */
export function shareImage(path: string): string {
  return `${SHARE_IMAGES}/${path.slice(1).replaceAll('/', '-') || 'home'}.png`;
}

export function altOfShareImage(title: string): string {
  return shareImageAlt.replace('{title}', () => title);
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
