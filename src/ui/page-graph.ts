import type {
  BreadcrumbListLeaf,
  DefinedTermSetLeaf,
  FAQPageLeaf,
  Graph,
  ItemListLeaf,
  OrganizationLeaf,
  SoftwareApplicationLeaf,
  Thing,
  WebSiteLeaf,
} from 'schema-dts';
import type { FaqItem } from '../content/faq.ts';
import type { GlossaryTerm } from '../content/glossary.ts';
import { seo as molecules } from '../content/molecules-seo.ts';
import {
  footerCompany,
  footerLegal,
  headerNavigation,
  mobileNavigationExtra,
} from '../content/navigation.ts';
import { headline } from '../content/page-seo.ts';
import { offer, seo as platform, pricing } from '../content/platform.ts';
import { site, siteMetadata } from '../content/site.ts';

/**
 * JSON-LD in the vocabulary of schema.org. Every function returns one node of the page's graph; all
 * URLs are absolute.
 */

export type DescribedPage = {
  /** The site's URL, without a trailing slash. */
  publicUrl: string;
  url: string;
  /** The page's path, without a trailing slash except for the root. */
  path: string;
  /** The page's title without the site's name. */
  title: string;
  image: string;
};

export type Describe<T = Thing> = (page: DescribedPage) => T;

export function pageGraph(page: DescribedPage, contents: readonly Describe[]): Graph {
  const nodes: Describe[] = [
    organization,
    webSite,
    ...(page.path === '/' ? [] : [breadcrumbs]),
    ...contents,
  ];
  return { '@context': 'https://schema.org', '@graph': nodes.map((node) => node(page)) };
}

export const organizationId = ({ publicUrl }: DescribedPage) => `${publicUrl}/#organization`;
export const webSiteId = ({ publicUrl }: DescribedPage) => `${publicUrl}/#website`;

function organization(page: DescribedPage): OrganizationLeaf {
  const { publicUrl } = page;
  return {
    '@type': 'Organization',
    '@id': organizationId(page),
    name: site.name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    slogan: site.tagline,
    description: siteMetadata.description,
    email: site.email.info,
    foundingDate: `${siteMetadata.foundingYear}`,
    address: { '@type': 'PostalAddress', addressCountry: siteMetadata.country },
    sameAs: [site.social.href],
    subjectOf: siteMetadata.structuredDataLinks.map((path) => ({
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
    description: siteMetadata.description,
    inLanguage: site.locale,
    publisher: { '@id': organizationId(page) },
  };
}

function breadcrumbs(page: DescribedPage): BreadcrumbListLeaf {
  const paths = page.path
    .split('/')
    .map((_, i, steps) => steps.slice(0, i + 1).join('/') || '/')
    // No page lists the authors.
    .filter((path) => path !== '/authors');
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
  // In no menu. Computed here: browsers, which need none of this, would keep a call of a constant.
  const others = [{ href: molecules.canonical, name: headline(molecules) }];
  return [...menus.flat(), ...others].find(({ href }) => href === path)?.name;
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
  steps: readonly { name: string; description: string }[],
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

export const platformOffers: Describe<SoftwareApplicationLeaf> = (page) => ({
  '@type': 'SoftwareApplication',
  '@id': `${page.url}#platform`,
  name: `${site.name} platform`,
  description: platform.description,
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

export function definedTerms(
  name: string,
  terms: readonly Pick<GlossaryTerm, 'term' | 'definition'>[],
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
