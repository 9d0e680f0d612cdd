import { readFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { createRoutesStub, Meta } from 'react-router';
import { expect, it } from 'vitest';
import * as glossary from '../src/content/glossary.ts';
import * as home from '../src/content/home.ts';
import type { PageSeo } from '../src/content/page-seo.ts';
import * as pipeline from '../src/content/pipeline.ts';
import * as platform from '../src/content/platform.ts';
import { seo as privacy } from '../src/content/privacy.ts';
import { blogPosting, profilePage } from '../src/posts/pages/metadata.ts';
import {
  type Describe,
  definedTerms,
  faqPage,
  orderedSteps,
  platformOffers,
} from '../src/ui/page-graph.ts';
import { pageMeta } from '../src/ui/seo.ts';
import { aPost } from './a-post.ts';
import { readTable } from './read-table.ts';

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
  expect([...within(data['@graph'])].flatMap(missingIn)).toEqual([]);
  return Object.fromEntries(data['@graph'].map((node: Data) => [node['@type'], node]));
}

const EXPECTED = new Map(
  readTable(new URL('structured-data.tsv', import.meta.url)).map(([type = '', properties = '']) => [
    type,
    properties.split(' '),
  ]),
);

/** A value and every object and list within it, but for persons and groups, who may have no URL. */
function* within(value: Data): Generator<Data> {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  const { author: _, affiliation: __, ...parts } = value;
  for (const part of Object.values(parts)) yield* within(part);
}

/** What search engines want of a part that lacks it. */
function missingIn(part: Data): string[] {
  const isPublisher = String(part['@id']).endsWith('#organization') && 'name' in part;
  return (EXPECTED.get(isPublisher ? 'publisher' : part['@type']) ?? [])
    .filter((property) => [undefined, ''].includes(part[property]) || part[property].length === 0)
    .map((property) => `${part['@type']} lacks ${property}`);
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

const INPUT = JSON.parse(readFileSync('test/structured-data-input.json', 'utf8'));
const post = aPost(INPUT.post);
const ADA = INPUT.author;
const PROFILE = { ...ADA, ...INPUT.profile };

const postSeo = (title: string): PageSeo => ({
  title: `${title} | Ligara`,
  description: 'What it says',
  keywords: [],
  canonical: '/blog/a-post',
});

const NODES: Record<string, Record<string, Data>> = JSON.parse(
  readFileSync('test/structured-data.json', 'utf8'),
);
/** What is shown for each of them, in their order. */
const SHOWN: [seo: PageSeo, ...contents: Describe[]][] = [
  [privacy],
  [privacy],
  [postSeo('A post')],
  [pipeline.seo, orderedSteps('Steps', pipeline.structuredSteps())],
  [platform.seo, platformOffers],
  [postSeo('A post'), blogPosting({ ...post, author: 'Ada Berg, Ligara AI', authors: [ADA] })],
  [
    { ...privacy, title: 'Ada Berg | Ligara', canonical: '/authors/ada-berg' },
    profilePage(PROFILE),
  ],
  [postSeo('A post'), blogPosting(post)],
  [postSeo('A post'), blogPosting({ ...post, references: [INPUT.paper], isResearch: true })],
  [
    postSeo('A post'),
    blogPosting({ ...post, updated_at: '2026-01-15T00:00:00.000Z', author: 'A. B.' }),
  ],
];

it.each(Object.entries(NODES).map(([told, nodes], index) => [told, nodes, SHOWN[index]] as const))(
  'machines are told %s',
  (_, nodes, [seo, ...contents] = [privacy]) => {
    expect(graphOf(seo, contents)).toMatchObject(nodes);
  },
);

it.each([home, platform])('machines are told every question and answer of a page', (page) => {
  const { mainEntity } = graphOf(page.seo, [faqPage(page.faq)]).FAQPage;
  expect(mainEntity).toHaveLength(page.faq.length);
  expect(mainEntity[0]).toEqual({
    '@type': 'Question',
    name: page.faq[0]?.question,
    acceptedAnswer: { '@type': 'Answer', text: page.faq[0]?.answer },
  });
});

it('machines are told every term of the glossary, no way to the home page, and the picture of a post', () => {
  const terms = definedTerms('Terms', glossary.glossaryTerms);
  const { DefinedTermSet } = graphOf(glossary.seo, [terms]);
  expect(DefinedTermSet.hasDefinedTerm).toHaveLength(15);
  expect(graphOf(home.seo)).not.toHaveProperty('BreadcrumbList');
  const { image } = graphOf(postSeo('A post'), [blogPosting(post)]).BlogPosting;
  expect(image).toMatch(/^https:\/\/site\.test\/blog\/a-post\/share\.png\?v=[0-9a-f]{8}$/);
});

it('what machines are told cannot end its script and begin another', () => {
  const title = '</script><script>alert(1)</script><!-- & \u2028';
  const html = renderHead(postSeo(title), [blogPosting({ ...post, title, tags: [title] })]);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html.match(/<\/script/g)).toHaveLength(1);
  expect(html).not.toContain('<!--');
  const { headline } = graphOf(postSeo(title), [blogPosting({ ...post, title })]).BlogPosting;
  expect(headline).toBe(title);
});
