import { expect, test } from 'vitest';
import { makeTestSite } from '../../../test/make-site.ts';
import { glossaryTerms } from '../../content/glossary.ts';
import { drawEquations } from './equations.ts';

test('readers of the glossary see the equations of the terms that have one', async () => {
  const equations = await drawEquations(await makeTestSite());
  const shown = glossaryTerms.map(({ term }) => equations[term.toLowerCase()] ?? '');
  expect(shown.filter((html) => html !== '').map((html) => html.replace(/<[^>]+>/g, ''))).toEqual([
    'pIC50=−log10\u2061IC501mol/L',
    'Ki=IC501+[S]/Km',
    'log\u2061P=log10\u2061[X]octanol[X]water',
  ]);
});
