import { renderToString } from 'react-dom/server';
import { createRoutesStub, Meta } from 'react-router';
import { describe, expect, it } from 'vitest';
import * as glossary from '../src/content/glossary.ts';
import * as home from '../src/content/home.ts';
import type { PageSeo } from '../src/content/page-seo.ts';
import * as pipeline from '../src/content/pipeline.ts';
import * as platform from '../src/content/platform.ts';
import { seo as privacy } from '../src/content/privacy.ts';
import { blogPosting, profilePage } from '../src/posts/pages/metadata.ts';
import type { Post } from '../src/posts/post.ts';
import {
  type Describe,
  definedTerms,
  faqPage,
  orderedSteps,
  platformOffers,
} from '../src/ui/page-graph.ts';
import { pageMeta } from '../src/ui/seo.ts';
import { aPost } from './a-post.ts';

const PUBLIC_URL = 'https://site.test';

// biome-ignore lint/suspicious/noExplicitAny: search engines read it without a schema, too
type Data = any;

/** The nodes of a rendered page's graph, by type. */
function graphOf(seo: PageSeo, contents: readonly Describe[] = []): Record<string, Data> {
  const html = renderHead(seo, contents);
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(scripts).toHaveLength(1);
  const data = JSON.parse(scripts[0]?.[1] ?? '');
  expect(data['@context']).toBe('https://schema.org');
  return Object.fromEntries(data['@graph'].map((node: Data) => [node['@type'], node]));
}

function renderHead(seo: PageSeo, contents: readonly Describe[]): string {
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: Meta,
      meta: () => pageMeta(seo, { publicUrl: PUBLIC_URL, jsonLd: contents }),
    },
  ]);
  return renderToString(<Stub />);
}

const post = aPost({
  description: 'What it says',
  date: '2026-02-01T00:00:00.000Z',
  updated_at: '2026-02-03T00:00:00.000Z',
  readingTime: 7,
  tags: ['Assays', 'Data'],
  author: 'Ligara AI',
  references: [
    { title: 'A paper', url: 'https://doi.org/10.1/a', description: '', type: 'research paper' },
    { title: '', url: 'https://site.example/', description: '', type: 'website' },
  ],
});

const postSeo = (title: string): PageSeo => ({
  title: `${title} | Ligara`,
  description: 'What it says',
  keywords: [],
  canonical: '/blog/a-post',
});

describe('what machines learn of the company', () => {
  it('is its name, its founding year, its country, and where to read on', () => {
    const { Organization, WebSite } = graphOf(privacy);
    expect(Organization).toMatchObject({
      '@id': 'https://site.test/#organization',
      name: 'Ligara',
      url: 'https://site.test/',
      foundingDate: '2024',
      address: { addressCountry: 'US' },
    });
    expect(Organization.subjectOf.map(({ url }: Data) => url)).toEqual([
      'https://site.test/platform',
      'https://site.test/pipeline',
      'https://site.test/purpose',
    ]);
    expect(WebSite.publisher).toEqual({ '@id': Organization['@id'] });
  });
});

describe('the way to a page, as search results show it', () => {
  it('leads from the home page, which needs none itself', () => {
    expect(graphOf(privacy).BreadcrumbList.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://site.test/' },
      {
        '@type': 'ListItem',
        position: 2,
        name: 'Privacy Policy',
        item: 'https://site.test/privacy-policy',
      },
    ]);
    expect(graphOf(home.seo)).not.toHaveProperty('BreadcrumbList');
  });

  it('passes through the blog to a post', () => {
    const { itemListElement } = graphOf(postSeo('A post')).BreadcrumbList;
    expect(itemListElement.map(({ name, item }: Data) => [name, item])).toEqual([
      ['Home', 'https://site.test/'],
      ['Blog', 'https://site.test/blog'],
      ['A post', 'https://site.test/blog/a-post'],
    ]);
  });
});

describe('what machines learn of a page', () => {
  it.each([
    { page: 'home', seo: home.seo, faq: home.faq },
    { page: 'platform', seo: platform.seo, faq: platform.faq },
  ])('holds every question and answer of the FAQ: $page', ({ seo, faq }) => {
    const { mainEntity } = graphOf(seo, [faqPage(faq)]).FAQPage;
    expect(mainEntity).toHaveLength(faq.length);
    expect(mainEntity[0]).toEqual({
      '@type': 'Question',
      name: faq[0]?.question,
      acceptedAnswer: { '@type': 'Answer', text: faq[0]?.answer },
    });
  });

  it('holds the seven steps of the pipeline in their order', () => {
    const { ItemList } = graphOf(pipeline.seo, [orderedSteps('Steps', pipeline.structuredSteps())]);
    expect(ItemList.numberOfItems).toBe(7);
    expect(
      ItemList.itemListElement.map(({ position, name }: Data) => `${position} ${name}`),
    ).toEqual([
      '1 Target triage',
      '2 Virtual screening and prioritization',
      '3 Toxicity triage',
      '4 Selectivity analysis',
      '5 Downstream omics and pathway impact',
      '6 Generative design to spec',
      '7 Wet lab feedback loop',
    ]);
  });

  it('offers each plan at 0 USD, which means: contact us', () => {
    const node = graphOf(platform.seo, [platformOffers]);
    const offers = node.SoftwareApplication.offers;
    expect(offers.map(({ name }: Data) => name)).toEqual(['Starter Lab', 'Enterprise']);
    for (const each of offers) {
      expect(each).toMatchObject({
        '@type': 'Offer',
        price: '0',
        priceCurrency: 'USD',
        description: 'Contact for demo',
        url: 'https://site.test/platform#pricing',
      });
    }
  });

  it('defines every term of the glossary', () => {
    const { DefinedTermSet } = graphOf(glossary.seo, [
      definedTerms('Terms', glossary.glossaryTerms),
    ]);
    expect(DefinedTermSet.hasDefinedTerm).toHaveLength(15);
    for (const term of DefinedTermSet.hasDefinedTerm) {
      expect(term).toMatchObject({
        name: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
        inDefinedTermSet: DefinedTermSet['@id'],
      });
    }
  });
});

describe('what machines learn of authors', () => {
  const ada = {
    ...{ slug: 'ada-berg', kind: 'person' as const, name: 'Ada Berg', familyName: '' },
    ...{ orcid: 'https://orcid.org/0000-0002-1825-0097', affiliation: 'A Lab' },
  };
  const id = 'https://site.test/authors/ada-berg#author';

  it('tells the person of an ORCID iD in a byline, and the affiliation', () => {
    const named = { ...post, author: 'Ada Berg, Ligara AI', authors: [ada] };
    const { BlogPosting } = graphOf(postSeo('A post'), [blogPosting(named)]);
    expect(BlogPosting.author).toEqual([
      {
        '@type': 'Person',
        '@id': id,
        name: 'Ada Berg',
        url: 'https://site.test/authors/ada-berg',
        sameAs: ada.orcid,
        affiliation: { '@type': 'Organization', name: 'A Lab' },
      },
      { '@type': 'Organization', name: 'Ligara AI', url: 'https://site.test/' },
    ]);
  });

  it('has the page of an author as a profile, below the home page', () => {
    const author = {
      ...{ ...ada, id: 'a', version: 1, updatedAt: '2026-02-01T00:00:00.000Z' },
      ...{ biography: 'Measures.', picture: '/images/a.png', link: 'https://ada.example/' },
    };
    const seo = { ...privacy, title: 'Ada Berg | Ligara', canonical: '/authors/ada-berg' };
    const { ProfilePage, BreadcrumbList } = graphOf(seo, [profilePage(author)]);
    expect(ProfilePage.mainEntity).toMatchObject({
      ...{ '@type': 'Person', '@id': id, description: 'Measures.' },
      sameAs: [ada.orcid, 'https://ada.example/'],
      image: 'https://site.test/images/a.png',
    });
    expect(BreadcrumbList.itemListElement.map(({ item }: Data) => item)).toEqual([
      'https://site.test/',
      'https://site.test/authors/ada-berg',
    ]);
  });
});

describe('what machines learn of a post', () => {
  it('has every field that search engines require, and its citations', () => {
    const { BlogPosting } = graphOf(postSeo('A post'), [blogPosting(post)]);
    expect(BlogPosting).toMatchObject({
      headline: 'A post',
      url: 'https://site.test/blog/a-post',
      image: expect.stringMatching(
        /^https:\/\/site\.test\/blog\/a-post\/share\.png\?v=[0-9a-f]{8}$/,
      ),
      datePublished: '2026-02-01T00:00:00.000Z',
      dateModified: '2026-02-03T00:00:00.000Z',
      author: { '@type': 'Organization', name: 'Ligara AI', url: 'https://site.test/' },
      publisher: { '@id': 'https://site.test/#organization' },
      keywords: ['Assays', 'Data'],
      timeRequired: 'PT7M',
    });
    expect(BlogPosting.citation).toEqual([
      { '@type': 'ScholarlyArticle', name: 'A paper', url: 'https://doi.org/10.1/a' },
      { '@type': 'WebPage', url: 'https://site.example/' },
    ]);
  });

  it('says who wrote what it cites, and when, and that it is research where it is marked so', () => {
    const references: Post['references'] = [
      {
        title: 'A paper',
        url: 'https://doi.org/10.1/a',
        description: '',
        type: 'research paper',
        csl: {
          type: 'article-journal',
          author: [
            { family: 'Berg', given: 'Anna', 'non-dropping-particle': 'van den' },
            { literal: 'The Consortium' },
            { literal: 'others' },
          ],
          issued: { 'date-parts': [[2020, 3]] },
        },
      },
    ];
    const research = { ...post, references, isResearch: true };
    const { ScholarlyArticle } = graphOf(postSeo('A post'), [blogPosting(research)]);
    expect(ScholarlyArticle.citation).toEqual([
      {
        '@type': 'ScholarlyArticle',
        name: 'A paper',
        url: 'https://doi.org/10.1/a',
        author: [
          { '@type': 'Person', name: 'Anna van den Berg' },
          { '@type': 'Organization', name: 'The Consortium' },
        ],
        datePublished: '2020-03',
      },
    ]);
  });

  it('has no modification date before its publication, and calls a person who wrote it a person', () => {
    const scheduled = { ...post, updated_at: '2026-01-15T00:00:00.000Z', author: 'A. B.' };
    const { BlogPosting } = graphOf(postSeo('A post'), [blogPosting(scheduled)]);
    expect(BlogPosting.dateModified).toBe(post.date);
    expect(BlogPosting.author).toEqual({ '@type': 'Person', name: 'A. B.' });
  });

  it('cannot end its script and begin another', () => {
    const title = '</script><script>alert(1)</script><!-- & \u2028';
    const html = renderHead(postSeo(title), [blogPosting({ ...post, title, tags: [title] })]);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<\/script/g)).toHaveLength(1);
    expect(html).not.toContain('<!--');
    expect(graphOf(postSeo(title), [blogPosting({ ...post, title })]).BlogPosting.headline).toBe(
      title,
    );
  });
});
