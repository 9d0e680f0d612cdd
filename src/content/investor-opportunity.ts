import type { Action } from './action.ts';
import type { Statistic } from './figures.ts';
import { notice as investorsNotice } from './investors.ts';
import type { PageSeo } from './page-seo.ts';
import { site } from './site.ts';

export const seo: PageSeo = {
  title: `Invest in AI drug discovery | ${site.name}`,
  description:
    'A $350B market in which about 90% of drugs fail. What we are building, what protects it and what we are raising, on one page.',
  keywords:
    'invest in AI drug discovery, Series A biotechnology, drug discovery platform, competitive moat, investor overview',
  canonical: '/investor-opportunity',
};

export interface Highlight {
  value: string;
  label: string;
  description: string;
  /** A date that has been announced otherwise elsewhere on the site. */
  otherwise?: { text: string; action: Action };
}

export const hero = {
  eyebrow: 'For investors',
  title: 'About 90% of drugs fail. We want to know which, sooner.',
  lead: 'We are building a platform that will predict what a molecule does before it is made, state how sure it is, and learn from each experiment that follows.',
  actions: [
    { label: 'Schedule Meeting', href: '/contact?type=investor' },
    { label: 'Explore Our Platform', href: '/platform' },
  ] satisfies Action[],
};

export const figure = {
  before: 'Ten candidates enter clinical trials.',
  after: 'About one is approved.',
};

export const market = {
  title: 'The market',
  lead: 'A large market waits a long time for its answers.',
  statistics: [
    {
      id: 'market',
      value: '$350B',
      label: 'market at 8.2% CAGR',
      footnote:
        'The wider market for discovering and developing medicines, US dollars, with its forecast annual growth, as quoted in market research. AI drug discovery is a small part of it.',
    },
    {
      id: 'failure',
      value: 'About 90%',
      label: 'of drugs fail',
      footnote:
        'Share of candidates entering clinical trials that never reach approval; a commonly quoted rounding.',
    },
    {
      id: 'timeline',
      value: '15–20 years',
      label: 'reduced to 5–7',
      footnote:
        'From idea to medicine. The first range is the longest commonly quoted; the second is what AI at every stage is expected to allow, and has not been achieved.',
    },
    {
      id: 'pharma',
      value: '500+',
      label: 'pharma companies as target customers',
      footnote: 'Companies that match our Enterprise plan. Targets, not customers.',
    },
    {
      id: 'labs',
      value: '1000+',
      label: 'labs as target customers',
      footnote: 'Laboratories that match our Starter Lab plan. Targets, not customers.',
    },
  ] satisfies Statistic[],
};

export const moats = {
  title: 'Competitive moats',
  lead: 'Models can be copied. What we are building around them is harder to copy.',
  items: [
    {
      icon: 'waypoints',
      title: 'Data with its history',
      description:
        'Assay conditions, units, sources and corrections will travel with every value. Harmonised data of this kind is slow to build and improves with each user.',
    },
    {
      icon: 'activity',
      title: 'Calibrated uncertainty',
      description:
        'Uncertainty estimates and out-of-distribution checks are planned into every model from the start. They are hard to add afterwards, and they decide whether a chemist comes back.',
    },
    {
      icon: 'refresh-cw',
      title: 'A closed loop with the bench',
      description:
        'Wet-lab results, negatives included, will return to the models. Negative results are rarely published, so few others have them.',
    },
    {
      icon: 'lock',
      title: 'We will go where the data is',
      description:
        'Private-cloud and on-prem deployment will reach teams whose structures may never leave their network.',
    },
  ] as const,
};

export const highlights = {
  title: 'Investment highlights',
  lead: 'What the next round is for, and what it should lead to.',
  items: [
    {
      value: '$10–15M',
      label: 'Series A, planned Q4 2025',
      description: 'For generative design, enterprise delivery and validation in vitro.',
      otherwise: {
        text: 'As first announced. The later date in our plan applies:',
        action: { label: 'funding rounds by date', href: '/investors' },
      },
    },
    {
      value: '$500K',
      label: 'ARR target',
      description: 'Annual recurring revenue that we aim to reach from both plans.',
    },
    {
      value: 'Sub-$1M',
      label: 'candidate generation',
      description: 'Our long-term aim for the cost of a preclinical candidate. Not yet achieved.',
    },
    {
      value: '12-month',
      label: 'pre-clinical cycles',
      description: 'Our long-term aim from agreed target to candidate. Not yet achieved.',
    },
  ] satisfies Highlight[] as readonly Highlight[],
};

export const closing = {
  title: 'Ask us the hard questions.',
  text: 'Bring a sceptical chemist. We will show what works, what does not yet, and what the money is for.',
  actions: hero.actions,
};

export const notice = investorsNotice;
