import { expect, test } from 'vitest';
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

const pages = {
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

test.each([
  ['is hosted in the cloud', 'Home', /cloud-hosted.*research labs and enterprise R&D teams/],
  ['begins with two areas of disease', 'Home', /oncology and neurodegenerative disease/i],
  ['announces what follows', 'Pipeline', /Coming Soon\nMetabolic disorders and rare diseases/],
  ['predicts binding and activity', 'Platform', /ligand binding and activity \(IC50, EC50, Ki\)/],
  ['predicts cytotoxicity', 'Platform', /cytotoxicity against normal and tumour cells/],
  ['predicts omics shifts', 'Platform', /downstream omics shifts/],
  [
    'attaches uncertainty and checks',
    'Platform',
    /will attach an uncertainty estimate and an out-of-distribution check/,
  ],
  [
    'designs under six kinds of constraint',
    'Platform',
    /potency, logP, TPSA, structural alerts, synthetic accessibility score and predicted liabilities/,
  ],
  ['bans motifs and favours chemotypes', 'Platform', /Hard-ban motifs.*bias toward chemotypes/],
  [
    'logs what made a result',
    'Platform',
    /Reproducibility Hub\n.*datasets, parameters, model versions and QC/,
  ],
  ['learns from the wet lab', 'Platform', /results will come back and feed continuous learning/],
] as const)('what it does is said in full: it %s, on %s', (_, page, words) => {
  expect(textOf(pages[page])).toMatch(words);
});

test.each([
  [0, 'Binding-affinity prediction', /IC50, EC50, Ki/],
  [1, 'Generative AI drug design', /optimising potency, selectivity and safety/],
  [2, 'Lab-ready AI for universities', /laboratory/],
])('feature number %i is %s', (place, title, words) => {
  const card = home.features.cards[place];
  expect([card?.title, card?.description]).toEqual([title, expect.stringMatching(words)]);
});

test.each([
  ['the cost per drug of Purpose', /\$2\.23B/, 'Purpose'],
  ['the cost per drug of Home', /\$2\.6B/, 'Home'],
  ['the success rate', /7\.9%/, 'Purpose'],
  ['the timeline of Purpose', /10[–-]12 years/, 'Purpose'],
  ['the timeline of Home', /\b15 years/, 'Home'],
  ['the timeline for investors', /15[–-]20 years/, 'Investors, Investor landing'],
  ['the timeline hoped for', /\b5[–-]7\b/, 'Investors, Investor landing'],
  ['the failure rate', /About 90%/, 'Home, Purpose, Investor landing'],
  ['the market of AI today', /\$6\.9B/, 'Investors'],
  ['the market of AI to come', /\$71B/, 'Investors'],
  ['the growth of that market', /28\.1%/, 'Investors'],
  ['the wider market', /\$350B/, 'Investor landing'],
  ['the growth of the wider market', /8\.2%/, 'Investor landing'],
  ['the date of the Series A for investors', /Q3 2026 to Q1 2027/, 'Investors'],
  ['the date of the Series A on the landing page', /Series A, planned Q4 2025/, 'Investor landing'],
])('%s (%s) is on its own pages and on no other', (_, figure, names) => {
  expect(pagesThatSay(figure)).toBe(names);
});

test.each([
  ['uptime', /99\.9%/, 'Platform'],
  ['molecules', /10M\+/, 'Platform'],
  ['pharma customers to win', /500\+/, 'Investors, Investor landing'],
  ['laboratories to win', /1000\+/, 'Investors, Investor landing'],
  ['the revenue to reach', /\$500K/, 'Investors, Investor landing'],
  ['an answer to a message', /within 24 hours/, 'Contact'],
  ['a demo', /response within two business days/, 'Home, Platform, Contact'],
  ['the length of a demo', /30-minute/, 'Home, Contact'],
  ['the cost of a candidate', /sub-\$1M/i, 'Purpose, Pipeline, Investor landing'],
  ['the time to a candidate', /12-month/, 'Purpose, Pipeline, Investor landing'],
  ['the deletion of data', /within 30 days/, 'Privacy, Terms, Compliance'],
  ['the age of users', /18 or older/, 'Terms'],
])('%s (%s) is promised where it is meant, in the same words', (_, figure, names) => {
  expect(pagesThatSay(figure)).toBe(names);
});

test('the same figure is not written in two ways', () => {
  const written = (figure: RegExp) => [...new Set(textOf(pages).match(figure))].sort().join(', ');
  expect(written(/\d+ ?[kK]\+? compounds/g)).toBe('100K compounds');
  expect(written(/\b\d+-minute/g)).toBe('30-minute');
  expect(written(/within (?:24|48|\w+) (?:hours|business days)/g)).toBe(
    'within 24 hours, within two business days',
  );
  expect(written(/Q\d 20\d\d/g)).toBe('Q1 2027, Q2 2026, Q3 2026, Q4 2025');
});
