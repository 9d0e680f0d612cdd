import type {
  DefinedTermSetLeaf,
  FAQPageLeaf,
  ItemListLeaf,
  SoftwareApplicationLeaf,
} from 'schema-dts';
import type { FaqItem } from '../content/faq.ts';
import type { GlossaryTerm } from '../content/glossary.ts';
import { offer, pricing, seo } from '../content/platform.ts';
import { site } from '../content/site.ts';
import { type Describe, organizationId } from './page-graph.ts';

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

/** The platform with one offer per plan. */
export const platformOffers: Describe<SoftwareApplicationLeaf> = (page) => ({
  '@type': 'SoftwareApplication',
  '@id': `${page.url}#platform`,
  name: `${site.name} platform`,
  description: seo.description,
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
