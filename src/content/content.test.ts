import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as blog from './blog.ts';
import * as compliance from './compliance.ts';
import * as contact from './contact.ts';
import { faqDefaultTitle } from './faq.ts';
import * as glossary from './glossary.ts';
import * as home from './home.ts';
import { inquiryErrors } from './inquiry-errors.ts';
import * as investorOpportunity from './investor-opportunity.ts';
import * as investors from './investors.ts';
import { lastUpdated } from './legal.ts';
import {
  footerCompany,
  footerLegal,
  headerNavigation,
  mobileNavigationExtra,
} from './navigation.ts';
import * as newsletter from './newsletter.ts';
import * as pipeline from './pipeline.ts';
import * as platform from './platform.ts';
import * as privacy from './privacy.ts';
import * as purpose from './purpose.ts';
import { retention } from './retention.ts';
import { etymology, site, siteMetadata } from './site.ts';
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

/** Every string anywhere in `value`. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(stringsIn);
}

/** What is read of each item, in one line. */
function each<Item>(items: readonly Item[], read: (item: Item) => unknown): string {
  return items.map((item) => [read(item)].flat().join(': ')).join(' | ');
}
const titles = (items: readonly { title: string }[]) => each(items, ({ title }) => title);
const fields = (items: readonly { name: string; required: boolean }[]) =>
  each(items, ({ name, required }) => (required ? `${name}*` : name));
const figures = (statistics: readonly { value: string; label: string }[]) =>
  each(statistics, ({ value, label }) => `${value} ${label}`);

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

describe('who we are', () => {
  test('tagline, disclaimer, places and years are as specified', () => {
    expect(site.tagline).toBe('Transforming Molecules into Medicines.');
    expect(site.disclaimer).toBe(
      'Outputs are for research use only and are not validated for clinical diagnosis or therapeutic decision-making.',
    );
    const location = { footer: 'Gold Coast, QLD, 4215', headquarters: 'Gold Coast, Australia' };
    expect(site.location).toEqual(location);
    expect([siteMetadata.foundingYear, siteMetadata.country]).toEqual([2024, 'US']);
    expect(siteMetadata.structuredDataLinks).toEqual(['/platform', '/pipeline', '/purpose']);
  });

  test('a reader finds every page from the header and the footer', () => {
    const hrefs = (links: readonly { href: string | null }[]) =>
      links.map(({ href }) => `${href}`).join(' ');
    expect(hrefs(headerNavigation)).toBe('/platform /pipeline /purpose /teams /investors');
    expect(hrefs(mobileNavigationExtra)).toBe('/glossary');
    expect(hrefs(footerCompany.links)).toBe('/platform /pipeline /teams /investors /blog null');
    expect(footerCompany.links.at(-1)?.name).toBe('Careers');
    expect(hrefs(footerLegal.links)).toBe('/privacy-policy /terms-of-service /compliance /contact');
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
      expect(seo.keywords.length).toBeGreaterThan(2);
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

test('Home says what is specified: demo, how it works, features, questions, problem', () => {
  expect(each(home.demo.steps, ({ id, name, duration }) => [id, name, duration])).toBe(
    'molecule: Molecular Input: 2000 | processing: AI Processing: 3000 | predictions: Predictions: 2000 | optimization: Optimization: 3000 | result: AI-Designed Drug: 2000',
  );
  expect(each(home.demo.predictions, ({ name, value }) => [name, value])).toBe(
    'Efficacy: 0.85 | Safety: 0.72 | Bioavailability: 0.91',
  );
  expect(titles(home.howItWorks.steps)).toBe(
    'Load and harmonize data | Run predictors | See expected biology | Design to spec | Close the loop',
  );
  expect([home.features.cards.length, home.faq.length]).toEqual([3, 4]);
  expect(faqDefaultTitle).toBe('Frequently Asked Questions');
  const value = (statistic: { value: string }) => statistic.value;
  expect(each(home.problem.statistics, value)).toBe('About 90% | $2.6B | 15 years');
  expect(each(purpose.challenge.statistics, value)).toBe('About 90% | 7.9% | $2.23B | 10–12 years');
});

test('Purpose says what is specified: its two aims, as aims, and what is planned for 2026', () => {
  expect(purpose.missionAndVision.vision.text).toContain(
    'sub-$1M candidate generation and 12-month pre-clinical cycles',
  );
  expect(purpose.missionAndVision.vision.footnote).toContain('Neither has been achieved yet');
  expect(purpose.roadmap.plannedFor2026).toEqual({
    title: 'Planned for 2026',
    items: ['Bias review', 'Security audit', 'Publication of validation studies'],
  });
});

test('Platform says what is specified: how far it is, blocks, plans, figures, waitlist', () => {
  expect(platform.hero.title).toBe('Coming Soon');
  expect(each(platform.areas.items, ({ name, status }) => [name, status])).toBe(
    'Predict: In Development | Generate: In Development | Validate: In Development | Open-access engine: Coming Soon',
  );
  expect(titles(platform.functionality.blocks)).toBe(
    'Ligand Activity Predictor | Tumor Cytotoxicity Predictor | Downstream Omics Predictor | Generative Drug Designer',
  );
  for (const { details } of platform.functionality.blocks) expect(details).not.toEqual([]);
  const { id, plans, note } = platform.pricing;
  expect(id).toBe('pricing');
  expect(plans.map(({ name, features }) => `${name}: ${features.join(' | ')}`)).toEqual([
    'Starter Lab: Pay-per-prediction | No monthly minimum | Web interface and batch upload | Community email support',
    'Enterprise: Annual licence or usage-based billing | Private-cloud or on-prem deployment | REST/GraphQL API | SLA and dedicated support',
  ]);
  for (const { action } of plans) expect(action.href).toBe('/contact?type=demo');
  const offer = { price: '0', priceCurrency: 'USD', description: 'Contact for demo' };
  expect(platform.offer).toEqual(offer);
  expect(note).toContain('within two business days');
  expect(figures(platform.figures)).toBe('10M+ validated molecules | 99.9% uptime');
  for (const { footnote } of platform.figures) expect(footnote).toMatch(/[Nn]ot a /);
  expect(fields(platform.waitlist.fields)).toBe('name* | email* | company | role | message');
  expect(platform.waitlist.draft).toMatchObject({
    to: site.email.info,
    subject: 'New Waitlist Registration',
  });
});

test('Pipeline says what is specified: head, headings, diseases with their figures, stages, steps', () => {
  expect(pipeline.seo.title).toBe('AI assisted preclinical pipeline');
  expect(pipeline.seo.keywords.join(', ')).toBe(
    'preclinical pipeline, target triage, virtual screening, toxicity analysis, oncology pipeline',
  );
  expect(pipeline.hero.title).toBe('From hypothesis to hit selection');
  expect(pipeline.hero.lead).toMatch(/AI-driven insights and strategic therapeutic targeting/);
  expect(pipeline.therapeuticAreas.title).toBe("Diseases We're Tackling First");
  expect(pipeline.comingSoon.title).toBe('Metabolic disorders and rare diseases');
  const { areas } = pipeline.therapeuticAreas;
  expect(
    areas.map(
      ({ category, diseases }) =>
        `${category} | ${each(diseases, ({ name, prevalence }) => [name, prevalence])}`,
    ),
  ).toEqual([
    'Oncology | Breast cancer: 2.3M new cases a year | Pancreatic ductal adenocarcinoma: 495K new cases a year; 5-year survival 11%',
    "Neurodegeneration | Parkinson's disease: 10M people | ALS: 450K people; survival 2–5 years",
  ]);
  expect(areas[0]?.diseases[0]?.details).toMatch(/triple-negative and HER2\+ subtypes/);
  expect(each(pipeline.stages.items, ({ name }) => name.toLowerCase())).toBe(
    'target triage | virtual screening | toxicity triage | selectivity analysis | wet lab loop | candidate review',
  );
  expect(each(pipeline.structuredSteps(), ({ name }) => name.toLowerCase())).toBe(
    'target triage | virtual screening and prioritization | toxicity triage | selectivity analysis | downstream omics and pathway impact | generative design to spec | wet lab feedback loop',
  );
});

test('Teams says what is specified: people, marked as a sample, and the open position', () => {
  const [firstLine] = readFileSync(new URL('./team.ts', import.meta.url), 'utf8').split('\n');
  expect(firstLine).toMatch(/^\/\/ Sample content, to be replaced/);
  const people = [...team.founders.members, ...team.advisoryBoard.advisors];
  expect([team.founders.members.length, people.length]).toEqual([4, 14]);
  expect(team.advisoryBoard.toBeAnnounced.name).toBe('To Be Announced');
  expect(new Set(people.map(({ id }) => id)).size).toBe(14);
  for (const { id, image, linkedin } of people) {
    expect([image, linkedin]).toEqual([`/images/portraits/${id}.svg`, null]);
  }
  expect(titles(team.hiring.benefits)).toBe('Remote friendly | Flexible hours | Equity potential');
  expect(each(team.hiring.positions, (it) => [it.title, it.type, it.location, it.applyLabel])).toBe(
    'Research Intern: Internship: Remote: Apply Now',
  );
});

test('Investors says what is specified: market, rounds, form, and the landing variant', () => {
  expect(figures(investors.market.metrics)).toBe(
    '$6.9B AI drug discovery market in 2025 | $71B by 2030 at 28.1% CAGR | 15–20 years from idea to medicine | 5–7 years reduced timeline',
  );
  expect(each(investors.targets.statistics, ({ value }) => value)).toBe('500+ | 1000+ | $500K');
  expect(
    each(investors.funding.rounds, (it) => [it.level, it.amount, it.timeline, it.status]),
  ).toBe(
    'Seed: $2–5M: Q4 2025 to Q2 2026: current | Series A: $10–15M: Q3 2026 to Q1 2027: upcoming | Series B: $25–40M: 2028+: future',
  );
  expect(investors.partner.title).toBe('Partner With Us');
  expect(fields(investors.partner.fields)).toBe('name* | email* | organization | message*');
  expect(JSON.stringify(investors.partner.acknowledgement)).not.toMatch(/sent|received/i);
  const { market, highlights, hero } = investorOpportunity;
  expect(figures(market.statistics)).toContain('$350B market at 8.2% CAGR');
  expect(figures(highlights.items)).toContain('$10–15M Series A, planned Q4 2025');
  expect(each(hero.actions, ({ label, href }) => [label, href])).toBe(
    'Schedule Meeting: /contact?type=investor | Explore Our Platform: /platform',
  );
});

test('Contact says what is specified: request types, fields, messages, times', () => {
  expect(each(contact.requestTypes, ({ value }) => value)).toBe(
    'general | demo | support | partnership',
  );
  expect(contact.defaultRequestType).toBe('general');
  expect(fields(contact.form.fields).split(' | ').sort().join(' | ')).toBe(
    'company | email* | jobTitle | message* | name* | requestType',
  );
  expect(inquiryErrors).toEqual({
    requiredFieldsPrefix: 'Please fill in all required fields: ',
    requiredFieldsMissing: 'Required fields are missing',
    failed: 'Something went wrong. Please try again.',
    network: 'Network error. Please check your connection and try again.',
  });
  expect([contact.success.title, contact.success.action.href]).toEqual(['Message Sent', '/']);
  const { title, items } = contact.whatToExpect;
  expect([title, ...items].join(' | ')).toBe(
    'What to Expect | 30-minute personalized demo | See prediction models | Discuss use cases | Q&A with the technical team',
  );
  expect(newsletter.back).toEqual({ label: 'Back to Purpose', href: '/purpose' });
  expect(contact.hero.lead).toContain('within 24 hours');
  expect(contact.seo.description).toContain('within two business days');
});

test('legal pages say what is specified: sections, date, age, certifications', () => {
  expect([privacy, terms, compliance].map(({ sections }) => titles(sections))).toEqual([
    'Information we collect | How we use information | Data sharing | Data security | Privacy rights | Contact',
    'Acceptance | Description | User accounts | Acceptable use | Intellectual property | Data ownership | Limitations | Contact',
    'Overview | Data protection | Security standards | Regulatory | International | Contact',
  ]);
  expect(lastUpdated.date).toBe('January 15, 2025');
  expect(JSON.stringify(terms.sections)).toContain('You must be 18 or older');
  expect(JSON.stringify(privacy.sections)).toContain('we honour deletion requests within 30 days');
  expect(each(compliance.certifications, ({ name, status }) => [name, status])).toBe(
    'SOC 2 Type II: Planned | GDPR Aligned Practices: Aligned Practices | CCPA: Planned | ISO 27001: In Progress',
  );
});

describe('roadmap', () => {
  test.each([
    ['purpose', purpose.roadmap],
    ['pipeline', pipeline.roadmap],
    ['investors', investors.roadmap],
  ])('%s promises the same dates with the same statuses', (_, { milestones }) => {
    expect(each(milestones, ({ date, status }) => [date, status])).toBe(
      'Q4 2025: upcoming | Q2 2026: planned | 2027: planned',
    );
    for (const { details } of milestones) expect(details).not.toEqual([]);
  });

  test.each([
    ['pipeline', pipeline.roadmap],
    ['investors', investors.roadmap],
  ])('%s names the key deliverables', (_, { milestones }) => {
    expect(milestones.slice(0, 2).map(({ details }) => details.join(' | '))).toEqual([
      'Web SaaS | API access for enterprise clients | Initial validation on 100K compounds | Beta with academic partners',
      'Diffusion model | Multi-objective scoring | Synthesis partnerships | In vitro validation',
    ]);
  });
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

test('empty, missing and fallback of the blog are as specified', () => {
  expect(blog.list.empty.title).toBe('No posts yet');
  expect(blog.post.notFound.title).toBe('Post Not Found');
  expect(blog.post.notFound.message).toContain('{slug}');
  expect(blog.post.back).toEqual({ label: 'Back to Blog', href: '/blog' });
  expect(blog.fallbackImage).toBe('/images/blog-fallback.jpg');
});

test('the glossary is as specified: fifteen terms in six categories, and its empty result', () => {
  const { glossaryTerms, glossaryCategories } = glossary;
  const names = glossaryTerms.map(({ term }) => term);
  expect(new Set(names).size).toBe(15);
  expect(glossaryCategories.join(' | ')).toBe(
    'Pharmacology | AI/ML | Computational Chemistry | Drug Development | Pharmacokinetics | Drug Discovery',
  );
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
  expect(glossary.search.empty.title).toBe('No terms found');
  expect(glossary.search.empty.hint).toMatch(/try different terms/i);
});
