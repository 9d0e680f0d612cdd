import type { Action } from './action.ts';
import type { FaqItem } from './faq.ts';
import type { Statistic } from './figures.ts';
import type { FormField } from './form-field.ts';
import type { MoleculeId } from './molecules.ts';
import type { PageSeo } from './page-seo.ts';
import { site } from './site.ts';

export const seo: PageSeo = {
  title: `AI Drug Discovery Tools | ${site.name}`,
  description:
    'Coming soon: predictors for ligand activity, cytotoxicity and downstream omics, and a generative designer, with uncertainty on every value. Join the waitlist.',
  keywords:
    'AI drug discovery platform, ligand activity prediction, tumour cytotoxicity prediction, omics prediction, generative drug design, uncertainty estimation',
  canonical: '/platform',
};

export const hero = {
  eyebrow: 'AI Drug Discovery Tools',
  title: 'Coming Soon',
  lead: 'You will know what a molecule is likely to do before you make it: how tightly it binds, what it does to normal and tumour cells, and which pathways it shifts. Each answer will say how sure it is.',
  waitlistLabel: 'Join the waitlist',
  actions: [{ label: 'See the pipeline', href: '/pipeline' }] satisfies Action[],
};

export const areas = {
  title: 'Where each part stands',
  items: [
    {
      name: 'Predict',
      status: 'In Development',
      description: 'Binding and activity, cytotoxicity, and downstream omics shifts.',
    },
    {
      name: 'Generate',
      status: 'In Development',
      description: 'New molecules proposed within constraints that you set.',
    },
    {
      name: 'Validate',
      status: 'In Development',
      description: 'Wet-lab results returned, compared with predictions and learned from.',
    },
    {
      name: 'Open-access engine',
      status: 'Coming Soon',
      description: 'A public version of the predictors for teaching and non-commercial research.',
    },
  ] as const,
};

export const functionality = {
  title: 'Four tools, one record',
  lead: 'What we are building, tool by tool. Each will attach an uncertainty estimate and an out-of-distribution check to what it predicts.',
  blocks: [
    {
      icon: 'target',
      title: 'Ligand Activity Predictor',
      description:
        'Will predict ligand binding and activity (IC50, EC50, Ki) for a molecule against a chosen target.',
      details: [
        'Values on a logarithmic scale (pIC50, pEC50, pKi), each with a prediction interval',
        'Endpoints kept apart: no IC50 will be averaged with a Ki',
        'The nearest measured molecules shown beside each prediction, for you to judge',
        'A warning when the molecule lies outside the chemistry known for that target',
      ],
      explainedBy: ['how-to-read-an-ic50', 'what-a-binding-affinity-prediction-tells-you'],
    },
    {
      icon: 'test-tube',
      title: 'Tumor Cytotoxicity Predictor',
      description:
        'Will predict cytotoxicity against normal and tumour cells, so that potency can always be read beside selectivity.',
      details: [
        'Predictions by cell line, for tumour and normal cells, rather than one pooled score',
        'The window between effects on tumour and on normal cells, with its uncertainty',
        'Readout and exposure time kept with each value, because 24 hours and 72 hours are different measurements',
        'Structural alerts listed with the atoms that raise them',
      ],
      explainedBy: ['cytotoxicity-and-selectivity'],
    },
    {
      icon: 'dna',
      title: 'Downstream Omics Predictor',
      description:
        'Will predict downstream omics shifts: which genes and pathways are expected to change after treatment, and in which direction.',
      details: [
        'Direction and size of change by gene, summarised by pathway',
        'Cell context, dose and time taken into account where the data allows',
        'Weakly supported pathways marked, not hidden',
        'A hypothesis for the next experiment, not a substitute for it',
      ],
      explainedBy: ['uncertainty-and-out-of-distribution-checks'],
    },
    {
      icon: 'hexagon',
      title: 'Generative Drug Designer',
      description:
        'Will propose molecules under constraints: potency, logP, TPSA, structural alerts, synthetic accessibility score and predicted liabilities.',
      details: [
        'Hard-ban motifs that you will not make; bias toward chemotypes that you trust',
        'Several objectives at once, with the trade-offs between them shown',
        'Every proposal scored by the same predictors, with the same uncertainty and checks',
        'Checks of valence, stereochemistry, duplicates and closeness to known compounds before you see it',
      ],
      explainedBy: ['designing-molecules-under-constraints'],
    },
  ] as const,
  explained: 'The method, explained',
  example: 'In detail, with what a result would look like',
};

export const constraints = {
  molecule: 'lapatinib' as const satisfies MoleculeId,
  title: 'The limits you will set',
  text: 'Six properties of lapatinib, an approved oral medicine, beside the usual limits. It exceeds three of them and works all the same: a rule of thumb opens the discussion but does not settle it. In the designer, the limits will be yours.',
  structure: 'Structure of {name}',
  columns: { figure: 'Figure', value: 'Value', limit: 'Usual limit' },
  within: 'within',
  over: 'over',
  limits: [
    { figure: 'weight', limit: 500 },
    { figure: 'cLogP', limit: 5 },
    { figure: 'donors', limit: 5 },
    { figure: 'acceptors', limit: 10 },
    { figure: 'tpsa', limit: 140 },
    { figure: 'rotatableBonds', limit: 10 },
  ] as const,
  motifs: {
    title: 'With these motifs banned',
    items: [
      { name: 'Michael acceptor', finding: 'absent', isRejected: false },
      { name: 'Nitro group', finding: 'absent', isRejected: false },
      { name: 'Furan', finding: 'present: rejected', isRejected: true },
    ],
  },
  note: 'First four limits: Lipinski et al., 1997; last two: Veber et al., 2002. Properties computed with RDKit from the structure alone; not predictions of our models.',
};

export const howItWorks = {
  title: 'How It Works',
  summary: 'From your spreadsheet to a shortlist, and back again with results.',
  steps: [
    'You will submit structures, one at a time or as a batch, with assay data if you have it.',
    'We will standardise them, reconcile units and tell you what we could not read.',
    'The predictors will run, and each value will be returned with its uncertainty estimate and its out-of-distribution check.',
    'The designer will propose molecules within your constraints, or improve on one that you choose.',
    'You will take a shortlist to the bench. Your results will come back and feed continuous learning.',
  ],
};

export const reproducibilityHub = {
  title: 'Reproducibility Hub',
  text: 'Every run will be logged: datasets, parameters, model versions and QC. A colleague, a reviewer or a regulator will be able to ask how a number was made and get the same number\u00a0again.',
  items: [
    { term: 'Datasets', description: 'Source, version, filters and splits' },
    { term: 'Parameters', description: 'Every setting of the run, defaults included' },
    { term: 'Model versions', description: 'The exact weights, and what they were tested on' },
    { term: 'QC', description: 'What was flagged, corrected or left out, and why' },
  ],
};

export const figures: readonly Statistic[] = [
  {
    id: 'molecules',
    value: '10M+',
    label: 'validated molecules',
    footnote:
      'Structures that pass our standardisation and validity checks in the reference collection we draw on. Not a count of compounds tested at the bench.',
  },
  {
    id: 'uptime',
    value: '99.9%',
    label: 'uptime',
    footnote:
      'Availability that the hosted service is designed for, measured monthly. A service target, not a record.',
  },
];

export const pricing = {
  id: 'pricing',
  title: 'Pricing',
  lead: 'Two ways to work with us. Both begin with a conversation.',
  price: 'Contact for demo',
  plans: [
    {
      name: 'Starter Lab',
      audience: 'For academic groups and small teams',
      features: [
        'Pay-per-prediction',
        'No monthly minimum',
        'Web interface and batch upload',
        'Community email support',
      ],
      action: { label: 'Request a demo', href: '/contact?type=demo' },
    },
    {
      name: 'Enterprise',
      audience: 'For pharmaceutical and biotechnology R&D',
      features: [
        'Annual licence or usage-based billing',
        'Private-cloud or on-prem deployment',
        'REST/GraphQL API',
        'SLA and dedicated support',
      ],
      action: { label: 'Request an Enterprise demo', href: '/contact?type=demo' },
    },
  ],
  note: 'Demo requests get a response within two business days.',
};

export const offer = {
  price: '0',
  priceCurrency: 'USD',
  description: 'Contact for demo',
};

export const faq: readonly FaqItem[] = [
  {
    question: 'When can I use the platform?',
    answer:
      'The MVP, with IC50 and toxicity prediction, was announced for Q4 2025 and generative design for Q2 2026. Those are the dates as announced. Both have passed and the work is late: Predict, Generate and Validate are In Development. We will begin with a beta for academic partners; join the waitlist and we will write when there is a place for you.',
  },
  {
    question: 'What will I be able to submit?',
    answer:
      'Small molecules as SMILES or structure files, one at a time or as a batch, with assay results in a table if you have them. Our first models will not be suited to peptides, degraders or covalent binders, and will mark them as out of distribution.',
  },
  {
    question: 'How are uncertainty and out-of-distribution checks reported?',
    answer:
      'Each prediction will come with an interval and a check. We aim for intervals that mean what they say: a 90% interval should contain the measured value nine times out of ten. The check will compare your molecule with the training data; if it lies outside, the value will be shown as unsupported.',
  },
  {
    question: 'Who owns the molecules and data that I submit?',
    answer:
      'You will, and the outputs made from them too. We will use confidential structures or results to train shared models only if you have agreed to it in writing. Enterprise customers will be able to run the platform in a private cloud or on-prem, so that nothing leaves their network.',
  },
  {
    question: 'How does pricing work?',
    answer:
      'Starter Lab will be pay-per-prediction with no monthly minimum. Enterprise will be an annual licence or usage-based billing. We are settling prices with early users, so please ask for a demo.',
  },
  {
    question: 'Does it replace docking, free-energy calculations or assays?',
    answer:
      'No. It is meant for the front of the funnel, where the question is which of many molecules to look at. Physics-based methods earn their cost on a shortlist, and only an assay settles the matter. Outputs are for research use only.',
  },
];

export const next = {
  title: 'Before you ask for a demo',
  links: [
    { label: 'See how the tools will fit together', href: '/pipeline' },
    { label: 'Meet the people building them', href: '/teams' },
    { label: 'Ask us a question', href: '/contact' },
  ] satisfies Action[],
};

export const waitlist = {
  title: 'Join the waitlist',
  text: 'Tell us who you are and what you would like to predict first.',
  fields: [
    { name: 'name', label: 'Name', type: 'text', required: true, autoComplete: 'name' },
    { name: 'email', label: 'Email', type: 'email', required: true, autoComplete: 'email' },
    { name: 'company', label: 'Company', type: 'text', autoComplete: 'organization' },
    { name: 'role', label: 'Role', type: 'text', autoComplete: 'organization-title' },
    { name: 'message', label: 'Message', type: 'textarea' },
  ] satisfies FormField[],
  submit: 'Join the waitlist by email',
  close: 'Close',
  /** Stands below a form that makes no call. */
  note: 'This opens a draft in your email program. Nothing reaches us until you send it.',
  draft: {
    to: site.email.info,
    subject: 'New Waitlist Registration',
    submittedLabel: 'Submitted',
  },
};

/** The waitlist's texts when forms are sent to the server; only then does a page carry it. */
export const liveWaitlist = {
  note: 'This sends us your details and opens a copy as a draft in your email program. We use them only to write to you about access.',
  registration: {
    sending: 'Sending your details…',
    received:
      'You are on the waitlist: your details have reached us. The draft in your email program is a copy; you need not send it.',
    failed:
      'Your details have not reached us yet, but nothing is lost: they are in the draft in your email program. Please send it to join the waitlist.',
    openDraft: 'Open the draft again',
  },
};
