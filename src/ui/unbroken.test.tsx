import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Title, Unbroken } from './unbroken.tsx';

/** Puts what stays on one line in brackets. */
const bracketed = (markup: string) =>
  markup.replace(/<span class="[\w-]+">(.*?)<\/span>/g, '[$1]').replace(/<\/?sub>/g, '');

test.each([
  [
    'generation and 12-month pre-clinical cycles.',
    'generation and [12-month] [pre-clinical] cycles.',
  ],
  ['in octan-1-ol and in water', 'in [octan-1-ol] and in water'],
  ['modalities, 2011–2020; BIO', 'modalities, [2011–2020;] BIO'],
  ['within 24 hours; requests', 'within [24 hours;] requests'],
  ['so that 50 nM in one file', 'so that [50 nM] in one file'],
  ['about 90 Å².', 'about [90 Å².]'],
  ['Ligara. 2026 Sep 2 [cited]', 'Ligara. [2026 Sep 2] [cited]'],
  ['teaching (non-commercial) and early-phase', 'teaching [(non-commercial)] and [early-phase]'],
])('no line ends within a figure or after a short part of a compound: %s', (text, expected) => {
  expect(bracketed(renderToStaticMarkup(<Unbroken text={text} />))).toBe(expected);
});

test('other words break as ever', () => {
  const text =
    'An out-of-distribution check of a protein-ligand complex of 3 molecules, 24 hoursglass';
  expect(renderToStaticMarkup(<Unbroken text={text} />)).toBe(text);
});

test('no line of a title ends within a compound, and subscripts stay', () => {
  expect(
    bracketed(renderToStaticMarkup(<Title text="What a binding-affinity of IC₅₀ says" />)),
  ).toBe('What a [binding-affinity] of IC50 says');
});
