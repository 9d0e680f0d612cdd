import { expect, test } from 'vitest';
import { readTable } from '../../test/read-table.ts';
import * as compliance from './compliance.ts';
import * as contact from './contact.ts';
import * as home from './home.ts';
import * as investorOpportunity from './investor-opportunity.ts';
import * as investors from './investors.ts';
import * as newsletter from './newsletter.ts';
import * as pipeline from './pipeline.ts';
import * as platform from './platform.ts';
import * as privacy from './privacy.ts';
import * as purpose from './purpose.ts';
import * as terms from './terms.ts';

const pages: Record<string, object> = {
  Home: home,
  Purpose: purpose,
  Platform: platform,
  Pipeline: pipeline,
  Investors: investors,
  'Investor landing': investorOpportunity,
  Newsletter: newsletter,
  Contact: contact,
  Privacy: privacy,
  Terms: terms,
  Compliance: compliance,
};

/** All texts of a page, concatenated. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === null || typeof content !== 'object') return '';
  return Object.values(content).map(textOf).join('\n');
}

/** The pages whose text matches. */
function pagesThatSay(words: RegExp): string {
  const saying = Object.entries(pages).filter(([, content]) => words.test(textOf(content)));
  return saying.map(([name]) => name).join(', ');
}

test.each(readTable(new URL('abilities.tsv', import.meta.url)))(
  'what it does is said in full: it %s, on %s',
  (_, page, words) => {
    expect(textOf(pages[page])).toMatch(new RegExp(words));
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
