import { expect, it } from 'vitest';
import { renderBody } from './body.ts';

/** Shows no-break spaces as `_`. */
const shown = async (content: string, context = {}) =>
  (await renderBody(content, context)).html.replaceAll('\u00a0', '_');

it.each([
  ['100 nM and 2.5 µM', '100_nM and 2.5_µM'],
  ['72 h at 25 °C, 1.36 kcal/mol', '72_h at 25_°C, 1.36_kcal/mol'],
  ['95 % of 12 mg/kg', '95_% of 12_mg/kg'],
  ['1.48 ± 0.69', '1.48_±_0.69'],
  ['K<sub>i</sub> = IC<sub>50</sub>_/_2', 'K<sub>i</sub>_=_IC<sub>50</sub>_/_2'],
  ['a value of "> 50 µM"', 'a value of ">_50_µM"'],
  ['about five-fold on', 'about five-\u2060fold on'],
  ['SI = 30 nM', 'SI_=_30_nM'],
  ['IC50 / (1 + [S]/Km)', 'IC50_/_(1_+_[S]/Km)'],
  ['*x* ≈ **2**', '<em>x</em>_≈_<strong>2</strong>'],
])('a quantity or an equation stays on one line: %s', async (content, expected) => {
  expect(await shown(content)).toBe(`<p>${expected}</p>`);
});

it('no line begins with what ends a clause after a formula', async () => {
  expect(await shown('Of $x$, and $y$ too')).toMatch(
    /<\/math><\/span>\u2060, and <span.*<\/span> too/,
  );
});

it.each(['10 Markers', '3 hits', '5 minutes', 'a - b', 'yes/no'])(
  'words break as ever: %s',
  async (text) => {
    expect(await shown(text)).toBe(`<p>${text}</p>`);
  },
);

it('what is copied from code has the spaces of its author', async () => {
  expect(await shown('`10 nM = x`')).toBe('<p><code>10 nM = x</code></p>');
  expect(await shown('    10 nM = x')).toContain('10 nM = x');
});

it('the text for searches and feeds has ordinary spaces', async () => {
  expect((await renderBody('100 nM')).text).toBe('100 nM');
});
