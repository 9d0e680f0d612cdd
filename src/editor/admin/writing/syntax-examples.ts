import type { Reference } from '../../../science/references/reference.ts';
import source from './syntax-examples.md?raw';

const EXAMPLE = /^````markdown\n([\s\S]*?)\n````$/gm;

/** A test renders each of them: none gives a finding. */
export const SYNTAX_EXAMPLES = [...source.matchAll(EXAMPLE)].map(([, example = '']) => example);

export const HELP = source.replace(EXAMPLE, '$&\n\n$1');

export const EXAMPLE_REFERENCES: Reference[] = [
  {
    key: 'cheng1973',
    title: 'Relationship between the inhibition constant and the IC50',
    url: 'https://doi.org/10.1016/0006-2952(73)90196-2',
    description: '',
    type: 'research paper',
    csl: {
      type: 'article-journal',
      author: [
        { family: 'Cheng', given: 'Y.' },
        { family: 'Prusoff', given: 'W. H.' },
      ],
      issued: { 'date-parts': [[1973]] },
    },
  },
];
