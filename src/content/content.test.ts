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

function valuesOf(statistics: readonly { value: string; label: string }[]): string[] {
  return statistics.map(({ value, label }) => `${value} ${label}`);
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

describe('who we are', () => {
  test('tagline, disclaimer, places and years are as specified', () => {
    expect(site.tagline).toBe('Transforming Molecules into Medicines.');
    expect(site.disclaimer).toBe(
      'Outputs are for research use only and are not validated for clinical diagnosis or therapeutic decision-making.',
    );
    expect(site.location).toEqual({
      footer: 'Gold Coast, QLD, 4215',
      headquarters: 'Gold Coast, Australia',
    });
    expect([siteMetadata.foundingYear, siteMetadata.country]).toEqual([2024, 'US']);
    expect(siteMetadata.structuredDataLinks).toEqual(['/platform', '/pipeline', '/purpose']);
  });

  test('a reader finds every page from the header and the footer', () => {
    expect(headerNavigation.map(({ href }) => href)).toEqual([
      '/platform',
      '/pipeline',
      '/purpose',
      '/teams',
      '/investors',
    ]);
    expect(mobileNavigationExtra.map(({ href }) => href)).toEqual(['/glossary']);
    expect(footerCompany.links.map(({ href }) => href)).toEqual([
      '/platform',
      '/pipeline',
      '/teams',
      '/investors',
      '/blog',
      null,
    ]);
    expect(footerCompany.links.at(-1)?.name).toBe('Careers');
    expect(footerLegal.links.map(({ href }) => href)).toEqual([
      '/privacy-policy',
      '/terms-of-service',
      '/compliance',
      '/contact',
    ]);
  });
});

describe('what search engines and shared links say', () => {
  test('each page has its own path', () => {
    expect(Object.values(pages).map(({ seo }) => seo.canonical)).toEqual([
      '/',
      '/purpose',
      '/platform',
      '/pipeline',
      '/teams',
      '/investors',
      '/investor-opportunity',
      '/newsletter',
      '/contact',
      '/blog',
      '/glossary',
      '/privacy-policy',
      '/terms-of-service',
      '/compliance',
    ]);
  });

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

  test('the pipeline page keeps its literal title and keywords', () => {
    expect(pipeline.seo.title).toBe('AI assisted preclinical pipeline');
    expect(pipeline.seo.keywords).toEqual([
      'preclinical pipeline',
      'target triage',
      'virtual screening',
      'toxicity analysis',
      'oncology pipeline',
    ]);
  });

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

describe('home', () => {
  test('the demo runs its five steps with their durations and values', () => {
    expect(home.demo.steps.map(({ id, name, duration }) => [id, name, duration])).toEqual([
      ['molecule', 'Molecular Input', 2000],
      ['processing', 'AI Processing', 3000],
      ['predictions', 'Predictions', 2000],
      ['optimization', 'Optimization', 3000],
      ['result', 'AI-Designed Drug', 2000],
    ]);
    expect(home.demo.predictions).toEqual([
      { name: 'Efficacy', value: 0.85 },
      { name: 'Safety', value: 0.72 },
      { name: 'Bioavailability', value: 0.91 },
    ]);
  });

  test('how it works has its five steps in order', () => {
    expect(home.howItWorks.steps.map(({ title }) => title)).toEqual([
      'Load and harmonize data',
      'Run predictors',
      'See expected biology',
      'Design to spec',
      'Close the loop',
    ]);
  });

  test('three features and four questions, under the default FAQ title', () => {
    expect(home.features.cards).toHaveLength(3);
    expect(home.faq).toHaveLength(4);
    expect(faqDefaultTitle).toBe('Frequently Asked Questions');
  });

  test('the problem is stated with the figures of this page', () => {
    expect(home.problem.statistics.map(({ value }) => value)).toEqual([
      'About 90%',
      '$2.6B',
      '15 years',
    ]);
  });
});

describe('purpose', () => {
  test('the challenge is stated with the figures of this page', () => {
    expect(purpose.challenge.statistics.map(({ value }) => value)).toEqual([
      'About 90%',
      '7.9%',
      '$2.23B',
      '10–12 years',
    ]);
  });

  test('the vision keeps its two aims, and says that they are aims', () => {
    expect(purpose.missionAndVision.vision.text).toContain(
      'sub-$1M candidate generation and 12-month pre-clinical cycles',
    );
    expect(purpose.missionAndVision.vision.footnote).toContain('Neither has been achieved yet');
  });

  test('what is planned for 2026', () => {
    expect(purpose.roadmap.plannedFor2026).toEqual({
      title: 'Planned for 2026',
      items: ['Bias review', 'Security audit', 'Publication of validation studies'],
    });
  });
});

describe('roadmap', () => {
  test.each([
    ['purpose', purpose.roadmap],
    ['pipeline', pipeline.roadmap],
    ['investors', investors.roadmap],
  ])('%s promises the same dates with the same statuses', (_, { milestones }) => {
    expect(milestones.map(({ date, status }) => [date, status])).toEqual([
      ['Q4 2025', 'upcoming'],
      ['Q2 2026', 'planned'],
      ['2027', 'planned'],
    ]);
    for (const { details } of milestones) expect(details).not.toEqual([]);
  });

  test.each([
    ['pipeline', pipeline.roadmap],
    ['investors', investors.roadmap],
  ])('%s names the key deliverables', (_, { milestones }) => {
    expect(milestones[0]?.details).toEqual([
      'Web SaaS',
      'API access for enterprise clients',
      'Initial validation on 100K compounds',
      'Beta with academic partners',
    ]);
    expect(milestones[1]?.details).toEqual([
      'Diffusion model',
      'Multi-objective scoring',
      'Synthesis partnerships',
      'In vitro validation',
    ]);
  });
});

describe('platform', () => {
  test('it is not presented as more finished than it is', () => {
    expect(platform.hero.title).toBe('Coming Soon');
    expect(platform.areas.items.map(({ name, status }) => [name, status])).toEqual([
      ['Predict', 'In Development'],
      ['Generate', 'In Development'],
      ['Validate', 'In Development'],
      ['Open-access engine', 'Coming Soon'],
    ]);
  });

  test('four functionality blocks, each with details', () => {
    expect(platform.functionality.blocks.map(({ title }) => title)).toEqual([
      'Ligand Activity Predictor',
      'Tumor Cytotoxicity Predictor',
      'Downstream Omics Predictor',
      'Generative Drug Designer',
    ]);
    for (const { details } of platform.functionality.blocks) expect(details).not.toEqual([]);
  });

  test('two plans with their terms, both leading to a demo', () => {
    expect(platform.pricing.id).toBe('pricing');
    expect(platform.pricing.plans.map(({ name, features }) => [name, ...features])).toEqual([
      [
        'Starter Lab',
        'Pay-per-prediction',
        'No monthly minimum',
        'Web interface and batch upload',
        'Community email support',
      ],
      [
        'Enterprise',
        'Annual licence or usage-based billing',
        'Private-cloud or on-prem deployment',
        'REST/GraphQL API',
        'SLA and dedicated support',
      ],
    ]);
    for (const { action } of platform.pricing.plans) {
      expect(action.href).toBe('/contact?type=demo');
    }
    expect(platform.offer).toEqual({
      price: '0',
      priceCurrency: 'USD',
      description: 'Contact for demo',
    });
    expect(platform.pricing.note).toContain('within two business days');
  });

  test('its claims keep their figures, each with what it means', () => {
    expect(valuesOf(platform.figures)).toEqual(['10M+ validated molecules', '99.9% uptime']);
    for (const { footnote } of platform.figures) expect(footnote).toMatch(/[Nn]ot a /);
  });

  test('the waitlist has the fields that it needs and explains itself', () => {
    expect(platform.waitlist.fields.map(({ name, required }) => [name, required])).toEqual([
      ['name', true],
      ['email', true],
      ['company', false],
      ['role', false],
      ['message', false],
    ]);
    expect(platform.waitlist.draft).toMatchObject({
      to: site.email.info,
      subject: 'New Waitlist Registration',
    });
  });
});

describe('pipeline', () => {
  test('hero and section headings are literal', () => {
    expect(pipeline.hero.title).toBe('From hypothesis to hit selection');
    expect(pipeline.hero.lead).toMatch(/AI-driven insights and strategic therapeutic targeting/);
    expect(pipeline.therapeuticAreas.title).toBe("Diseases We're Tackling First");
    expect(pipeline.comingSoon.title).toBe('Metabolic disorders and rare diseases');
  });

  test('diseases keep their figures', () => {
    const figures = pipeline.therapeuticAreas.areas.map(({ category, diseases }) => [
      category,
      ...diseases.map(({ name, prevalence }) => `${name}: ${prevalence}`),
    ]);
    expect(figures).toEqual([
      [
        'Oncology',
        'Breast cancer: 2.3M new cases a year',
        'Pancreatic ductal adenocarcinoma: 495K new cases a year; 5-year survival 11%',
      ],
      [
        'Neurodegeneration',
        "Parkinson's disease: 10M people",
        'ALS: 450K people; survival 2–5 years',
      ],
    ]);
    expect(pipeline.therapeuticAreas.areas[0]?.diseases[0]?.details).toMatch(
      /triple-negative and HER2\+ subtypes/,
    );
  });

  test('six stages and seven structured steps, in order', () => {
    expect(pipeline.stages.items.map(({ name }) => name.toLowerCase())).toEqual([
      'target triage',
      'virtual screening',
      'toxicity triage',
      'selectivity analysis',
      'wet lab loop',
      'candidate review',
    ]);
    expect(pipeline.structuredSteps().map(({ name }) => name.toLowerCase())).toEqual([
      'target triage',
      'virtual screening and prioritization',
      'toxicity triage',
      'selectivity analysis',
      'downstream omics and pathway impact',
      'generative design to spec',
      'wet lab feedback loop',
    ]);
  });
});

describe('team', () => {
  test('the people are marked in the source as a sample', () => {
    const [firstLine] = readFileSync(new URL('./team.ts', import.meta.url), 'utf8').split('\n');
    expect(firstLine).toMatch(/^\/\/ Sample content, to be replaced/);
  });

  test('four founders, ten advisors and one to be announced, each with a portrait', () => {
    expect(team.founders.members).toHaveLength(4);
    expect(team.advisoryBoard.advisors).toHaveLength(10);
    expect(team.advisoryBoard.toBeAnnounced.name).toBe('To Be Announced');
    const people = [...team.founders.members, ...team.advisoryBoard.advisors];
    expect(new Set(people.map(({ id }) => id)).size).toBe(14);
    for (const { id, image, linkedin } of people) {
      expect(image).toBe(`/images/portraits/${id}.svg`);
      expect(linkedin).toBeNull();
    }
  });

  test('hiring: three benefits and one position', () => {
    expect(team.hiring.benefits.map(({ title }) => title)).toEqual([
      'Remote friendly',
      'Flexible hours',
      'Equity potential',
    ]);
    expect(team.hiring.positions).toHaveLength(1);
    expect(team.hiring.positions[0]).toMatchObject({
      title: 'Research Intern',
      type: 'Internship',
      location: 'Remote',
      applyLabel: 'Apply Now',
    });
  });
});

describe('investors', () => {
  test('the market is stated with the figures of this page', () => {
    expect(valuesOf(investors.market.metrics)).toEqual([
      '$6.9B AI drug discovery market in 2025',
      '$71B by 2030 at 28.1% CAGR',
      '15–20 years from idea to medicine',
      '5–7 years reduced timeline',
    ]);
    expect(investors.targets.statistics.map(({ value }) => value)).toEqual([
      '500+',
      '1000+',
      '$500K',
    ]);
  });

  test('funding rounds keep their amounts, dates and statuses', () => {
    expect(
      investors.funding.rounds.map(({ level, amount, timeline, status }) => [
        level,
        amount,
        timeline,
        status,
      ]),
    ).toEqual([
      ['Seed', '$2–5M', 'Q4 2025 to Q2 2026', 'current'],
      ['Series A', '$10–15M', 'Q3 2026 to Q1 2027', 'upcoming'],
      ['Series B', '$25–40M', '2028+', 'future'],
    ]);
  });

  test('the form has the fields that it needs and does not claim to have sent anything', () => {
    expect(investors.partner.title).toBe('Partner With Us');
    expect(investors.partner.fields.map(({ name, required }) => [name, required])).toEqual([
      ['name', true],
      ['email', true],
      ['organization', false],
      ['message', true],
    ]);
    expect(JSON.stringify(investors.partner.acknowledgement)).not.toMatch(/sent|received/i);
  });

  test('the landing variant keeps its own figures, date and links', () => {
    expect(valuesOf(investorOpportunity.market.statistics)).toContain('$350B market at 8.2% CAGR');
    expect(
      investorOpportunity.highlights.items.map(({ value, label }) => `${value} ${label}`),
    ).toContain('$10–15M Series A, planned Q4 2025');
    expect(investorOpportunity.hero.actions).toEqual([
      { label: 'Schedule Meeting', href: '/contact?type=investor' },
      { label: 'Explore Our Platform', href: '/platform' },
    ]);
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
});

describe('contact and newsletter', () => {
  test('four request types, general first', () => {
    expect(contact.requestTypes.map(({ value }) => value)).toEqual([
      'general',
      'demo',
      'support',
      'partnership',
    ]);
    expect(contact.defaultRequestType).toBe('general');
  });

  test('name, email and message are required, and nothing else is', () => {
    expect(contact.form.fields.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      'name',
      'email',
      'message',
    ]);
    expect(contact.form.fields.map(({ name }) => name).sort()).toEqual([
      'company',
      'email',
      'jobTitle',
      'message',
      'name',
      'requestType',
    ]);
  });

  test('messages are letter for letter', () => {
    expect(inquiryErrors).toEqual({
      requiredFieldsPrefix: 'Please fill in all required fields: ',
      requiredFieldsMissing: 'Required fields are missing',
      failed: 'Something went wrong. Please try again.',
      network: 'Network error. Please check your connection and try again.',
    });
    expect(contact.success.title).toBe('Message Sent');
    expect(contact.success.action.href).toBe('/');
    expect(contact.whatToExpect).toMatchObject({
      title: 'What to Expect',
      items: [
        '30-minute personalized demo',
        'See prediction models',
        'Discuss use cases',
        'Q&A with the technical team',
      ],
    });
    expect(newsletter.back).toEqual({ label: 'Back to Purpose', href: '/purpose' });
  });

  test('the page promises 24 hours and its description two business days', () => {
    expect(contact.hero.lead).toContain('within 24 hours');
    expect(contact.seo.description).toContain('within two business days');
  });
});

describe('blog', () => {
  test('empty, missing and fallback are as specified', () => {
    expect(blog.list.empty.title).toBe('No posts yet');
    expect(blog.post.notFound.title).toBe('Post Not Found');
    expect(blog.post.notFound.message).toContain('{slug}');
    expect(blog.post.back).toEqual({ label: 'Back to Blog', href: '/blog' });
    expect(blog.fallbackImage).toBe('/images/blog-fallback.jpg');
  });
});

describe('glossary', () => {
  const { glossaryTerms, glossaryCategories } = glossary;
  const found = (query: string) =>
    glossaryTerms
      .filter(({ term, definition, category }) =>
        [term, definition, category].some((text) =>
          text.toLowerCase().includes(query.toLowerCase()),
        ),
      )
      .map(({ term }) => term);

  test('fifteen terms in six categories, none empty', () => {
    expect(new Set(glossaryTerms.map(({ term }) => term)).size).toBe(15);
    expect(glossaryCategories).toEqual([
      'Pharmacology',
      'AI/ML',
      'Computational Chemistry',
      'Drug Development',
      'Pharmacokinetics',
      'Drug Discovery',
    ]);
    expect(new Set(glossaryTerms.map(({ category }) => category))).toEqual(
      new Set(glossaryCategories),
    );
  });

  test.each(glossaryTerms)('the terms related to $term exist', ({ term, relatedTerms }) => {
    const terms = glossaryTerms.map((entry) => entry.term);
    expect(relatedTerms.filter((related) => related === term || !terms.includes(related))).toEqual(
      [],
    );
    expect(relatedTerms).not.toEqual([]);
  });

  test.each(glossaryCategories)(
    'searching for %s finds as many terms as its chip counts',
    (category) => {
      expect(found(category)).toEqual(
        glossaryTerms.filter((entry) => entry.category === category).map(({ term }) => term),
      );
    },
  );

  test('the empty result says to try different terms', () => {
    expect(glossary.search.empty.title).toBe('No terms found');
    expect(glossary.search.empty.hint).toMatch(/try different terms/i);
  });
});

describe('legal pages', () => {
  test('sections are all there, in order', () => {
    expect(privacy.sections.map(({ title }) => title)).toEqual([
      'Information we collect',
      'How we use information',
      'Data sharing',
      'Data security',
      'Privacy rights',
      'Contact',
    ]);
    expect(terms.sections.map(({ title }) => title)).toEqual([
      'Acceptance',
      'Description',
      'User accounts',
      'Acceptable use',
      'Intellectual property',
      'Data ownership',
      'Limitations',
      'Contact',
    ]);
    expect(compliance.sections.map(({ title }) => title)).toEqual([
      'Overview',
      'Data protection',
      'Security standards',
      'Regulatory',
      'International',
      'Contact',
    ]);
  });

  test('the date, the age and the time to delete are as specified', () => {
    expect(lastUpdated.date).toBe('January 15, 2025');
    expect(JSON.stringify(terms.sections)).toContain('You must be 18 or older');
    expect(JSON.stringify(privacy.sections)).toContain(
      'we honour deletion requests within 30 days',
    );
  });

  test('no certification is claimed that we do not hold', () => {
    expect(compliance.certifications.map(({ name, status }) => [name, status])).toEqual([
      ['SOC 2 Type II', 'Planned'],
      ['GDPR Aligned Practices', 'Aligned Practices'],
      ['CCPA', 'Planned'],
      ['ISO 27001', 'In Progress'],
    ]);
  });
});
