import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { glossaryTerms } from '../../../content/glossary.ts';
import { Equation } from './term-card.tsx';

test('readers of the glossary see the equations of the terms that have one', () => {
  const shown = glossaryTerms.map(({ term }) =>
    renderToStaticMarkup(<Equation term={term.toLowerCase()} />).replace(/<[^>]+>/g, ''),
  );
  expect(shown.filter((text) => text !== '')).toEqual([
    'pIC50=−log10IC501mol/L',
    'Ki=IC501+[S]/Km',
    'logP=log10[X]octanol[X]water',
  ]);
});
