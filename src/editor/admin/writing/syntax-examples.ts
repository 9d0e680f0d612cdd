import type { Reference } from '../../../science/references/reference.ts';
import source from './syntax-examples.md?raw';

/** An example of the writing help, in Markdown. */
type SyntaxExample = { name: string; source: string; note: string };

/** What a post can be written with. A test renders each of them: none gives a finding. */
export const SYNTAX_EXAMPLES: readonly SyntaxExample[] = [
  ...source.matchAll(/^## (.+)\n\n(?:(.+)\n\n)?````markdown\n([\s\S]*?)\n````$/gm),
].map(([, name = '', note = '', text = '']) => ({ name, note, source: text }));

const NEXT = 'next-example';

/** All examples in one text, so that one call renders them. */
export const EXAMPLES_TOGETHER = SYNTAX_EXAMPLES.map((each) => each.source).join(`\n\n${NEXT}\n\n`);

/** The markup of each example. */
export const apart = (html: string): string[] => html.split(new RegExp(`<p[^>]*>${NEXT}</p>`));

/** What the examples cite. */
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
