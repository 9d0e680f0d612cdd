import type { Action } from './action.ts';
import type { Chart, Statistic } from './figures.ts';
import type { PageSeo } from './page-seo.ts';
import type { RoadmapMilestone } from './roadmap.ts';
import { etymology, site } from './site.ts';

export const seo: PageSeo = {
  title: `Our Mission | ${site.name}`,
  description:
    'Phase I-to-approval success is 7.9%. We are building tools to show research teams sooner which molecules are worth making, and how sure anyone can be.',
  keywords:
    'drug discovery mission, drug attrition, responsible AI in drug discovery, reproducible research, uncertainty estimates',
  canonical: '/purpose',
};

export const hero = {
  eyebrow: 'Our Mission',
  title: 'Fewer dead ends between a molecule and a medicine',
  lead: 'Of every hundred drugs that enter Phase I, about eight are approved. Some of the failures could have been seen years earlier, in the molecule itself. We are building tools that look earlier, and say how sure they are.',
};

export const missionAndVision = {
  mission: {
    title: 'Mission',
    text: 'To help research teams find out sooner, and more cheaply, which molecules are worth making, so that effort goes to the ones that could become medicines.',
  },
  vision: {
    title: 'Vision',
    text: 'Any capable laboratory will be able to take a disease hypothesis to a preclinical candidate. Our two long-term aims are sub-$1M candidate generation and 12-month pre-clinical cycles.',
    footnote:
      'Both figures are aims for the mature platform, measured from an agreed target to a nominated candidate. Neither has been achieved yet.',
  },
};

export const challenge = {
  title: 'The size of the problem',
  lead: 'Four figures explain why we start before synthesis rather than after it.',
  statistics: [
    {
      id: 'failure',
      value: 'About 90%',
      label: 'of drugs fail',
      footnote:
        'Share of candidates entering clinical trials that never reach approval; a commonly quoted rounding.',
    },
    {
      id: 'success',
      value: '7.9%',
      label: 'Phase I-to-approval success',
      footnote:
        'Likelihood of approval from Phase I, all indications and modalities, 2011–2020; BIO, QLS Advisors and Informa Pharma Intelligence, 2021.',
    },
    {
      id: 'cost',
      value: '$2.23B',
      label: 'cost per drug',
      footnote:
        'US$2.23 billion: average cost of bringing one asset from discovery to launch among large companies, 2024, failures included; Deloitte, Measuring the return from pharmaceutical innovation.',
    },
    {
      id: 'time',
      value: '10–12 years',
      label: 'from discovery to approval',
      footnote:
        'A commonly quoted range for programs that succeed. Estimates depend on when the clock starts.',
    },
  ] satisfies Statistic[],
  chart: {
    title: 'What happens to drugs that enter Phase I',
    unit: '%',
    rows: [
      { label: 'Approved', value: 7.9, display: '7.9%' },
      { label: 'Not approved', value: 92.1, display: '92.1%' },
    ],
    step: 10,
    footnote:
      'Phase I to approval, all indications. The remaining 92.1% were not approved, whatever the reason.',
  } satisfies Chart,
  costChart: {
    title: 'What one medicine costs',
    unit: 'US$ billion',
    rows: [{ label: 'Cost per drug', value: 2.23, display: 'US$2.23 billion' }],
    step: 0.5,
    footnote: 'Each dot is US$10 million; failures included.',
  } satisfies Chart,
  timeChart: {
    title: 'How long one medicine takes',
    unit: 'Years',
    rows: [{ label: 'From discovery to approval', value: [10, 12], display: '10–12 years' }],
    step: 2,
    footnote: 'Hatched: between the lower and the upper end of the range.',
  } satisfies Chart,
};

export const nameMeaning = etymology;

export const approach = {
  title: 'Our approach',
  lead: 'One loop, designed so that each part keeps the others honest. Predict, Generate and Validate are In Development.',
  items: [
    {
      icon: 'activity',
      title: 'Predict, with the uncertainty attached',
      text: 'Binding and activity, cytotoxicity in normal and tumour cells, and downstream omics shifts. Every value will carry an uncertainty estimate and an out-of-distribution check.',
    },
    {
      icon: 'hexagon',
      title: 'Generate, within limits',
      text: 'Molecules will be proposed under constraints that a chemist recognises: potency, logP, TPSA, structural alerts, synthetic accessibility score and predicted liabilities.',
    },
    {
      icon: 'flask-conical',
      title: 'Validate, at the bench',
      text: 'The experiment has the last word. Wet-lab results will come back, failures included, and the models will learn from them.',
    },
    {
      icon: 'file-check',
      title: 'Record everything',
      text: 'The Reproducibility Hub will log datasets, parameters, model versions and QC, so that a result can be questioned, repeated and cited.',
    },
  ] as const,
};

export const roadmap = {
  title: 'Where we are going',
  lead: 'In the order in which we intend to earn trust: predict first, then design, then partner.',
  milestones: [
    {
      date: 'Q4 2025',
      title: 'MVP',
      description: 'MVP with IC50 and toxicity prediction.',
      status: 'upcoming',
      details: [
        'IC50 and cytotoxicity predictions through the web',
        'An uncertainty estimate and an out-of-distribution check on each value',
      ],
    },
    {
      date: 'Q2 2026',
      title: 'Generative molecules',
      description: 'Molecules proposed to a specification and scored by the same predictors.',
      status: 'planned',
      details: [
        'Design under several constraints at once',
        'Proposals made and tested in vitro with partners',
      ],
    },
    {
      date: '2027',
      title: 'Partnerships',
      description: 'Joint programs with research groups and pharmaceutical R&D teams.',
      status: 'planned',
      details: ['Shared programs whose bench results come back to the models'],
    },
  ] satisfies RoadmapMilestone[],
  plannedFor2026: {
    title: 'Planned for 2026',
    items: ['Bias review', 'Security audit', 'Publication of validation studies'],
  },
  action: { label: 'See the full research timeline', href: '/pipeline' } satisfies Action,
};

export const values = {
  title: 'What we value',
  items: [
    {
      title: 'Evidence before claims',
      text: 'We will publish how a model was tested, on which split and against which baseline, before we say that it works.',
    },
    {
      title: 'Candour about limits',
      text: '“We do not know” is a result. A model that cannot say so is unfinished.',
    },
    {
      title: 'Reproducible by default',
      text: 'If a figure cannot be regenerated from its data, parameters and model version, we do not publish it.',
    },
    {
      title: 'Access for those who ask good questions',
      text: 'A small university group should be able to test an idea on the same footing as a large company.',
    },
    {
      title: 'Respect for the bench',
      text: 'Chemists and biologists know things that no dataset records. We build for their judgement and defer to their experiments.',
    },
  ],
};

export const responsibleAi = {
  title: 'Responsible AI',
  lead: 'Proposing molecules carries responsibilities that generating text does not.',
  items: [
    {
      title: 'A person decides',
      text: 'Our outputs will rank and suggest. A qualified scientist decides what is made, tested or dropped.',
    },
    {
      title: 'We will look for bias',
      text: 'Public assay data favours well-studied targets, familiar chemistry and a narrow range of donors. We will report performance by target class and cell origin, so that a weak spot cannot hide in an average.',
    },
    {
      title: 'We design against misuse',
      text: 'We are building the generator to refuse objectives that point towards known toxic agents, and to keep a record of what was asked of it.',
    },
    {
      title: 'Your data stays yours',
      text: 'Confidential structures and results will train shared models only with your written agreement.',
    },
  ],
  disclaimer: site.disclaimer,
};

export const subscribe = {
  title: 'Follow the work',
  text: 'Validation results, methods and the occasional correction, by email, when there is something worth reading.',
  action: { label: 'Subscribe to the newsletter', href: '/newsletter' } satisfies Action,
};
