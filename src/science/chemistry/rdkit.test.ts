import { describe, expect, it, test } from 'vitest';
import { nearestAtoms } from '../../../test/nearest-atoms.ts';
import { readTable } from '../../../test/read-table.ts';
import {
  formulaParts,
  relationOf,
  type Structure,
  type StructureInput,
  type Unreadable,
} from './chemistry.ts';
import { createChemistry } from './rdkit.ts';

const chemistry = createChemistry();
const ASPIRIN = 'CC(=O)Oc1ccccc1C(=O)O';

async function drawOne(
  source: string,
  format: StructureInput['format'] = 'smiles',
): Promise<Structure | Unreadable> {
  return chemistry.draw({ format, source });
}

async function drawn(source: string, format?: StructureInput['format']): Promise<Structure> {
  const structure = await drawOne(source, format);
  if ('message' in structure) throw new Error(`${source}: ${structure.message}`);
  return structure;
}

async function refusal(source: string, format?: StructureInput['format']): Promise<string> {
  const structure = await drawOne(source, format);
  return 'message' in structure ? structure.message : `drawn: ${structure.formula}`;
}

const FORMULAS = readTable(new URL('formulas.tsv', import.meta.url));

test('the formula of a molecule is that of its InChI, written as chemists do, and its mass that of its isotopes', async () => {
  for (const [smiles = '', expected, mass] of FORMULAS) {
    const { formula, computed } = await drawn(smiles);
    expect.soft(formula, smiles).toBe(expected);
    if (mass !== undefined) expect(computed?.properties.exactMass).toBeCloseTo(Number(mass), 4);
  }
});

test('a formula has counts below the line, charges and mass numbers above it', () => {
  const written = (formula: string) =>
    formulaParts(formula)
      .map(({ text, place }) => (place === 'line' ? text : `${place}(${text})`))
      .join('');
  expect(written('C14H30N2O4+2')).toBe('Csub(14)Hsub(30)Nsub(2)Osub(4)sup(2+)');
  expect(written('O4S-2 + H+ → H2O4S, with C6H11[18F]O5')).toBe(
    'Osub(4)Ssup(2−) + Hsup(+) → Hsub(2)Osub(4)S, with Csub(6)Hsub(11)[sup(18)F]Osub(5)',
  );
});

test.each(readTable(new URL('computed.tsv', import.meta.url)))(
  'cLogP and TPSA of %s are computed: %s',
  async (smiles, isComputed) => {
    const { cLogP, tpsa, weight } = (await drawn(smiles)).computed?.properties ?? {};
    expect([`${cLogP !== null}`, `${tpsa !== null}`]).toEqual([isComputed, isComputed]);
    expect(weight).toBeGreaterThan(0);
  },
);

/** The molfile of SMILES with a wedge that begins at the first atom. */
async function wedged(smiles: string, [first, second]: readonly [number, number], stereo: 1 | 6) {
  const { molecule } = await drawn(smiles);
  const ends = [first + 1, second + 1];
  return (molecule?.molblock ?? '').replace(
    /^([ \d]{3})([ \d]{3})([ \d]{3}) {2}0$/gm,
    (line, from: string, to: string, order: string) =>
      ends.includes(Number(from)) && ends.includes(Number(to))
        ? `${ends.map((end) => `${end}`.padStart(3)).join('')}${order}  ${stereo}`
        : line,
  );
}

const BINOL = 'Oc1ccc2ccccc2c1-c1c(O)ccc2ccccc12';

describe('what InChI or SMILES cannot express has a drawing, no identity, and says so', () => {
  it.each(readTable(new URL('inexpressible.tsv', import.meta.url)))(
    'in %s',
    async (smiles, words) => {
      const structure = await drawn(smiles);
      expect(structure).toMatchObject({ molecule: null, svg: expect.stringContaining('<path') });
      expect(structure.inexpressible).toContain(words);
    },
  );

  // At a bond of a ring, which is drawn, at the bond between rings, and at other atoms that are no centres.
  it.each([
    [BINOL, [10, 1], /turned/],
    [BINOL, [10, 11], /wedge/],
    ['Cc1cccc(Br)c1C(=O)N(C)C', [7, 8], /wedge/],
    ['CC(=O)N(C)c1c(C)cccc1Br', [5, 3], /wedge/],
    ['CC(F)=C=C(C)F', [1, 0], /wedge/],
    ['CC(N)c1ccccc1', [3, 1], /wedge/],
  ] as const)('in the molfile of %s with a wedge at %j', async (smiles, bond, words) => {
    for (const stereo of [1, 6] as const) {
      const structure = await drawn(await wedged(smiles, bond, stereo), 'molfile');
      expect(structure.molecule).toBeNull();
      expect(structure.inexpressible).toMatch(words);
      expect(structure.computed?.properties.weight).toBeGreaterThan(100);
    }
  });

  it('as in the molfile of a metal with its ligands around it, and not in others', async () => {
    const { molecule } = await drawn('N->[Pt](<-N)(Cl)Cl');
    const flat = await drawn(molecule?.molblock ?? '', 'molfile');
    expect(flat).toMatchObject({ molecule: null, inexpressible: expect.stringMatching(/metal/) });
    for (const [smiles, bond] of [
      [BINOL, [0, 0]],
      ['C[C@H](N)c1ccccc1', [0, 0]],
      ['CC1(C)CCCC1', [1, 0]],
      ['O=C1O[Pt]2(<-N[C@@H]3CCCC[C@H]3N->2)OC1=O', [0, 0]],
    ] as const) {
      const read = await drawn(await wedged(smiles, bond, 1), 'molfile');
      expect(read.inexpressible, smiles).toBeUndefined();
      expect(read.molecule?.inchikey).toBe((await drawn(smiles)).molecule?.inchikey);
    }
    expect((await drawn(BINOL)).molecule?.inchikey).toBe('PPTXVXKCQZKFBN-UHFFFAOYSA-N');
  });
});

test('dative bonds to a metal are taken off for InChI', async () => {
  // Cisplatin without its arrangement, as ions, with covalent and with dative bonds.
  for (const smiles of ['N->[Pt](<-N)(Cl)Cl', '[NH3][Pt](Cl)(Cl)[NH3]', 'N.N.[Cl-].[Cl-].[Pt+2]']) {
    const { molecule } = await drawn(smiles);
    expect(molecule?.inchikey).toBe('LXZZYRPGZAFOLE-UHFFFAOYSA-L');
    // Other programs read no dative bonds in V2000.
    expect(molecule?.molblock).not.toMatch(/^[ \d]{6} {2}9/m);
    expect(molecule?.molblock).toMatch(/^M {2}CHG {2}1 .* -?2$/m);
  }
  // What is bound keeps its own stereochemistry.
  const keys = ['C[C@H](N)/C=C/F', 'C[C@@H](N)/C=C/F', 'C[C@H](N)/C=C\\F'].map(async (ligand) => {
    const amine = ligand.replace('(N)', '(N->[Pd](Cl)(Cl)<-N)');
    return (await drawn(amine)).molecule?.inchikey;
  });
  expect(new Set(await Promise.all(keys)).size).toBe(3);
});

test('heme has one key, however its iron is bound, and after its molfile is read', async () => {
  for (const smiles of [
    'CC1=C(C2=CC3=C(C(=C([N-]3)C=C4C(=C(C(=N4)C=C5C(=C(C(=N5)C=C1[N-]2)C)C=C)C)C=C)C)CCC(=O)O)CCC(=O)O.[Fe+2]',
    'CC1=C(CCC(O)=O)C2=[N]3C1=Cc1c(C)c(C=C)c4C=C5C(C)=C(C=C)C6=[N]5[Fe]3(n14)n1c(=C6)c(C)c(CCC(O)=O)c1=C2',
    'CC1=C(CCC(O)=O)C2=[N+]3C1=Cc1c(C)c(C=C)c4C=C5C(C)=C(C=C)C6=[N+]5[Fe-2]3(n14)n1c(=C6)c(C)c(CCC(O)=O)c1=C2',
  ]) {
    const { molecule } = await drawn(smiles);
    const read = await drawn(molecule?.molblock ?? '', 'molfile');
    const keys = [molecule?.inchikey, read.molecule?.inchikey];
    expect(keys, smiles).toEqual(Array(2).fill('KABFMIBPWCXCRK-UHFFFAOYSA-L'));
  }
});

test('stereoisomers and isotopologues are told apart, and from acids and bases', async () => {
  const inchi = async (smiles: string) => (await drawn(smiles)).molecule?.inchi ?? '';
  const alanine = await inchi('C[C@H](N)C(=O)O');
  for (const [smiles = '', relation] of readTable(new URL('relations.tsv', import.meta.url))) {
    expect(`${relationOf(await inchi(smiles), alanine)}`, smiles).toBe(relation);
  }
});

test('aspirin has the identifiers of any database and the properties of its label, however it is written', async () => {
  const { molecule, computed } = await drawn(`${ASPIRIN} Aspirin`);
  const inchikey = 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N';
  expect(molecule).toMatchObject({
    inchikey,
    inchi: 'InChI=1S/C9H8O4/c1-6(10)13-8-5-3-2-4-7(8)9(11)12/h2-5H,1H3,(H,11,12)',
    formula: 'C9H8O4',
    smiles: ASPIRIN,
    molblock: expect.stringContaining('V2000'),
  });
  const { weight, exactMass, cLogP, tpsa, ...counts } = computed?.properties ?? {};
  expect(weight).toBeCloseTo(180.16, 2);
  expect(exactMass).toBeCloseTo(180.0423, 4);
  expect(cLogP).toBeCloseTo(1.31, 2);
  expect(tpsa).toBeCloseTo(63.6, 1);
  expect(counts).toEqual({ donors: 1, acceptors: 4, rotatableBonds: 2, heavyAtoms: 13 });
  expect((await drawn('OC(=O)c1ccccc1OC(C)=O')).molecule?.inchikey).toBe(inchikey);
  const read = await drawn(molecule?.molblock ?? '', 'molfile');
  expect(read.molecule?.inchikey).toBe(inchikey);
});

test.each([
  ...readTable(new URL('refusals.tsv', import.meta.url)),
  ['smiles', '', 'there is nothing here'],
  ['smiles', '   ', 'there is nothing here'],
  ['smiles', 'C'.repeat(812), '812 atoms; at most 300 can be drawn'],
  ['smiles', 'C'.repeat(3000), '3,000 atoms; at most 300 can be drawn'],
  ['smiles', `C${'@'.repeat(2000)}`, '2,001 characters; at most 2000 can be read'],
  ['smiles', '[Cl]'.repeat(301), '301 atoms; at most 300 can be drawn'],
  ['smiles', Array(21).fill('C').join('.'), '21 separate parts; at most 20 can be drawn'],
  ['reaction', `${'C'.repeat(200)}>>${'C'.repeat(200)}`, '400 atoms; at most 300 can be drawn'],
  ['molfile', '', 'there is nothing here'],
  ['molfile', 'x'.repeat(100_001), '100001 characters; the limit is 100000'],
])('what cannot be read is told in words: %s %j', async (format, source = '', message = '') => {
  expect(await refusal(source, format as StructureInput['format'])).toBe(message);
});

test('a molfile is drawn as its author laid it out, also without its empty first lines', async () => {
  const { molecule } = await drawn('C1CCCCC1O');
  const molblock = molecule?.molblock ?? '';
  const moved = await drawn(molblock, 'molfile');
  expect(moved.formula).toBe('C6H12O');
  expect((await drawn(molblock.trimStart(), 'molfile')).svg).toBe(moved.svg);
  expect((await drawn(molblock.replaceAll('\n', '\r\n'), 'molfile')).svg).toBe(moved.svg);
});

test('coordinates that nobody can draw are not kept', async () => {
  const { molecule, svg } = await drawn('CCO');
  const hostile = (molecule?.molblock ?? '').replace(/^ +-?\d+\.\d{4}/gm, '1e300     ');
  const structure = await drawOne(hostile, 'molfile');
  if ('message' in structure) expect(structure.message).not.toBe('');
  else expect(structure.svg.length).toBeLessThan(2 * svg.length);
});

/** A drawing, to the letter. */
const DRAWING =
  /^<svg class="structure-drawing" role="img" viewBox="-\d -\d \d+ \d+" width="\d+" height="\d+" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round">(?:<path(?: class="atom-[A-Z][a-z]?")?(?: (?:fill|stroke|stroke-width|stroke-dasharray)="(?:none|currentColor|[\d.,]+)")* d="[MLQCZhv\d. -]*"\/>)*<\/svg>$/;

describe('a drawing', () => {
  it('has numbers, classes and colours of ours alone, and stays small', async () => {
    const others = ['[*:1]c1ccc([*:2])cc1', 'CC(F)Br |$;;;b onload=x$|'];
    for (const [source = ''] of [...FORMULAS, ...others.map((each) => [each])]) {
      const { svg, width, height } = await drawn(source);
      expect.soft(svg.replace(DRAWING, ''), source).toBe('');
      expect.soft(svg.length, source).toBeLessThan(8000);
      expect.soft(width * height, source).toBeGreaterThan(0);
    }
  });

  it.each(readTable(new URL('drawings.tsv', import.meta.url)))(
    'of %s shows that %s',
    async (smiles, _, paths) => {
      expect((await drawn(smiles)).svg.replace(/^.*?(?=<path)|<\/svg>$/g, '')).toBe(paths);
    },
  );

  it('has no two atoms on one spot, also of cages', async () => {
    for (const smiles of readTable(new URL('crowded.tsv', import.meta.url)).flat()) {
      const { molblock = '' } = (await drawn(smiles)).molecule ?? {};
      expect.soft(nearestAtoms(molblock), smiles).toBeGreaterThan(0.5);
      expect.soft(molblock, smiles).not.toMatch(/^ +-?\d+\.\d+ +-?\d+\.\d+ +-?(?!0\.0+ )\d/m);
    }
  });

  it('of a reaction has the formulas of both sides and its agents, with the ions of a salt together', async () => {
    for (const [source, formula] of [
      ['CBr>[Pd].[K+].[K+].[O-]C([O-])=O>CC', 'CH3Br → C2H6, with Pd + CK2O3'],
      ['CC(=O)O.OCC>OS(=O)(=O)O>CC(=O)OCC.O', 'C2H4O2 + C2H6O → C4H8O2 + H2O, with H2O4S'],
      ['[Na+].[OH-].CCl>>CO.[Na+].[Cl-]', 'HNaO + CH3Cl → CH4O + ClNa'],
    ] as const) {
      expect(await drawn(source, 'reaction')).toMatchObject({ formula, molecule: null });
    }
  });
});

describe('a search', () => {
  it('finds nothing in what is no molecule', async () => {
    const found = await chemistry.matchSubstructure('c1ccccc1', ['', 'C', 'M  END']);
    expect(found).toEqual([false, false, false]);
  });

  it('reads SMILES, or SMARTS for a substructure, and refuses the rest in words', async () => {
    const aspirin = await chemistry.readQuery('OC(=O)c1ccccc1OC(C)=O', 'molecule');
    expect(aspirin).toMatchObject({ inchi: expect.stringContaining('/C9H8O4/') });
    expect(await chemistry.readQuery('[CX3](=O)[OX2H]', 'substructure')).toMatchObject({
      inchi: null,
      svg: expect.stringContaining('<svg'),
    });
    expect(await chemistry.readQuery('[CX3](=O)', 'molecule')).toHaveProperty('message');
    expect(await chemistry.readQuery('c1ccccc', 'substructure')).toEqual({
      message: 'a ring is opened and never closed',
    });
    expect(await chemistry.readQuery('C'.repeat(201), 'molecule')).toEqual({
      message: '201 characters; at most 200 can be searched for',
    });
    expect(await chemistry.readQuery('', 'substructure')).toEqual({
      message: 'there is nothing here',
    });
  });

  it('shows where a structure matches', async () => {
    const { molecule } = await drawn(ASPIRIN);
    const match = await chemistry.drawMatch('C(=O)O', molecule?.smiles ?? '');
    if ('message' in match) throw new Error(match.message);
    expect(match.svg).toMatch(
      /<path class="match" fill="currentColor" stroke-width="8" d="M[\d. ]+L/,
    );
    expect(match.svg).not.toMatch(/NaN|undefined|style/);
    const without = await chemistry.drawMatch('[Pt]', molecule?.smiles ?? '');
    expect('svg' in without && without.svg).not.toContain('"match"');
  });
});

describe('a molecule is what its author wrote', () => {
  it.each(readTable(new URL('own-stereochemistry.tsv', import.meta.url)))(
    '%s has no stereochemistry that only its drawing has',
    async (smiles, key) => {
      const { molecule } = await drawn(smiles);
      expect(molecule?.inchikey).toBe(key);
      expect(await chemistry.readQuery(smiles, 'molecule')).toMatchObject({
        inchi: molecule?.inchi,
      });
    },
  );
});
