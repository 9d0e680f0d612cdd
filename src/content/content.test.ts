import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readTable } from '../../test/read-table.ts';
import * as blog from './blog.ts';
import * as compliance from './compliance.ts';
import * as contact from './contact.ts';
import * as faq from './faq.ts';
import * as glossary from './glossary.ts';
import * as home from './home.ts';
import * as inquiryErrors from './inquiry-errors.ts';
import * as investorOpportunity from './investor-opportunity.ts';
import * as investors from './investors.ts';
import * as legal from './legal.ts';
import * as navigation from './navigation.ts';
import * as newsletter from './newsletter.ts';
import * as pipeline from './pipeline.ts';
import * as platform from './platform.ts';
import * as privacy from './privacy.ts';
import * as purpose from './purpose.ts';
import { retention } from './retention.ts';
import * as identity from './site.ts';
import { etymology, site } from './site.ts';
import * as team from './team.ts';
import * as terms from './terms.ts';

const pages = {
  home,
  purpose,
  platform,
  pipeline,
  team,
  investors,
  investorOpportunity,
  newsletter,
  contact,
  blog,
  glossary,
  privacy,
  terms,
  compliance,
};

const others = { faq, inquiryErrors, legal, navigation, site: identity };

/** Every string anywhere in `value`. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(stringsIn);
}

/** What stands at a path, in which `*` is each item and a comma parts the fields of one. */
function textAt(value: unknown, [key, ...rest]: string[]): string {
  // What is not required leaves it out.
  if (key === undefined)
    return [value === undefined ? false : value].flat().map(String).join(' | ');
  const fieldOf = (name: string) => textAt(Object(value)[name], rest);
  if (key !== '*') return key.split(',').map(fieldOf).join(': ');
  return Object.keys(Object(value)).map(fieldOf).join(' | ');
}

describe('the company can be renamed in one file', () => {
  const directory = new URL('./', import.meta.url);
  const files = readdirSync(directory).filter((name) => name.endsWith('.ts') && name !== 'site.ts');
  const brand = [site.name, site.domain, etymology.root].map((word) => word.toLowerCase());

  test.each(files)('%s takes the name from site.ts', (file) => {
    const source = readFileSync(new URL(file, directory), 'utf8').toLowerCase();
    expect(brand.filter((word) => source.includes(word))).toEqual([]);
  });

  test('the author, the emails and the site follow the name and the domain', () => {
    expect(site.aiAuthor).toBe(`${site.name} AI`);
    for (const [box, address] of Object.entries(site.email)) {
      expect(address).toBe(`${box}@${site.domain}`);
    }
    expect(site.url).toBe(`https://${site.domain}`);
  });
});

describe('what search engines and shared links say', () => {
  test.each(Object.entries(pages))(
    '%s has a title, description and keywords of its own',
    (name, { seo }) => {
      const others = Object.entries(pages).filter(([other]) => other !== name);
      expect(others.map(([, page]) => page.seo.title)).not.toContain(seo.title);
      expect(others.map(([, page]) => page.seo.description)).not.toContain(seo.description);
      expect(seo.description.length).toBeGreaterThanOrEqual(70);
      expect(seo.description.length).toBeLessThanOrEqual(160);
      expect(seo.title.length).toBeLessThanOrEqual(65);
      expect(seo.keywords.split(', ').length).toBeGreaterThan(2);
    },
  );

  test('no link leads to a path that does not exist', () => {
    const known = new Set(Object.values(pages).map(({ seo }) => seo.canonical));
    const anchors = new Set([investors.roadmap.id, investors.partner.id, platform.pricing.id]);
    const broken = stringsIn(pages)
      .filter((text) => /^[/#][a-z]/.test(text) && !text.startsWith('/images/'))
      .filter((href) =>
        href.startsWith('#')
          ? !anchors.has(href.slice(1))
          : !known.has(href.replace(/[?#].*$/, '')),
      );
    expect(broken).toEqual([]);
  });
});

test.each(readTable(new URL('specified.tsv', import.meta.url)))(
  '%s says what is specified: %s is %s',
  (name = '', path = '', expected = '') => {
    const modules: Record<string, unknown> = { ...pages, ...others };
    const text = textAt(modules[name], path.split('.'));
    if (expected.startsWith('…')) expect(text).toContain(expected.slice(1, -1));
    else expect(text, 'specified.tsv says otherwise').toBe(expected);
  },
);

test('the people are marked as a sample, and differ', () => {
  const [firstLine] = readFileSync(new URL('./team.ts', import.meta.url), 'utf8').split('\n');
  expect(firstLine).toMatch(/^\/\/ Sample content, to be replaced/);
  const people = [...team.founders.members, ...team.advisoryBoard.advisors];
  expect(new Set(people.map(({ id }) => id)).size).toBe(14);
  for (const { id, image, linkedin } of people) {
    expect([image, linkedin]).toEqual([`/images/portraits/${id}.svg`, null]);
  }
});

test('nothing is called validated, sent or received that is not', () => {
  for (const { footnote } of platform.figures) expect(footnote).toMatch(/[Nn]ot a /);
  expect(platform.waitlist.draft.to).toBe(site.email.info);
  expect(JSON.stringify(investors.partner.acknowledgement)).not.toMatch(/sent|received/i);
});

test('retention periods are kept as their words say', () => {
  const days: Record<string, number> = { '24 hours': 1, '30 days': 30, '24 months': 730 };
  for (const [name, period] of Object.entries(retention)) {
    expect([name, period.days]).toEqual([name, days[period.label]]);
  }
  expect(retention.inquiries.label).toBe('24 months');
});

test('every quoted figure says what it measures, under an anchor of its own', () => {
  for (const statistics of [
    home.problem.statistics,
    purpose.challenge.statistics,
    platform.figures,
    [...investors.market.metrics, ...investors.targets.statistics],
    investorOpportunity.market.statistics,
  ]) {
    expect(new Set(statistics.map(({ id }) => id)).size).toBe(statistics.length);
    for (const { footnote } of statistics) expect(footnote.length).toBeGreaterThan(20);
  }
});

test('the glossary is as specified: fifteen terms in six categories, and its empty result', () => {
  const { glossaryTerms, glossaryCategories } = glossary;
  const names = glossaryTerms.map(({ term }) => term);
  expect(new Set(names).size).toBe(15);
  const used = new Set(glossaryTerms.map(({ category }) => category));
  expect(used).toEqual(new Set(glossaryCategories));
  for (const { term, relatedTerms } of glossaryTerms) {
    expect(relatedTerms.length, term).toBeGreaterThan(0);
    for (const related of relatedTerms) {
      expect(
        names.filter((name) => name !== term),
        term,
      ).toContain(related);
    }
  }
  for (const category of glossaryCategories) {
    const found = glossaryTerms.filter(({ term, definition, category: other }) =>
      [term, definition, other].join('\n').toLowerCase().includes(category.toLowerCase()),
    );
    expect(found).toEqual(glossaryTerms.filter((entry) => entry.category === category));
  }
  expect(glossary.search.empty.hint).toMatch(/try different terms/i);
});

const textOf = (content: unknown) => stringsIn(content).join('\n');

/** The pages whose text matches. */
function pagesThatSay(words: RegExp): string {
  const saying = Object.entries(pages).filter(([, content]) => words.test(textOf(content)));
  return saying.map(([name]) => name).join(', ');
}

test.each(readTable(new URL('abilities.tsv', import.meta.url)))(
  'what it does is said in full: it %s, on %s',
  (_, page, words) => {
    expect(textOf(pages[page as keyof typeof pages])).toMatch(new RegExp(words));
  },
);

test.each([
  [0, 'Binding-affinity prediction', /IC50, EC50, Ki/],
  [1, 'Generative AI drug design', /optimising potency, selectivity and safety/],
  [2, 'Lab-ready AI for universities', /laboratory/],
])('feature number %i is %s', (place, title, words) => {
  const card = home.features.cards[place];
  expect([card?.title, card?.description]).toEqual([title, expect.stringMatching(words)]);
});

test.each(readTable(new URL('own-figures.tsv', import.meta.url)))(
  '%s (%s) is on its own pages and on no other',
  (_, figure, names) => {
    expect(pagesThatSay(new RegExp(figure))).toBe(names);
  },
);

test.each(readTable(new URL('promised-figures.tsv', import.meta.url)))(
  '%s (%s) is promised where it is meant, in the same words',
  (_, figure, names) => {
    expect(pagesThatSay(new RegExp(figure))).toBe(names);
  },
);

test('the same figure is not written in two ways', () => {
  const written = (figure: RegExp) => [...new Set(textOf(pages).match(figure))].sort().join(', ');
  expect(written(/\d+ ?[kK]\+? compounds/g)).toBe('100K compounds');
  expect(written(/\b\d+-minute/g)).toBe('30-minute');
  expect(written(/within (?:24|48|\w+) (?:hours|business days)/g)).toBe(
    'within 24 hours, within two business days',
  );
  expect(written(/Q\d 20\d\d/g)).toBe('Q1 2027, Q2 2026, Q3 2026, Q4 2025');
});

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) ? value.length === 0 : typeof value !== 'number';
}

test.each(readTable(new URL('entities.tsv', import.meta.url)))(
  'each %s has all of its fields: %s',
  (_, place = '', fields = '') => {
    const [module = '', ...keys] = place.split(/[ .]/);
    const modules: Record<string, unknown> = { ...pages, ...others };
    const items = keys.reduce((value, key) => Object(value)[key], modules[module]) as object[];
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) {
      const values = new Map<string, unknown>(Object.entries(item));
      expect(fields.split(' ').filter((field) => isEmpty(values.get(field)))).toEqual([]);
    }
  },
);
