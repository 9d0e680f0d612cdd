import type { Action } from './action.ts';

export const hero = {
  title: 'Molecules',
  lead: 'Every structure shown in our posts and pages. Search by drawing, SMILES or name.',
};

export const draw = {
  title: 'Draw a structure',
  lead: 'Draw a molecule to find it, or molecules that contain it.',
  howTo: {
    title: 'How to draw',
    click: { fine: 'Click', coarse: 'Tap' },
    steps: [
      'an atom to add a bond to it, or drag from it in the direction you want.',
      'a bond to make it double, then triple.',
      'an element or a ring, then the atom where it belongs.',
    ],
  },
  noScript: 'Drawing needs JavaScript. You can enter a structure as SMILES.',
};

/** Placeholders: `{count}`, `{examined}` and `{candidates}` are numbers, `{formula}` a formula. */
export const search = {
  label: 'SMILES or name',
  hint: 'SMARTS, InChI and InChIKey work too. Stereochemistry counts if you specify it.',
  mode: 'Find',
  modes: {
    exact: 'this molecule',
    substructure: 'molecules that contain it',
  },
  submit: 'Search',
  draw: 'Draw it',
  pageTitle: 'Structure search',
  query: 'Your query',
  queryDrawing: 'Structure of the query',
  results: {
    exact: { one: '1 molecule matches', many: '{count} molecules match' },
    substructure: {
      one: '1 molecule contains your structure',
      many: '{count} molecules contain your structure',
    },
  },
  truncated:
    'The search ended after {examined} of {candidates} molecules, smallest first. Try a larger or more specific structure.',
  empty: {
    title: 'No molecules found',
    exact: 'Our posts and pages do not show it by itself. Try a search for a part of it.',
    substructure: 'No molecule here contains it. Try a smaller or simpler part.',
  },
  refused: {
    title: 'We could not read this as a structure or a known name',
    hint: 'The reason is given below the field. A structure is easier to draw than to type.',
  },
  tooMany: {
    title: 'Too many searches',
    hint: 'The site is busy. Please try again in a minute.',
  },
  match: {
    same: 'This molecule',
    stereoisomer: 'Stereoisomer',
    isotopologue: 'Other isotopes',
    contains: '',
    named: 'Matched by name',
  },
  all: { label: 'All molecules', href: '/molecules' } satisfies Action,
  pages: 'Pages of results',
  previous: 'Previous results',
  next: 'More results',
};

export const list = {
  title: 'All molecules',
  count: { one: '1 molecule', many: '{count} molecules' },
  posts: { one: '1 post', many: '{count} posts' },
  shownOn: 'Shown on',
  shownIn: 'Shown in',
  pages: 'Pages of molecules',
  previous: 'Previous molecules',
  next: 'More molecules',
};

/** Placeholders: `{name}` is a name or formula, `{formula}` a formula, `{program}` a program with its version. */
export const molecule = {
  description: 'Structure, properties and files of {name}, {formula}, and where it appears.',
  drawing: 'Structure of {name}',
  names: 'Also called',
  properties: 'Properties',
  computedBy: 'Computed by {program}, not measured.',
  identifiers: 'Identifiers',
  files: 'Files',
  fileKinds: {
    smi: 'SMILES',
    mol: 'Molfile',
    svg: 'Drawing',
  },
  posts: 'Posts that show this molecule',
  pages: 'Pages that show this molecule',
  containing: 'Find molecules that contain it',
  notFound: {
    title: 'Molecule Not Found',
    message: 'None of our posts and pages shows a molecule with this InChIKey.',
  },
  /** Says what a molecule is of which the site has nothing else to say; the placeholders are numbers. */
  lead: 'A molecule of {atoms} that weighs {weight} g/mol.',
};
