import type {
  BlogPostingLeaf,
  CreativeWork,
  DefinedTermSetLeaf,
  FAQPageLeaf,
  ItemListLeaf,
  MolecularEntityLeaf,
  OrganizationLeaf,
  PersonLeaf,
  ScholarlyArticleLeaf,
  SoftwareApplicationLeaf,
} from 'schema-dts';
import type { FaqItem } from '../content/faq.ts';
import type { GlossaryTerm } from '../content/glossary.ts';
import type { StructuredStep } from '../content/pipeline.ts';
import type { Plan } from '../content/platform.ts';
import { site } from '../content/site.ts';
import type { Post } from '../posts/post.ts';
import type { PublicMolecule } from '../science/molecules/molecule-reading.ts';
import type { CslName } from '../science/references/csl.ts';
import type { Reference, ReferenceType } from '../science/references/reference.ts';
import { type Describe, type DescribedPage, organizationId, webSiteId } from './page-graph.ts';

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

/** Not `VideoObject` for videos: search engines require a thumbnail and a date of those. */
const CITATION_TYPES = {
  article: 'Article',
  'research paper': 'ScholarlyArticle',
  website: 'WebPage',
  book: 'Book',
  video: 'CreativeWork',
} as const satisfies Record<ReferenceType, CreativeWork['@type']>;

export function blogPosting(post: Post): Describe<BlogPostingLeaf | ScholarlyArticleLeaf> {
  // A scheduled post was last edited before it appeared.
  const wasEdited = post.updated_at > post.date;
  return (page) => ({
    '@type': post.isResearch ? 'ScholarlyArticle' : 'BlogPosting',
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
    citation: post.references.map(citation),
  });
}

/** Named authors of a work. */
const MAX_CITED_AUTHORS = 3;

function citation({ type, title, url, csl }: Reference) {
  const names = (csl?.author ?? []).filter(({ literal }) => literal !== 'others');
  const [issued] = csl?.issued?.['date-parts'] ?? [];
  return {
    '@type': CITATION_TYPES[type],
    ...(title === '' ? {} : { name: title }),
    ...(url === '' ? {} : { url }),
    ...(names.length === 0 ? {} : { author: names.slice(0, MAX_CITED_AUTHORS).map(citedAuthor) }),
    ...(issued === undefined ? {} : { datePublished: isoDate(issued) }),
  };
}

function citedAuthor({ literal, ...person }: CslName): OrganizationLeaf | PersonLeaf {
  if (literal !== undefined) return { '@type': 'Organization', name: literal };
  const { given, family, suffix, 'non-dropping-particle': particle } = person;
  const name = [given, particle, family, suffix].filter(Boolean).join(' ');
  return { '@type': 'Person', name };
}

function isoDate(parts: readonly number[]): string {
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
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

export function molecularEntity({
  molecule,
  name,
  names,
  posts,
}: Omit<PublicMolecule, 'stereoisomers' | 'forms'>): Describe<MolecularEntityLeaf> {
  const { inchikey, inchi, smiles, formula, properties } = molecule;
  return ({ url, publicUrl }) => ({
    '@type': 'MolecularEntity',
    '@id': `${url}#molecule`,
    name: name ?? formula,
    ...(names.length > 1 ? { alternateName: names.slice(1) } : {}),
    url,
    image: `${url}.png`,
    inChIKey: inchikey,
    inChI: inchi,
    smiles,
    molecularFormula: formula,
    molecularWeight: `${properties.weight} g/mol`,
    monoisotopicMolecularWeight: `${properties.exactMass} g/mol`,
    subjectOf: posts.map((post) => ({ '@id': `${publicUrl}/blog/${post.slug}#post` })),
  });
}
