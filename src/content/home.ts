import type { Action } from './action.ts';
import type { FaqItem } from './faq.ts';
import type { Statistic } from './figures.ts';
import type { PageSeo } from './page-seo.ts';
import { site } from './site.ts';

export const seo: PageSeo = {
  title: `${site.name} | AI drug discovery for oncology and neurodegeneration`,
  description:
    'Predict binding, cytotoxicity and downstream biology before you make the molecule, with an uncertainty estimate on every value. Now in development.',
  keywords:
    'AI drug discovery, binding affinity prediction, IC50 EC50 Ki prediction, generative drug design, drug discovery for universities',
  canonical: '/',
};

export const hero = {
  title: site.tagline,
  lead: 'Find out sooner which molecules are worth making. We are building a cloud platform that will predict how a molecule binds, what it does to cells and which pathways it shifts, and tell you how far to trust each number.',
  actions: [
    { label: 'Explore the platform', href: '/platform' },
    { label: 'See the pipeline', href: '/pipeline' },
  ] satisfies Action[],
  focus: 'Starting with oncology and neurodegenerative disease',
  molecule: {
    name: 'Osimertinib',
    role: 'blocks mutant EGFR in lung cancer. An approved medicine, not ours, in a computed low-energy conformation.',
    colours: 'Teal: nitrogen. Grey: oxygen. Outlined: carbon and, smaller, hydrogen.',
    title: 'Ball-and-stick model of osimertinib, turning slowly',
  },
};

export const features = {
  title: 'What your research team will be able to do',
  lead: 'Get an early answer to questions that now cost a synthesis, an assay or a year.',
  cards: [
    {
      icon: 'target',
      title: 'Binding-affinity prediction',
      description:
        'Estimates of binding and activity (IC50, EC50, Ki) for your molecule against your target. Every value will come with an uncertainty estimate and a check that the molecule lies within the chemistry the model has learned.',
    },
    {
      icon: 'hexagon',
      title: 'Generative AI drug design',
      description:
        'It will propose new molecules within limits you set, optimising potency, selectivity and safety together. You will choose the motifs to ban and the chemotypes to favour.',
    },
    {
      icon: 'graduation-cap',
      title: 'Lab-ready AI for universities',
      description:
        'A web interface, batch upload and pay-per-prediction access will let a laboratory without a computing group use the models, and cite exactly how each answer was made.',
    },
  ] as const,
};

/** Durations are in milliseconds, predictions between 0 and 1. */
export const demo = {
  title: 'From structure to design',
  lead: 'The five stages a molecule will pass through, in outline.',
  steps: [
    {
      id: 'molecule',
      name: 'Molecular Input',
      duration: 2000,
      description: 'A structure will be read, standardised and checked.',
    },
    {
      id: 'processing',
      name: 'AI Processing',
      duration: 3000,
      description: 'Models will encode the molecule and compare it with the chemistry they know.',
    },
    {
      id: 'predictions',
      name: 'Predictions',
      duration: 2000,
      description:
        'Efficacy, safety and bioavailability will be estimated, each with its uncertainty.',
    },
    {
      id: 'optimization',
      name: 'Optimization',
      duration: 3000,
      description:
        'Changes will be proposed to improve the weakest property and preserve the others.',
    },
    {
      id: 'result',
      name: 'AI-Designed Drug',
      duration: 2000,
      description: 'A design will go to a chemist, with the evidence for and against making it.',
    },
  ],
  predictions: [
    { name: 'Efficacy', value: 0.85 },
    { name: 'Safety', value: 0.72 },
    { name: 'Bioavailability', value: 0.91 },
  ],
  note: 'An animation with fixed, illustrative values on a scale from 0 to 1. No model runs on this page.',
  labels: {
    play: 'Play',
    pause: 'Pause',
    reset: 'Reset',
    of: 'of',
    completed: 'Completed',
    active: 'Active',
    upcoming: 'Not started',
  },
};

export const howItWorks = {
  title: 'How It Works',
  lead: 'The workflow we are building, from the spreadsheet you have to the next compound you make. Predict, Generate and Validate are In Development.',
  steps: [
    {
      title: 'Load and harmonize data',
      description:
        'Upload structures and assay results. Salts, tautomers and stereochemistry will be standardised and units reconciled, so that 50 nM in one file and a pIC50 of 7.3 in another are read as the same value, each kept with its assay conditions.',
    },
    {
      title: 'Run predictors',
      description:
        'Estimate binding and activity (IC50, EC50, Ki) and cytotoxicity against normal and tumour cells. Each value will carry an uncertainty estimate and an out-of-distribution check.',
    },
    {
      title: 'See expected biology',
      description:
        'Review the omics shifts expected downstream: which genes and pathways are likely to move, in which direction, and how well the data supports it.',
    },
    {
      title: 'Design to spec',
      description:
        'Set limits on potency, logP, TPSA, structural alerts, synthetic accessibility and predicted liabilities. Hard-ban the motifs you will not make and bias toward the chemotypes you trust.',
    },
    {
      title: 'Close the loop',
      description:
        'Take the shortlist to the bench and bring the results back. The Reproducibility Hub will log datasets, parameters, model versions and QC, and new measurements will feed the next round of learning.',
    },
  ],
  action: { label: 'See the pipeline', href: '/pipeline' } satisfies Action,
};

export const problem = {
  title: 'Most drugs fail late, when failing costs the most',
  paragraphs: [
    'A clinical trial is an expensive place to learn that a molecule is toxic, unselective or aimed at the wrong target. Some of that could have been known at the bench, and some of it before the bench.',
    'Prediction does not replace experiments. It helps you choose which to do first, as long as it says plainly when it does not know.',
  ],
  statistics: [
    {
      id: 'failure',
      value: 'About 90%',
      label: 'of drugs fail',
      footnote:
        'Share of candidates entering clinical trials that never reach approval, all indications; a commonly quoted rounding of published Phase I-to-approval success rates.',
    },
    {
      id: 'cost',
      value: '$2.6B',
      label: 'cost per approved drug',
      footnote:
        'Average cost per approved medicine in US dollars, counting failures and the cost of capital; Tufts Center for the Study of Drug Development, published 2016, in 2013 dollars.',
    },
    {
      id: 'time',
      value: '15 years',
      label: 'from idea to approval',
      footnote:
        'A commonly quoted figure that counts early target research. Estimates depend on when the clock starts.',
    },
  ] satisfies Statistic[],
};

export const demoCallToAction = {
  title: 'See it on a problem like yours',
  text: 'A 30-minute demo with our technical team: what the models predict so far, where they are weak, and whether they will suit your targets.',
  action: { label: 'Request a demo', href: '/contact?type=demo' } satisfies Action,
  note: 'Demo requests get a response within two business days.',
};

export const faq: readonly FaqItem[] = [
  {
    question: `What does ${site.name} do?`,
    answer:
      'We are building a cloud-hosted platform for research labs and enterprise R&D teams. It will predict ligand binding and activity, cytotoxicity against normal and tumour cells, and downstream omics shifts, and it will propose new molecules within constraints that you set. We are starting with oncology and neurodegenerative disease.',
  },
  {
    question: 'Can I use it today?',
    answer:
      'Not yet. Predict, Generate and Validate are In Development, and an open-access engine is Coming Soon. You can join the waitlist on the platform page, or ask for a demo and see how far we have come.',
  },
  {
    question: 'How do I know when to trust a prediction?',
    answer:
      'Each prediction will carry an uncertainty estimate and an out-of-distribution check. The first gives the likely range; the second says whether your molecule resembles anything the model was trained on. When it does not, the platform will say so instead of giving a confident number.',
  },
  {
    question: 'Can the results be used to treat patients?',
    answer: `No. ${site.disclaimer} They are meant to help researchers decide what to make and test next.`,
  },
];

export const blogTeaser = {
  title: 'From the blog',
  text: 'Notes on methods, measurements and what we have learned from being wrong.',
  action: { label: 'Read the blog', href: '/blog' } satisfies Action,
};
