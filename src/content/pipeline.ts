import type { Action } from './action.ts';
import type { PageSeo } from './page-seo.ts';
import type { RoadmapMilestone } from './roadmap.ts';

export const seo: PageSeo = {
  title: 'AI assisted preclinical pipeline',
  description:
    'How we plan to go from hypothesis to hit selection: target triage, screening, toxicity and selectivity, design and the wet lab, with dates for each milestone.',
  keywords:
    'preclinical pipeline, target triage, virtual screening, toxicity analysis, oncology pipeline',
  canonical: '/pipeline',
};

export interface PipelineStage {
  id: string;
  name: string;
  description: string;
  output: string;
  /** Slugs of the posts that explain the method; links to those that are public. */
  explainedBy?: readonly string[];
}

export const geneSymbols = ['KRAS', 'TP53', 'CDKN2A', 'SMAD4', 'BRCA'];

export const hero = {
  eyebrow: 'Research Timeline',
  title: 'From hypothesis to hit selection',
  lead: 'AI-driven insights and strategic therapeutic targeting, in an order that lets weak ideas fail cheaply: nothing is made until the earlier stages support it.',
};

export const therapeuticAreas = {
  title: "Diseases We're Tackling First",
  lead: 'Two areas where the need is plain, the biology is measured well enough to learn from, and selectivity decides whether a molecule helps or harms.',
  labels: {
    expand: 'Show diseases',
    collapse: 'Hide diseases',
    details: 'About the disease',
    prevalence: 'Burden',
    challenge: 'The challenge',
    medicines: 'In use today',
    structure: 'Structure of {name}',
    medicinesNote:
      'Two medicines in use for each disease, as examples of what a new one is measured against. None of them is ours.',
  },
  areas: [
    {
      category: 'Oncology',
      icon: 'ribbon',
      description:
        'Killing tumour cells is easy; sparing normal ones is not. We will read activity and cytotoxicity together from the first screen, so that selectivity is designed in rather than hoped for.',
      diseases: [
        {
          name: 'Breast cancer',
          details:
            'Including triple-negative and HER2+ subtypes. Triple-negative tumours lack the oestrogen and progesterone receptors and do not overexpress HER2, so endocrine and HER2-directed medicines have little to act on. HER2+ tumours do respond, but many become resistant or spread to the brain.',
          prevalence: '2.3M new cases a year',
          challenge:
            'Few selective targets in triple-negative disease, acquired resistance in HER2+ disease, and metastases behind the blood–brain barrier.',
          footnote:
            'New cases worldwide in 2020, all subtypes of breast cancer in women; International Agency for Research on Cancer, GLOBOCAN 2020.',
          medicines: [
            {
              molecule: 'lapatinib',
              use: 'For advanced HER2+ disease, with capecitabine or letrozole.',
            },
            {
              molecule: 'olaparib',
              use: 'For HER2-negative disease with an inherited BRCA mutation.',
            },
          ],
        },
        {
          name: 'Pancreatic ductal adenocarcinoma',
          details:
            'The most common pancreatic cancer, about nine in ten cases. KRAS is mutated in more than 90% of tumours, usually with loss of TP53, CDKN2A or SMAD4. Most people are diagnosed when surgery is no longer possible.',
          prevalence: '495K new cases a year; 5-year survival 11%',
          challenge:
            'A dense stroma that hinders drug delivery, late diagnosis, and KRAS variants for which selective inhibitors are only beginning to arrive.',
          footnote:
            'New cases worldwide in 2020, all pancreatic cancers; International Agency for Research on Cancer, GLOBOCAN 2020. Survival at five years, all stages together, of people diagnosed in the United States from 2011 to 2017; American Cancer Society, 2022.',
          medicines: [
            {
              molecule: 'gemcitabine',
              use: 'For advanced disease, alone or with others, and after surgery.',
            },
            {
              molecule: 'olaparib',
              use: 'Maintenance of metastatic disease with an inherited BRCA mutation, after platinum has controlled it.',
            },
          ],
        },
      ],
    },
    {
      category: 'Neurodegeneration',
      icon: 'brain',
      description:
        'A molecule has to reach the brain before it can help. We will weigh exposure against potency from the start, and look for pathway shifts that point to slowing the disease, not just easing symptoms.',
      diseases: [
        {
          name: "Parkinson's disease",
          details:
            'Progressive loss of dopamine-producing neurons in the substantia nigra, with aggregates of alpha-synuclein. Levodopa and MAO-B inhibitors relieve the motor symptoms, often for years, while the loss continues.',
          prevalence: '10M people',
          challenge:
            'No medicine has yet been proven to slow the disease. Candidates must cross the blood–brain barrier and be safe for decades of use, and there is no validated marker of progression.',
          footnote:
            'People living with the disease worldwide, as estimated by the Parkinson’s Foundation in 2017. For 2019 the World Health Organization estimated 8.5 million.',
          medicines: [
            {
              molecule: 'levodopa',
              use: 'With carbidopa or benserazide, which keep it from being converted outside the brain.',
            },
            {
              molecule: 'rasagiline',
              use: 'Alone in early disease, or with levodopa.',
            },
          ],
        },
        {
          name: 'ALS',
          details:
            'Amyotrophic lateral sclerosis, the most common form of motor neurone disease. Upper and lower motor neurons degenerate; in nearly all cases the protein TDP-43 is found mislocalised and aggregated in affected cells. Around one case in ten runs in families.',
          prevalence: '450K people; survival 2–5 years',
          challenge:
            'Riluzole prolongs life by months. Causes differ between people, most cases have no known mutation to target, and the disease moves faster than most trials.',
          footnote:
            'People living with the disease worldwide, and the usual survival from diagnosis, as quoted by the ALS Therapy Development Institute, accessed 2026. Published estimates vary, and most are lower.',
          medicines: [
            {
              molecule: 'riluzole',
              use: 'The first medicine shown to prolong life with ALS.',
            },
            {
              molecule: 'edaravone',
              use: 'Approved in some countries; in one trial it slowed the loss of function in people at an early stage.',
            },
          ],
        },
      ],
    },
  ] as const,
};

export const comingSoon = {
  label: 'Coming Soon',
  title: 'Metabolic disorders and rare diseases',
  text: 'These will follow once we have data good enough to predict from. In rare disease there is often little, and we would rather wait than guess.',
};

export const stages = {
  title: 'Pipeline stages',
  lead: 'Six stages, as we are building them. At each one a molecule will be kept, or dropped for a recorded reason.',
  key: 'Filled: kept. Open: dropped, with the reason.',
  outputLabel: 'What comes out',
  explained: 'The method, explained',
  items: [
    {
      id: 'target-triage',
      name: 'Target triage',
      description:
        'We will rank targets by human genetic evidence, expression in the affected tissue, tractability to small molecules and the assays available to test them.',
      output: 'A shortlist of targets, with the case for and against each',
    },
    {
      id: 'virtual-screening',
      name: 'Virtual screening',
      description:
        'Libraries will be scored for predicted activity (IC50, EC50, Ki). The ranking will weigh each prediction against its uncertainty, and keep the chemotypes varied.',
      output: 'A diverse set of predicted hits, with uncertainty',
      explainedBy: ['what-a-binding-affinity-prediction-tells-you'],
    },
    {
      id: 'toxicity-triage',
      name: 'Toxicity triage',
      description:
        'Predicted cytotoxicity to normal cells, structural alerts and other liabilities will be weighed before anyone buys or makes a compound.',
      output: 'Flags on each molecule, with the substructure or evidence behind them',
    },
    {
      id: 'selectivity-analysis',
      name: 'Selectivity analysis',
      description:
        'Activity will be compared across related targets, and between tumour and normal cells, to find the molecules with a window worth testing.',
      output: 'A selectivity profile for each molecule that remains',
      explainedBy: ['cytotoxicity-and-selectivity'],
    },
    {
      id: 'wet-lab-loop',
      name: 'Wet lab loop',
      description:
        'The shortlist will be made or bought, its identity and purity confirmed, and tested. Results will come back to the models, negatives recorded as carefully as positives.',
      output: 'Measured values beside predicted ones, and retrained models',
      explainedBy: ['closing-the-loop-with-the-wet-lab'],
    },
    {
      id: 'candidate-review',
      name: 'Candidate review',
      description:
        'Chemists, biologists and modellers will read the evidence together and decide: progress, redesign or stop.',
      output: 'A decision, with its reasons and the record behind it',
    },
  ] satisfies PipelineStage[] as readonly PipelineStage[],
};

export const beside = {
  title: 'Alongside the stages',
  items: [
    {
      name: 'Downstream omics and pathway impact',
      description:
        'For the remaining molecules, we will estimate the changes expected in genes and pathways, so that effects beyond the target are seen before the bench.',
    },
    {
      name: 'Generative design to spec',
      description:
        'Where no library molecule will do, new ones will be proposed within constraints on potency, properties and safety, and will pass through the same stages.',
    },
  ],
};

/**
 * The ordered list in structured data: the stages that lead to a measurement, and the work beside them. A function, so
 * that the browser's script is without it.
 */
export function structuredSteps() {
  return [
    stage('target-triage'),
    stage('virtual-screening', 'Virtual screening and prioritization'),
    stage('toxicity-triage'),
    stage('selectivity-analysis'),
    ...beside.items,
    stage('wet-lab-loop', 'Wet lab feedback loop'),
  ];
}

function stage(id: string, name?: string) {
  const found = stages.items.find((item) => item.id === id);
  if (found === undefined) {
    throw new Error(`There is no stage "${id}".`);
  }
  return { name: name ?? found.name, description: found.description };
}

export const roadmap = {
  title: 'Research Timeline',
  inBrief: 'What we intend to deliver, and when',
  lead: 'Each date, with what we intend to deliver by it.',
  milestones: [
    {
      date: 'Q4 2025',
      title: 'MVP',
      description:
        'The first usable release: IC50 and toxicity prediction, with its validation results.',
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
      description: 'Design to a specification, with proposals made and tested in an assay.',
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
      description:
        'Shared programs with research groups and pharmaceutical R&D teams, on their targets and ours.',
      status: 'planned',
      details: [
        'Joint discovery programs in oncology and neurodegeneration',
        'Wet-lab results returned from partner laboratories',
        'Published comparison of predictions with measurements',
      ],
    },
  ] satisfies RoadmapMilestone[],
  vision: {
    title: 'Vision',
    text: 'Sub-$1M candidate generation and 12-month pre-clinical cycles.',
    footnote: 'Aims for the mature platform. Neither has been achieved yet.',
  },
};

export const next = {
  title: 'Working on one of these diseases?',
  text: 'We are looking for groups with a target, an assay and hard questions for us.',
  actions: [
    { label: 'Talk to us', href: '/contact?type=partnership' },
    { label: 'See the tools', href: '/platform' },
  ] satisfies Action[],
};

export const backToTop = 'Back to top';
