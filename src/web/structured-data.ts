import type {
  BlogPostingLeaf,
  BreadcrumbListLeaf,
  CreativeWork,
  DefinedTermSetLeaf,
  FAQPageLeaf,
  Graph,
  ItemListLeaf,
  OrganizationLeaf,
  PersonLeaf,
  SoftwareApplicationLeaf,
  WebSiteLeaf,
} from 'schema-dts';
import type { FaqItem } from '../content/faq.ts';
import type { GlossaryTerm } from '../content/glossary.ts';
import {
  footerCompany,
  footerLegal,
  headerNavigation,
  mobileNavigationExtra,
} from '../content/navigation.ts';
import type { StructuredStep } from '../content/pipeline.ts';
import type { Plan } from '../content/platform.ts';
import { site } from '../content/site.ts';
import type { Post, ReferenceType } from '../domain/posts/post.ts';

/**
 * JSON-LD in the vocabulary of schema.org. Every function returns one node of the page's graph; all
 * URLs are absolute.
 */

/** The page that a node belongs to. */
export type DescribedPage = {
  /** The site's URL, without a trailing slash. */
  publicUrl: string;
  /** The canonical URL. */
  url: string;
  /** The page's path, without a trailing slash except for the root. */
  path: string;
  /** The page's title without the site's name. */
  title: string;
  /** The URL of the share image. */
  image: string;
};

type GraphNode =
  | BlogPostingLeaf
  | BreadcrumbListLeaf
  | DefinedTermSetLeaf
  | FAQPageLeaf
  | ItemListLeaf
  | OrganizationLeaf
  | SoftwareApplicationLeaf
  | WebSiteLeaf;

export type Describe<T extends GraphNode = GraphNode> = (page: DescribedPage) => T;

/** The graph of a page: the organisation, the site, the breadcrumbs and the page's contents. */
export function pageGraph(page: DescribedPage, contents: readonly Describe[]): Graph {
  const nodes: Describe[] = [
    organization,
    webSite,
    ...(page.path === '/' ? [] : [breadcrumbs]),
    ...contents,
  ];
  return { '@context': 'https://schema.org', '@graph': nodes.map((node) => node(page)) };
}

const organizationId = ({ publicUrl }: DescribedPage) => `${publicUrl}/#organization`;
const webSiteId = ({ publicUrl }: DescribedPage) => `${publicUrl}/#website`;

function organization(page: DescribedPage): OrganizationLeaf {
  const { publicUrl } = page;
  return {
    '@type': 'Organization',
    '@id': organizationId(page),
    name: site.name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    slogan: site.tagline,
    description: site.description,
    email: site.email.info,
    foundingDate: `${site.foundingYear}`,
    address: { '@type': 'PostalAddress', addressCountry: site.country },
    sameAs: [site.social.href],
    subjectOf: site.structuredDataLinks.map((path) => ({
      '@type': 'WebPage',
      url: publicUrl + path,
    })),
  };
}

function webSite(page: DescribedPage): WebSiteLeaf {
  return {
    '@type': 'WebSite',
    '@id': webSiteId(page),
    name: site.name,
    url: `${page.publicUrl}/`,
    description: site.description,
    inLanguage: site.locale,
    publisher: { '@id': organizationId(page) },
  };
}

/** From the home page through every parent path. */
function breadcrumbs(page: DescribedPage): BreadcrumbListLeaf {
  const paths = page.path.split('/').map((_, i, steps) => steps.slice(0, i + 1).join('/') || '/');
  return {
    '@type': 'BreadcrumbList',
    '@id': `${page.url}#breadcrumbs`,
    itemListElement: paths.map((path, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: path === '/' ? 'Home' : (nameInNavigation(path) ?? page.title),
      item: page.publicUrl + path,
    })),
  };
}

function nameInNavigation(path: string): string | undefined {
  const menus = [headerNavigation, mobileNavigationExtra, footerCompany.links, footerLegal.links];
  return menus.flat().find(({ href }) => href === path)?.name;
}

export function faqPage(items: readonly FaqItem[]): Describe<FAQPageLeaf> {
  return ({ url }) => ({
    '@type': 'FAQPage',
    '@id': `${url}#faq`,
    inLanguage: site.locale,
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  });
}

export function orderedSteps(
  name: string,
  steps: readonly StructuredStep[],
): Describe<ItemListLeaf> {
  return ({ url }) => ({
    '@type': 'ItemList',
    '@id': `${url}#steps`,
    name,
    itemListOrder: 'https://schema.org/ItemListOrderAscending',
    numberOfItems: steps.length,
    itemListElement: steps.map((step, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: step.name,
      description: step.description,
    })),
  });
}

type Pricing = {
  /** The anchor of the section. */
  id: string;
  plans: readonly Pick<Plan, 'name'>[];
};

type Offer = { price: string; priceCurrency: string; description: string };

/** The platform with one offer per plan. */
export function platformOffers(
  description: string,
  pricing: Pricing,
  offer: Offer,
): Describe<SoftwareApplicationLeaf> {
  return (page) => ({
    '@type': 'SoftwareApplication',
    '@id': `${page.url}#platform`,
    name: `${site.name} platform`,
    description,
    url: page.url,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    provider: { '@id': organizationId(page) },
    offers: pricing.plans.map(({ name }) => ({
      '@type': 'Offer',
      name,
      ...offer,
      url: `${page.url}#${pricing.id}`,
    })),
  });
}

export function definedTerms(
  name: string,
  terms: readonly GlossaryTerm[],
): Describe<DefinedTermSetLeaf> {
  return ({ url }) => ({
    '@type': 'DefinedTermSet',
    '@id': `${url}#terms`,
    name,
    url,
    inLanguage: site.locale,
    hasDefinedTerm: terms.map(({ term, definition }) => ({
      '@type': 'DefinedTerm',
      name: term,
      description: definition,
      inDefinedTermSet: `${url}#terms`,
    })),
  });
}

/** Not `VideoObject` for videos: search engines require a thumbnail and a date of those. */
const CITATION_TYPES = {
  article: 'Article',
  'research paper': 'ScholarlyArticle',
  website: 'WebPage',
  book: 'Book',
  video: 'CreativeWork',
} as const satisfies Record<ReferenceType, CreativeWork['@type']>;

export function blogPosting(post: Post): Describe<BlogPostingLeaf> {
  // A scheduled post was last edited before it appeared.
  const wasEdited = post.updated_at > post.date;
  return (page) => ({
    '@type': 'BlogPosting',
    '@id': `${page.url}#post`,
    headline: post.title,
    ...(post.description === '' ? {} : { description: post.description }),
    url: page.url,
    mainEntityOfPage: page.url,
    image: page.image,
    datePublished: post.date,
    dateModified: wasEdited ? post.updated_at : post.date,
    author: author(post, page),
    publisher: { '@id': organizationId(page) },
    isPartOf: { '@id': webSiteId(page) },
    inLanguage: site.locale,
    keywords: post.tags,
    timeRequired: `PT${post.readingTime}M`,
    citation: post.references.map(({ type, title, url }) => ({
      '@type': CITATION_TYPES[type],
      ...(title === '' ? {} : { name: title }),
      url,
    })),
  });
}

/** Our own authors' names start with the site's name; other authors have no known page. */
function author(
  { author: name }: Post,
  { publicUrl }: DescribedPage,
): OrganizationLeaf | PersonLeaf {
  return name.startsWith(site.name)
    ? { '@type': 'Organization', name, url: `${publicUrl}/` }
    : { '@type': 'Person', name };
}
