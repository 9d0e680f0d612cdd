import type { Action } from './action.ts';
import type { MoleculeId } from './molecules.ts';
import type { PageSeo } from './page-seo.ts';
import { site } from './site.ts';

export const seo: PageSeo = {
  title: `Terms & Definitions | ${site.name}`,
  description:
    'IC50, Ki, logP, out-of-distribution, synthetic accessibility: the terms of AI drug discovery, defined exactly and in plain words.',
  keywords:
    'drug discovery glossary, IC50 definition, EC50 vs IC50, logP definition, virtual screening definition, ADMET',
  canonical: '/glossary',
};

export const glossaryCategories = [
  'Pharmacology',
  'AI/ML',
  'Computational Chemistry',
  'Drug Development',
  'Pharmacokinetics',
  'Drug Discovery',
] as const;

export type GlossaryCategory = (typeof glossaryCategories)[number];

export interface GlossaryTerm {
  term: string;
  definition: string;
  category: GlossaryCategory;
  /** Each is the `term` of another entry. */
  relatedTerms: readonly string[];
}

export type TermExample = { molecules: readonly MoleculeId[]; text: string };

export const hero = {
  eyebrow: 'Glossary',
  title: 'Terms & Definitions',
  lead: 'The terms we use, defined as precisely as a specialist would define them, and explained for colleagues from other disciplines.',
};

export const search = {
  label: 'Search the glossary',
  placeholder: 'Term or category',
  categories: 'Categories',
  relatedTerms: 'Related terms',
  usedIn: 'In the blog',
  clear: 'Clear search',
  results: 'Showing {count} of {total} terms',
  structure: 'Structure of {name}',
  empty: {
    title: 'No terms found',
    hint: 'Try different terms, a shorter word, or one of the categories.',
  },
};

export const platformLink = {
  text: 'See how we will predict these quantities, and how far each can be trusted.',
  action: { label: 'Explore the platform', href: '/platform' } satisfies Action,
};

/** Terms that are better shown than defined, by their first name in lower case. */
export const examples: Readonly<Record<string, TermExample>> = {
  tpsa: {
    molecules: ['rasagiline', 'levodopa'],
    text: 'TPSA counts the atoms drawn as letters. Rasagiline has one and enters the brain unaided; levodopa has five and is carried in by an amino-acid transporter.',
  },
};

/** The first terms; administrators change them later. No definition may contain the name of a category: searching for one must find only its own terms. */
export const glossaryTerms: readonly GlossaryTerm[] = [
  {
    term: 'IC50',
    definition:
      'Half-maximal inhibitory concentration: the concentration of a compound at which a measured response, such as the activity of an enzyme, lies halfway between the upper and the lower plateau of the fitted curve (relative IC50). Some assays report the concentration that leaves half of the uninhibited response instead (absolute IC50); the two agree only when inhibition is complete. It depends on the conditions of the assay (substrate or probe concentration, incubation time), so values from different assays are not directly comparable. Often given as pIC50, the negative base-10 logarithm of the molar value.',
    category: 'Pharmacology',
    relatedTerms: ['EC50', 'Ki', 'Cytotoxicity'],
  },
  {
    term: 'EC50',
    definition:
      'Half-maximal effective concentration: the concentration of a compound that produces an effect halfway between the baseline and its own maximum in a given assay. It describes potency, not how large that maximum is: a partial agonist can have a low EC50 and a small effect.',
    category: 'Pharmacology',
    relatedTerms: ['IC50', 'Ki'],
  },
  {
    term: 'Ki',
    definition:
      'Inhibition constant: the dissociation constant, at equilibrium, of the complex between an inhibitor and its target. The smaller it is, the tighter the binding. For a competitive enzyme inhibitor it follows from the IC50, the substrate concentration [S] and the Michaelis constant Km by the Cheng–Prusoff equation. It therefore depends less on assay conditions than the IC50 does.',
    category: 'Pharmacology',
    relatedTerms: ['IC50', 'EC50'],
  },
  {
    term: 'Cytotoxicity',
    definition:
      'Damage to cells, or their death, caused by a compound. It is usually measured after a fixed exposure, such as 24, 48 or 72 hours, and quoted as the concentration that halves a viability signal (CC50) or halves growth (GI50). A viability signal alone cannot tell killing from slowed growth. Comparing tumour with normal cells shows whether there is a useful window between them.',
    category: 'Pharmacology',
    relatedTerms: ['IC50', 'Structural alert', 'ADMET'],
  },
  {
    term: 'Uncertainty estimate',
    definition:
      'A statement, attached to a prediction, of how far the true value may lie from it; for example, a 90% prediction interval. It combines noise in the measurements (aleatoric uncertainty) with what the model has not learned (epistemic uncertainty). It is calibrated when 90% intervals contain the measured value nine times out of ten.',
    category: 'AI/ML',
    relatedTerms: ['Out-of-distribution check', 'Virtual screening'],
  },
  {
    term: 'Out-of-distribution check',
    definition:
      'A test of whether a molecule resembles the data that a model was trained on. Beyond that region, also called the model’s applicability domain, predictions can be wrong without looking wrong. Common measures are similarity to the nearest training molecules, distance in the representation that the model has learned, and disagreement within an ensemble of models.',
    category: 'AI/ML',
    relatedTerms: ['Uncertainty estimate', 'Diffusion model'],
  },
  {
    term: 'Diffusion model',
    definition:
      'A generative model trained to undo noise that is added to examples step by step. To generate, it starts from pure noise and removes a little at each step until a new example appears: a molecular graph, say, or a set of atoms with coordinates. A binding site or a range of properties can be used to guide each step.',
    category: 'AI/ML',
    relatedTerms: ['Synthetic accessibility score', 'Out-of-distribution check'],
  },
  {
    term: 'logP',
    definition:
      'The base-10 logarithm of the partition coefficient: the ratio of the concentrations of a compound, in its neutral form, in octan-1-ol and in water at equilibrium. It measures lipophilicity. A value calculated from the structure is written cLogP or similar. For compounds that ionise, logD is the corresponding figure at a stated pH, counting all forms.',
    category: 'Computational Chemistry',
    relatedTerms: ['TPSA', 'ADMET', 'Bioavailability'],
  },
  {
    term: 'TPSA',
    definition:
      'Topological polar surface area: the part of the molecular surface, in square ångströms, that belongs to polar atoms, chiefly nitrogen, oxygen and the hydrogens bound to them. It is summed from contributions of fragments, so no three-dimensional structure is needed. As rules of thumb, passive absorption from the gut falls off above about 140 Å² and entry to the brain above about 90 Å².',
    category: 'Computational Chemistry',
    relatedTerms: ['logP', 'Bioavailability'],
  },
  {
    term: 'Synthetic accessibility score',
    definition:
      'An estimate of how hard a molecule is to make. On the widely used scale of Ertl and Schuffenhauer it runs from 1 (easy) to 10 (very hard), combining how common the molecule’s fragments are among known compounds with penalties for size, stereocentres, macrocycles and unusual ring systems. It does not propose a route, and a low score is not a promise that one exists.',
    category: 'Computational Chemistry',
    relatedTerms: ['Diffusion model', 'Structural alert'],
  },
  {
    term: 'Preclinical candidate',
    definition:
      'A molecule that has been chosen, after optimisation for potency, selectivity, exposure and safety, to enter the formal toxicology and manufacturing work required before a first trial in people. Nominating one commits a team to a single structure.',
    category: 'Drug Development',
    relatedTerms: ['ADMET', 'Bioavailability', 'Cytotoxicity'],
  },
  {
    term: 'ADMET',
    definition:
      'Absorption, distribution, metabolism, excretion and toxicity. The first four describe what the body does to a compound, and set how much of it reaches its target and for how long; the last describes the harm that a compound may do to the body. Poor values in any of them can end a program, however potent the compound.',
    category: 'Pharmacokinetics',
    relatedTerms: ['Bioavailability', 'Cytotoxicity', 'logP'],
  },
  {
    term: 'Bioavailability',
    definition:
      'The fraction of a dose that reaches the systemic circulation unchanged, written F. It is 100% for an intravenous dose, by definition. An oral dose loses part to incomplete absorption and part to first-pass metabolism in the gut wall and liver.',
    category: 'Pharmacokinetics',
    relatedTerms: ['ADMET', 'TPSA', 'logP'],
  },
  {
    term: 'Virtual screening',
    definition:
      'Ranking a library of molecules by computer, to choose which to buy or make and then test. Ligand-based methods compare molecules with known actives; structure-based methods, such as docking, fit each one into a model of the binding site. The result is judged by enrichment: how many more true actives are found among the molecules tested than chance would give.',
    category: 'Drug Discovery',
    relatedTerms: ['Uncertainty estimate', 'Structural alert', 'IC50'],
  },
  {
    term: 'Structural alert',
    definition:
      'A substructure that is associated with a liability, such as chemical reactivity, mutagenicity, reactive metabolites or interference with assays (PAINS filters are an example of the last). An alert is a reason to look closer, not a verdict: many approved medicines contain one.',
    category: 'Drug Discovery',
    relatedTerms: ['Cytotoxicity', 'Virtual screening', 'Synthetic accessibility score'],
  },
];
