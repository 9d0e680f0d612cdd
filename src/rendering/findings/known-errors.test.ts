import { expect, test } from 'vitest';
import { renderBody } from '../body.ts';

async function findingsOf(content: string): Promise<string[]> {
  const { findings } = await renderBody(content);
  return findings.map(({ line, code }) => `${line} ${code}`);
}

const table = (...rows: string[]) =>
  [rows[0], rows[0]?.replace(/[^|]+/g, ' --- '), ...rows.slice(1)].join('\n');
const OSIMERTINIB = 'C=CC(=O)Nc1cc(Nc2nccc(n2)-c2cn(C)c3ccccc23)c(OC)cc1N(C)CCN(C)C';
const structure = `\`\`\`smiles\n${OSIMERTINIB} Osimertinib\n\`\`\``;

test.each([
  ['left-to-write', 'TODO: the figure of the plate.'],
  ['left-to-write', 'The dose is TBD.'],
  ['left-to-write', 'As was shown before [citation needed].'],
  ['dollar-unclosed', 'Let $K_i = 5 be the constant.'],
  ['dollar-unclosed', 'By $\\frac{a}{b} it is.'],
  ['dollar-unclosed', 'Of $x_{max} and more.'],
  ['split-script', 'The $IC_50$ of it.'],
  ['split-script', 'So $E_max$ is reached.'],
  ['split-script', 'At $10^12$ copies.'],
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
  'It costs $5 and $10; $HOME/bin and `$x_1`.',
  'Remove a TODO of the tests (#123); “Method: todo()” is new.',
  'Figure 3 of the paper, Table 2 in their supplement.',
  'See doi:10.1016/0006-2952(73)90196-2, and https://doi.org/10.1000/182.',
  '$E_{\\max}$, $x_1$, $10^{12}$, $a_i^2$ and $\\mathrm{IC}_{50}$.',
  `${structure}\n\nIts key is DUYJMQONPNNFPI-UHFFFAOYSA-N.`,
  '```reaction\nCC(=O)OC(C)=O.Oc1ccccc1C(=O)O>>CC(=O)Oc1ccccc1C(=O)O\n```',
  '```reaction\nCC=O>OO>CC(=O)O\n```',
])('nothing is said of what is right: %s', async (content) => {
  expect(await findingsOf(content)).toEqual([]);
});

test('what is found in a paragraph of many lines is told at its own line', async () => {
  expect(await findingsOf('One\ntwo and\nit is TBD.\n\n- a\n- b ???\n')).toEqual([
    '3 left-to-write',
    '6 left-to-write',
  ]);
});
