import type { Action } from './action.ts';

export const hero = {
  title: 'Molecules',
  lead: 'Every structure that our posts and pages show. Look for one as you would draw it.',
};

/** The page with a sheet to draw on. */
export const draw = {
  title: 'Draw a structure',
  lead: 'What you draw becomes the query.',
  noScript: 'Drawing needs JavaScript. Structures can be written as SMILES above.',
};

/** Placeholders: `{count}`, `{examined}` and `{candidates}` are numbers, `{formula}` a formula, `{threshold}` a percentage. */
export const search = {
  label: 'Structure, as SMILES, or name',
  hint: 'Or SMARTS for a part of it, an InChIKey or an InChI. Stereochemistry that you write counts.',
  mode: 'Find',
  modes: {
    exact: 'this molecule',
    substructure: 'what contains it',
    similarity: 'what is similar to it',
  },
  threshold: 'Similar by at least',
  submit: 'Search',
  draw: 'Draw it',
  pageTitle: 'Structure search',
  query: 'You are looking for',
  /** The accessible name of the drawing. */
  queryDrawing: 'Structure of the query',
  results: {
    exact: { one: '1 molecule is it', many: '{count} molecules match' },
    substructure: { one: '1 molecule contains it', many: '{count} molecules contain it' },
    similarity: { one: '1 molecule is similar to it', many: '{count} molecules are similar to it' },
  },
  truncated:
    '{examined} of {candidates} molecules that may contain it were looked at in time, the smallest first. A larger or more specific structure finds the rest.',
  empty: {
    title: 'No molecule is found',
    exact: 'Nothing here shows it. A search for what is similar may find its relatives.',
    substructure: 'No molecule here contains it. A smaller part of it may be found.',
    similarity: 'None is as similar as that. A lower threshold finds more.',
  },
  refused: {
    title: 'This is neither a structure nor the name of a molecule here',
    hint: 'What is wrong stands below the field. Aspirin, for example, is CC(=O)Oc1ccccc1C(=O)O, and a benzene ring c1ccccc1.',
  },
  tooMany: {
    title: 'Too many searches',
    hint: 'There have been more than the site can do at once. Please try again in a minute.',
  },
  match: {
    same: 'This molecule',
    stereoisomer: 'Stereoisomer',
    contains: '',
    similar: '{threshold}% similar',
    named: 'By its name',
  },
  all: { label: 'All molecules', href: '/molecules' } satisfies Action,
  pages: 'Pages of results',
  better: 'Previous results',
  worse: 'More results',
};

export const list = {
  title: 'All molecules',
  count: { one: '1 molecule', many: '{count} molecules' },
  posts: { one: '1 post', many: '{count} posts' },
  pages: 'Pages of molecules',
  previous: 'Previous molecules',
  next: 'More molecules',
};

/** Placeholders: `{name}` is a name or formula, `{formula}` a formula, `{program}` a program with its version. */
export const molecule = {
  description: 'Structure, properties and files of {name}, {formula}, and where it is shown.',
  drawing: 'Structure of {name}',
  names: 'Also called',
  properties: 'Properties',
  computedBy: 'Computed by {program}, not measured.',
  identifiers: 'Identifiers',
  files: 'Files',
  fileKinds: {
    smi: 'SMILES',
    sdf: 'Structure with properties',
    svg: 'Drawing, for print',
    png: 'Drawing, as a picture',
    json: 'Everything, as JSON',
  },
  posts: 'Posts that show this molecule',
  pages: 'Pages that show this molecule',
  morePosts: 'The newest {count} are shown.',
  forms: 'Forms that posts drew',
  formsHint:
    'They have one InChIKey, which does not tell tautomers and zwitterions apart. The properties above are those of the first.',
  stereoisomers: 'Stereoisomers',
  stereoisomersHint: 'The same atoms and bonds, arranged differently in space, or other isotopes.',
  explore: { similar: 'Find similar molecules', containing: 'Find what contains it' },
  notFound: {
    title: 'Molecule Not Found',
    message: 'None of our posts and pages shows a molecule with this InChIKey.',
  },
  /** Says what a molecule is of which the site has nothing else to say; the placeholders are numbers. */
  lead: 'A molecule of {atoms} heavy atoms that weighs {weight} g/mol.',
};

/** Names and units of computed properties; those that count have no unit and no decimals. */
export const properties = {
  weight: { name: 'Molecular weight', unit: 'g/mol', decimals: 2 },
  exactMass: { name: 'Monoisotopic mass', unit: 'Da', decimals: 4 },
  cLogP: { name: 'cLogP (Crippen)', unit: '', decimals: 2 },
  tpsa: { name: 'Polar surface area (TPSA)', unit: 'Å²', decimals: 1 },
  donors: { name: 'H-bond donors (Lipinski)', unit: '', decimals: 0 },
  acceptors: { name: 'H-bond acceptors (Lipinski)', unit: '', decimals: 0 },
  rotatableBonds: { name: 'Rotatable bonds', unit: '', decimals: 0 },
  heavyAtoms: { name: 'Heavy atoms', unit: '', decimals: 0 },
} as const;
