import { expect } from '@playwright/test';
import * as blog from '../../src/content/blog.ts';
import * as compliance from '../../src/content/compliance.ts';
import * as contact from '../../src/content/contact.ts';
import * as glossary from '../../src/content/glossary.ts';
import * as home from '../../src/content/home.ts';
import * as investorOpportunity from '../../src/content/investor-opportunity.ts';
import * as investors from '../../src/content/investors.ts';
import { lastUpdated } from '../../src/content/legal.ts';
import * as newsletter from '../../src/content/newsletter.ts';
import * as pipeline from '../../src/content/pipeline.ts';
import * as platform from '../../src/content/platform.ts';
import * as privacy from '../../src/content/privacy.ts';
import * as purpose from '../../src/content/purpose.ts';
import * as team from '../../src/content/team.ts';
import * as terms from '../../src/content/terms.ts';
import { readTable } from '../read-table.ts';
import { test } from './page-test.ts';
import { attributeOf, elementsOf, serverPage, textIn } from './server-page.ts';

/** Fields that are no words: URLs, names of pictures, anchors, values of controls. */
const NO_WORDS = new Set(
  `seo id icon href image linkedin type name value status kind autoComplete price priceCurrency to
   language molecule figure unit explainedBy`.split(/\s+/),
);

/** What each page says, without what only some readers or some moments see. */
const PAGES: Record<string, unknown> = {
  '/': { ...home, demo: { ...home.demo, labels: null } },
  '/purpose': purpose,
  '/platform': {
    ...platform,
    offer: null,
    liveWaitlist: null,
    waitlist: {
      ...platform.waitlist,
      draft: null,
      close: null,
    },
  },
  '/pipeline': {
    ...pipeline,
    structuredSteps: null,
    backToTop: null,
    therapeuticAreas: {
      ...pipeline.therapeuticAreas,
      labels: { ...pipeline.therapeuticAreas.labels, collapse: null },
    },
  },
  '/teams': {
    ...team,
    // The full biography stands for it.
    founders: team.founders.members.map((member) => ({ ...member, bio: null })),
  },
  '/investors': {
    ...investors,
    partner: {
      ...investors.partner,
      acknowledgement: null,
      liveAcknowledgement: null,
      submitting: null,
    },
    funding: { ...investors.funding, statusLabels: null },
  },
  '/investor-opportunity': investorOpportunity,
  '/newsletter': {
    ...newsletter,
    thankYou: null,
    liveThankYou: null,
    failures: null,
    confirmation: null,
    unsubscription: null,
    form: { ...newsletter.form, email: newsletter.form.email.label, submitting: null },
  },
  '/contact': {
    hero: contact.hero,
    form: { ...contact.form, submitting: null },
    types: contact.requestTypes.map(({ label }) => label),
    direct: contact.direct,
  },
  '/contact?type=demo': contact.whatToExpect,
  '/blog': { title: blog.list.title, lead: blog.list.lead },
  '/glossary': {
    ...glossary,
    search: { ...glossary.search, placeholder: null, clear: null, results: null, empty: null },
  },
  '/glossary?q=no-such-word': glossary.search.empty,
  '/privacy-policy': { ...privacy, lastUpdated },
  '/terms-of-service': { ...terms, lastUpdated },
  '/compliance': { ...compliance, lastUpdated },
};

/** Every text of some content, with the names and figures that stand on cards; no templates. */
function wordsOf(content: unknown): string[] {
  if (typeof content === 'string') return /\{\w+\}/.test(content) ? [] : [content];
  if (content === null || typeof content !== 'object') return [];
  return Object.entries(content).flatMap(([field, value]) =>
    NO_WORDS.has(field) && !isShown(field, value) ? [] : wordsOf(value),
  );
}

/** Names and values are shown where they begin as a title or a figure does. */
function isShown(field: string, value: unknown): boolean {
  return ['name', 'value', 'status'].includes(field) && /^[A-Z$\d]/.test(String(value));
}

test('words: each page says all of its content and leads its reader on', async ({ request }) => {
  await test.step('a reader of each page reads all that was written for it, before any script runs', async () => {
    for (const [path, content] of Object.entries(PAGES)) {
      const page = await serverPage(request, path);
      const shown = textIn(page.elements('main')[0]);
      const words = wordsOf(content).map((text) => text.replaceAll(/\s+/g, ' ').trim());
      expect(words.length, path).toBeGreaterThan(1);
      expect
        .soft(
          words.filter((text) => !shown.includes(text)),
          path,
        )
        .toEqual([]);
    }
  });
  await test.step('a reader is led on from each page', async () => {
    for (const [path = '', ways = ''] of readTable(new URL('ways-on.tsv', import.meta.url))) {
      const [main] = (await serverPage(request, path)).elements('main');
      const links = main && elementsOf(main, 'a').map((link) => attributeOf(link, 'href'));
      expect.soft(links, path).toEqual(expect.arrayContaining(ways.split(' ')));
    }
  });
  await test.step('Home and Purpose are told in their parts', async () => {
    for (const [path, parts] of [
      [
        '/',
        [home.features, home.demo, home.howItWorks, home.demoCallToAction, home.problem].map(
          ({ title }) => title,
        ),
      ],
      [
        '/purpose',
        [
          'Mission',
          'Vision',
          'The size of the problem',
          'Why Ligara',
          'Our approach',
          'Where we are going',
          'What we value',
          'Responsible AI',
          'Follow the work',
        ],
      ],
    ] as const) {
      const page = await serverPage(request, path);
      expect(page.elements('h2').map(textIn), path).toEqual(expect.arrayContaining([...parts]));
    }
  });
});
