import type { Action } from './action.ts';
import type { FaqItem } from './faq.ts';
import type { Chart, Statistic } from './figures.ts';
import type { FormField } from './form-field.ts';
import type { PageSeo } from './page-seo.ts';
import type { RoadmapMilestone } from './roadmap.ts';
import { site } from './site.ts';

export const seo: PageSeo = {
  title: `Investment Opportunity | ${site.name}`,
  description:
    'Our Seed round is open. The market, the funding plan from Seed to Series B, why we expect to win and what we will deliver, with each figure explained.',
  keywords:
    'AI drug discovery investment, biotechnology seed round, drug discovery market size, techbio investors, Gold Coast biotechnology',
  canonical: '/investors',
};

export const hero = {
  eyebrow: 'Investment Opportunity',
  title: 'Back the step before synthesis',
  lead: 'The cheapest time to stop a failing drug is before anyone makes it. We are raising a Seed round to bring predictions that state their own uncertainty to the laboratories that choose what to make.',
  actions: [
    {
      label: 'Request Investor Deck',
      href: `mailto:${site.email.investors}?subject=Investor%20deck%20request`,
    },
    { label: 'Schedule Meeting', href: '/contact?type=investor' },
  ] satisfies Action[],
};

export const market = {
  title: 'The market',
  metrics: [
    {
      id: 'market-2025',
      value: '$6.9B',
      label: 'AI drug discovery market in 2025',
      footnote:
        'Global spending on AI for drug discovery, US dollars, as quoted in published market forecasts.',
    },
    {
      id: 'market-2030',
      value: '$71B',
      label: 'by 2030 at 28.1% CAGR',
      footnote:
        'As quoted in published market forecasts, which define the market differently. The growth rate should not be compounded from the 2025 figure.',
    },
    {
      id: 'timeline-now',
      value: '15–20 years',
      label: 'from idea to medicine',
      footnote:
        'The longest commonly quoted range, counting early target research. Estimates depend on when the clock starts.',
    },
    {
      id: 'timeline-aim',
      value: '5–7 years',
      label: 'reduced timeline',
      footnote:
        'What AI throughout discovery and development is expected to allow. An aim for the field; we have not completed a program.',
    },
  ] satisfies Statistic[],
  sizeChart: {
    title: 'AI drug discovery market',
    unit: 'US$ billion a year',
    rows: [
      { label: '2025', value: 6.9, display: '$6.9B' },
      { label: '2030', value: 71, display: '$71B', expected: true },
    ],
    step: 20,
    footnote:
      'As quoted in published market forecasts. They differ in scope, and the stated rate does not lead from the first figure to the second.',
  } satisfies Chart,
  /** Shown between the two years. */
  growth: '28.1% CAGR, as stated',
  timelineChart: {
    title: 'Time from idea to medicine',
    unit: 'Years',
    rows: [
      { label: 'Today', value: [15, 20], display: '15–20 years' },
      { label: 'With AI throughout', value: [5, 7], display: '5–7 years', expected: true },
    ],
    step: 5,
    footnote: 'The second range is expected, not achieved.',
  } satisfies Chart,
};

export const targets = {
  title: 'Target customers and revenue',
  statistics: [
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
      footnote:
        'Academic and independent laboratories that match our Starter Lab plan. Targets, not customers.',
    },
    {
      id: 'arr',
      value: '$500K',
      label: 'ARR target',
      footnote:
        'Annual recurring revenue, US dollars, that we aim to reach. A target, not revenue.',
    },
  ] satisfies Statistic[],
};

export const funding = {
  title: 'Funding rounds',
  lead: 'Each round pays for the evidence by which the next can be judged.',
  statusLabels: {
    current: 'Current',
    upcoming: 'Upcoming',
    future: 'Future',
  },
  figure: {
    title: 'Use of funds',
    unit: 'US$ million',
    step: 10,
    footnote:
      'Columns span the dates of the rounds, as announced; Series B has no end date. Each is filled to the lower figure and outlined to the upper; the solid one is the current round. Below the axis: what we plan to deliver, and when.',
  },
  highlightsLabel: 'What it pays for',
  /** Shown on the current round only. */
  learnMore: { label: 'Learn More', href: '#development-roadmap' } satisfies Action,
  rounds: [
    {
      level: 'Seed',
      amount: '$2–5M',
      timeline: 'Q4 2025 to Q2 2026',
      focus: 'MVP and first validation',
      highlights: [
        'IC50 and toxicity prediction released as web SaaS',
        'Initial validation on 100K compounds',
        'Beta with academic partners',
        '$500K ARR target',
      ],
      status: 'current',
    },
    {
      level: 'Series A',
      amount: '$10–15M',
      timeline: 'Q3 2026 to Q1 2027',
      focus: 'Generative design and enterprise delivery',
      highlights: [
        'Designed molecules made and tested in vitro',
        'Private-cloud and on-prem deployment',
        'First partnerships with pharmaceutical R&D teams',
      ],
      status: 'upcoming',
    },
    {
      level: 'Series B',
      amount: '$25–40M',
      timeline: '2028+',
      focus: 'Programs of our own, and new disease areas',
      highlights: [
        'Partnered programs carried towards preclinical candidates',
        'Metabolic disorders and rare diseases',
        'Wet-lab capacity to match the models',
      ],
      status: 'future',
    },
  ] as const,
};

export type FundingRound = (typeof funding.rounds)[number];

export const whyWeWin = {
  title: 'Why we win',
  reasons: [
    {
      icon: 'activity',
      title: 'We say when we do not know',
      description:
        'Every prediction will carry an uncertainty estimate and an out-of-distribution check. A chemist needs that before spending a month on a molecule, and few tools give it.',
    },
    {
      icon: 'refresh-cw',
      title: 'One loop',
      description:
        'Activity, cytotoxicity, downstream omics and generative design will share one set of data and one record, so that a bench result improves them all.',
    },
    {
      icon: 'file-check',
      title: 'Reproducibility as a product',
      description:
        'The Reproducibility Hub will log datasets, parameters, model versions and QC. Academic users will be able to publish with it; enterprise users, to show it to an auditor.',
    },
    {
      icon: 'graduation-cap',
      title: 'Laboratories first, enterprise alongside',
      description:
        'Pay-per-prediction access should bring use, feedback and citations; private-cloud and on-prem licences, revenue from teams whose data cannot leave.',
    },
    {
      icon: 'layers',
      title: 'Chemistry, biology and modelling together',
      description:
        'The people who design the assays work with the people who build the models. AI in discovery often fails in the gap between them.',
    },
  ] as const,
};

export const roadmap = {
  id: 'development-roadmap',
  title: 'Development roadmap',
  lead: 'What the money is for, by date.',
  milestones: [
    {
      date: 'Q4 2025',
      title: 'MVP',
      description: 'IC50 and toxicity prediction in the hands of academic partners.',
      status: 'upcoming',
      details: [
        'Web SaaS',
        'API access for enterprise clients',
        'Initial validation on 100K compounds',
        'Beta with academic partners',
      ],
    },
    {
      date: 'Q2 2026',
      title: 'Generative AI molecules',
      description: 'Molecules designed to a specification, then made and measured.',
      status: 'planned',
      details: [
        'Diffusion model',
        'Multi-objective scoring',
        'Synthesis partnerships',
        'In vitro validation',
      ],
    },
    {
      date: '2027',
      title: 'Partnerships',
      description: 'Joint programs with pharmaceutical R&D teams and research groups.',
      status: 'planned',
      details: ['Partnered discovery programs', 'Bench results returned to the models'],
    },
  ] satisfies RoadmapMilestone[],
};

/** Says nothing that is not said elsewhere on the site. */
export const faq: readonly FaqItem[] = [
  {
    question: 'Which round is open?',
    answer:
      'The Seed round, for $2–5M. Its dates, Q4 2025 to Q2 2026, are as announced. A round marked Current is still open, even if its dates have passed.',
  },
  {
    question: 'What will the Seed round pay for?',
    answer:
      'The MVP and its first validation: activity and toxicity prediction released as web SaaS, initial validation on 100K compounds, and a beta with academic partners.',
  },
  {
    question: 'How will the platform earn money?',
    answer:
      'By two plans. Starter Lab will be paid per prediction, with no monthly minimum. Enterprise will be an annual licence or usage-based billing, with private-cloud or on-prem deployment.',
  },
  {
    question: 'Are the customer and revenue figures results?',
    answer:
      'No. The platform is in development. The 500+ pharma companies, the 1000+ labs and the $500K of annual recurring revenue are targets.',
  },
  {
    question: 'Why do you give two dates for Series A?',
    answer:
      'Our overview for investors gives the date that was announced first. The later one on this page, Q3 2026 to Q1 2027, applies.',
  },
];

export const faqIntro = 'Anything else? Ask us below, or bring it to a meeting.';

export const foundersAction: Action = { label: 'Meet the whole team', href: '/teams' };

export const partner = {
  id: 'partner-with-us',
  title: 'Partner With Us',
  lead: 'Tell us what you invest in and what you would like to see first.',
  fields: [
    { name: 'name', label: 'Name', type: 'text', required: true, autoComplete: 'name' },
    { name: 'email', label: 'Email', type: 'email', required: true, autoComplete: 'email' },
    { name: 'organization', label: 'Organisation', type: 'text', autoComplete: 'organization' },
    { name: 'message', label: 'Message', type: 'textarea', required: true },
  ] satisfies FormField[],
  submit: 'Send enquiry',
  submitting: 'Sending…',
  /** Follows a form that makes no call: it must not claim that anything was sent. */
  acknowledgement: {
    title: 'Thank you for your interest',
    text: 'To be sure that your enquiry reaches us, please email it to',
    email: site.email.investors,
  },
  /** Replaces `acknowledgement` when forms are sent to the server. */
  liveAcknowledgement: {
    title: 'Thank you',
    text: 'Your enquiry has reached us, and we will reply by email.',
  },
};

export const directContact = {
  title: 'Direct contact',
  text: 'Write to us about the company, the round or the plan.',
  action: {
    label: site.email.investors,
    href: `mailto:${site.email.investors}`,
  } satisfies Action,
  locationTitle: 'Location',
  location: site.location.headquarters,
  materials: {
    title: 'Materials',
    text: 'The deck, the validation plan and the financial model, on request.',
    action: {
      label: 'Request materials',
      href: `mailto:${site.email.investors}?subject=Investor%20materials%20request`,
    } satisfies Action,
  },
};

export const notice =
  'This page is information, not an offer of securities or financial advice. Dates, targets and forecasts may change.';
