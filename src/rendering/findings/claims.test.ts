import { expect, test } from 'vitest';
import { makeMolecule } from '../../../test/make-molecule.ts';
import { LINEAR_LIMIT_MS, processorTime } from '../../../test/processor-time.ts';
import { checkColumns } from '../../science/tables/columns.ts';
import { createFindings } from '../../text/finding.ts';
import { renderBody } from '../body.ts';
import { findUnclearClaims } from './claims.ts';
import { findLooseNumbers } from './cross-references.ts';
import { findForeignIdentifiers } from './identifiers.ts';
import { readProse } from './prose.ts';

async function findingsOf(content: string): Promise<string[]> {
  const { findings } = await renderBody(content);
  return findings.map(({ line, code }) => `${line} ${code}`);
}

const table = (...rows: string[]) =>
  [rows[0], rows[0]?.replace(/[^|]+/g, ' --- '), ...rows.slice(1)].join('\n');
const OSIMERTINIB = 'C=CC(=O)Nc1cc(Nc2nccc(n2)-c2cn(C)c3ccccc23)c(OC)cc1N(C)CCN(C)C';
const structure = `\`\`\`smiles\n${OSIMERTINIB} Osimertinib\n\`\`\``;

test.each([
  ['value-without-unit', 'The IC50 was 12 against EGFR.'],
  ['value-without-unit', 'It binds with a K<sub>i</sub> of 0.5.'],
  ['value-without-unit', 'In cells (EC₅₀ = 3.4), it does less.'],
  ['value-without-unit', 'With $K_\\mathrm{i} = 5$ it is the best.'],
  ['logarithm-misfit', 'The IC50 of 12 nM (pIC50 6.9) is that of the first.'],
  ['logarithm-misfit', 'Its Ki is 1 µM, a pKi of 9.'],
  ['logarithm-misfit', 'We found pEC50 = 7.5, so EC50 = 300 nM.'],
  ['logarithm-misfit', 'IC50 = 1.2 × 10^-8 M and pIC50 = 6.'],
  ['p-without-n', 'The difference was significant (p = 0.03).'],
  ['p-without-n', 'It lowers the volume, P<.001.'],
  ['p-without-n', 'Both differ with p < 0.05 by a t-test.'],
  ['mass-misfit', 'Aspirin, C9H8O4 (194.16 g/mol), is old.'],
  ['mass-misfit', 'Of C<sub>9</sub>H<sub>8</sub>O<sub>4</sub> the molar mass is 150.2.'],
  ['mass-misfit', 'HRMS m/z calcd for C28H33N7O2 [M+H]+ 510.2758.'],
  ['left-to-write', 'TODO: the figure of the plate.'],
  ['left-to-write', 'The dose is TBD.'],
  ['left-to-write', 'As was shown before [citation needed].'],
  ['dollar-unclosed', 'Let $K_i = 5 be the constant.'],
  ['dollar-unclosed', 'By $\\frac{a}{b} it is.'],
  ['dollar-unclosed', 'Of $x_{max} and more.'],
  ['split-script', 'The $IC_50$ of it.'],
  ['split-script', 'So $E_max$ is reached.'],
  ['split-script', 'At $10^12$ copies.'],
  ['units-mixed', table('| A | IC50 |', '| 1 | 5 nM |', '| 2 | 0.3 µM |')],
  ['units-mixed', table('| A | Half-life |', '| 1 | 30 min |', '| 2 | 2 h |')],
  ['units-mixed', '```csv\nA,Ki\n1,5 nM\n2,2 pM\n```'],
  ['heading-without-unit', table('| A | IC50 |', '| 1 | 5 |', '| 2 | 300 |')],
  ['heading-without-unit', table('| A | K<sub>i</sub> |', '| 1 | 5 |', '| 2 | 300 |')],
  ['heading-without-unit', '```csv\nA,Dose\n1,5\n2,300\n```'],
  ['logarithm-misfit', table('| A | IC50 (nM) | pIC50 |', '| 1 | 10 | 8.0 |', '| 2 | 100 | 9.0 |')],
  ['table-cells-missing', table('| A | B | C |', '| 1 | 2 |')],
  ['table-cells-missing', '| A | B |\n|---|---|\n| 1 | 2 |\n| 3 |'],
  ['label-not-referred', '```csv {#tbl-a}\nA,B\n1,2\n```'],
  ['label-not-referred', '$$ x $$ {#eq-a}'],
  ['label-not-referred', '![P](/images/x.png){#fig-plate fig-alt="Wells"}'],
  ['number-by-hand', '```csv {#tbl-a}\nA,B\n1,2\n```\n\n@tbl-a, that is Table 1.'],
  ['number-by-hand', '$$ x $$ {#eq-a}\n\n@eq-a, or Eq. (1).'],
  ['number-by-hand', '![P](/images/x.png){#fig-a fig-alt="Wells"}\n\nIn @fig-a and in Figure 3.'],
  ['foreign-identifier', `${structure}\n\nIts key is BSYNRYMUTXBXSQ-UHFFFAOYSA-N.`],
  ['foreign-identifier', `InChIKey: BSYNRYMUTXBXSQ-UHFFFAOYSA-N\n\n${structure}`],
  [
    'foreign-identifier',
    `${structure}\n\nInChI=1S/C9H8O4/c1-6(10)13-8-5-3-2-4-7(8)9(11)12/h2-5H,1H3,(H,11,12)`,
  ],
  ['reaction-gains-atoms', '```reaction\nCC(=O)O.CO>>CC(=O)OCC\n```'],
  ['reaction-gains-atoms', '```reaction\nc1ccccc1>>Brc1ccccc1\n```'],
  ['reaction-gains-atoms', '```reaction\nCC=O>>CC(=O)O\n```'],
  ['malformed-doi', 'See doi:10.12/abc for it.'],
  ['malformed-doi', 'It is (DOI: 11.1000/182).'],
  ['malformed-doi', 'As doi 10.1000 says.'],
])('the writer learns before readers do: %s in %s', async (code, content) => {
  const found = await findingsOf(content);
  expect(found.filter((each) => each.endsWith(code))).toHaveLength(1);
  expect(found.filter((each) => !/without-alt$/.test(each))).toHaveLength(1);
});

test.each([
  'The IC50 of 12 nM, 3 and 4 µM, of three compounds.',
  'An IC50 of 5 compounds was measured; the Ki of two was not.',
  'Values of pIC50 7.9 and 8.1, log IC50 = -7.2.',
  'IC50 values of 3, 12 and 40 nM; a Ki between 2 and 5 pM.',
  'Its IC50 (12 nM) and Ki (5 nM) differ; EC50 > 10 µM.',
  'The IC50 at 24 h and the IC50 of 5-fold more.',
  'The IC50 of 12 nM (pIC50 7.92) and the Ki of 0.5 nM (pKi 9.3).',
  'The difference was significant (p = 0.03, n = 6).',
  'In 24 patients it was seen. It is significant (p < 0.05).',
  'Aspirin, C9H8O4 (180.16 g/mol), is old. Of 300 g/mol and more.',
  'HRMS m/z calcd for C28H33N7O2 [M+H]+ 500.2769.',
  'It costs $5 and $10; $HOME/bin and `$x_1`.',
  'Remove a TODO of the tests (#123); “Method: todo()” is new.',
  'Figure 3 of the paper, Table 2 in their supplement.',
  'See doi:10.1016/0006-2952(73)90196-2, and https://doi.org/10.1000/182.',
  '$E_{\\max}$, $x_1$, $10^{12}$, $a_i^2$ and $\\mathrm{IC}_{50}$.',
  table(
    '| Parameter | Value |',
    '| Mass | 500 Da |',
    '| TPSA | 90 Å² |',
    '| Dose | 5 mg |',
    '| Half-life | 3 h |',
  ),
  table('| A | IC50 (nM) | pIC50 |', '| 1 | 10 | 8.0 |', '| 2 | >1,000 | <6 |'),
  `${table('| A | IC50 |', '| 1 | 5 |', '| 2 | 300 |')}\n\n: Potency (IC50 in nM)`,
  `${structure}\n\nIts key is DUYJMQONPNNFPI-UHFFFAOYSA-N.`,
  '```reaction\nCC(=O)OC(C)=O.Oc1ccccc1C(=O)O>>CC(=O)Oc1ccccc1C(=O)O\n```',
  '```reaction\nCC=O>OO>CC(=O)O\n```',
])('nothing is said of what is right: %s', async (content) => {
  expect(await findingsOf(content)).toEqual([]);
});

test('what is found in a paragraph of many lines is told at its own line', async () => {
  expect(await findingsOf('One\ntwo and\nan IC50 of 12.\n\n- a\n- b, p = 0.04\n')).toEqual([
    '3 value-without-unit',
    '6 p-without-n',
  ]);
});

const SHAPES = [
  'IC50 ',
  'IC50 of 1 ',
  'IC50 1. ',
  'IC50 = (',
  '1,1',
  '1 and ',
  '12 nM ',
  'pIC50 7. IC50 = 1 nM. ',
  'p = 0.05 ',
  'p .',
  'n = ',
  'two a b ',
  'C9H8O4 ',
  'C1H1',
  'C1H1N',
  'M = 1 ',
  '180.1 g/mol ',
  'TODO',
  'TODO: ',
  '[TODO',
  '???',
  'doi: 1',
  'doi:10.',
  'Figure 1 ',
  'Table ',
  'Eq. (1',
  ' of ',
  'InChI=1S/',
  'AAAAAAAAAAAAAA-',
  'A',
  'BSYNRYMUTXBXSQ-UHFFFAOYSA-N ',
  ' ',
  '\n',
  '.\nA',
  '±1',
];

test('a hostile text of a megabyte is checked in the time of a harmless one', async () => {
  const slow: string[] = [];
  for (const shape of SHAPES) {
    const value = shape.repeat(1_000_000 / shape.length);
    const tree = { type: 'root' as const, children: [{ type: 'text' as const, value }] };
    const { report } = createFindings();
    const spent = await processorTime(() => {
      const prose = readProse(tree);
      findUnclearClaims(prose, report);
      findLooseNumbers(tree, prose, LABELS, report);
      findForeignIdentifiers(prose, MOLECULES, new Set([0]), report);
      checkColumns(
        { header: [value], rows: [{ cells: [value], line: 1 }], caption: value, line: 1 },
        report,
      );
    });
    if (spent > LINEAR_LIMIT_MS) slow.push(shape);
  }
  expect(slow).toEqual([]);
}, 240_000);

const LABELS = ['fig-a', 'tbl-a', 'eq-a'].map((label) => ({
  label,
  text: label,
  number: 1,
  line: 1,
}));
const MOLECULES = [{ molecule: makeMolecule('CCO'), position: 0, label: null, name: null }];
