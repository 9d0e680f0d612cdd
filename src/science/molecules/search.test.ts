import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { boundTo } from '../../../test/bound-to.ts';
import { input, makePosts } from '../../../test/make-posts.ts';
import { makeMemoryDatabase, makeTestSite } from '../../../test/make-site.ts';
import { readMolecules, renderMolecules } from '../../../test/molecule-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { createChemistry } from '../chemistry/rdkit.ts';
import { findNamesakes, publicMolecule, publicMolecules } from './molecules.ts';
import { SEARCH_LIMITS, type SearchMode, searchMolecules } from './search.ts';

const chemistry = createChemistry();
const LATER = '2026-03-02T00:00:00.000Z';

/** Public posts by their titles, whose lines are SMILES and names. */
async function makeSearch(
  contents: Record<string, string>,
  seams: Parameters<typeof makeTestSite>[0] = {},
) {
  const db = makeMemoryDatabase();
  const posts = makePosts(db, renderMolecules);
  for (const [title, content] of Object.entries(contents))
    await posts.write({ title, content, status: 'published' });
  const fixed = { db, now: posts.now, searchChemistry: () => chemistry, chemistry };
  const site = makeTestSite({ ...fixed, ...seams });
  const all = boundTo(site, { searchMolecules, publicMolecules, publicMolecule, findNamesakes });
  const find = async (q: string, mode: SearchMode = 'exact') =>
    unwrap(await all.searchMolecules({ q, mode })).molecules;
  const smilesOf = async (q: string, mode?: SearchMode) =>
    (await find(q, mode)).map(({ smiles }) => smiles);
  return { ...all, posts, find, smilesOf };
}

describe('the search of molecules', () => {
  it('has the molecules of the site’s own pages, after those of posts, by structure and name', async () => {
    const pages = [{ path: '/platform', title: 'Platform' }];
    const search = await makeSearch(
      { A: 'CCO' },
      {
        siteMolecules: [
          { name: 'Riluzole', smiles: 'Nc1nc2ccc(OC(F)(F)F)cc2s1', pages },
          { name: 'Ethanol', smiles: 'OCC', pages },
        ],
      },
    );
    const listed = await search.publicMolecules();
    expect(listed).toMatchObject([
      { name: 'Ethanol', posts: [{ slug: 'a' }], pages },
      { name: 'Riluzole', posts: [], pages },
    ]);
    for (const q of ['riluzole', 'Nc1nc2ccc(OC(F)(F)F)cc2s1'])
      expect(await search.find(q)).toMatchObject([{ name: 'Riluzole' }]);
    expect(await search.find('FC(F)F', 'substructure')).toHaveLength(1);
    const key = listed[1]?.inchikey ?? '';
    expect(await search.publicMolecule(key)).toMatchObject({ name: 'Riluzole', posts: [], pages });
    const wrong = (await readMolecules(['CCS'])).map((molecule) => {
      return { molecule, position: 0, label: null, name: 'riluzole', line: 3 };
    });
    const message = `“riluzole” is a different molecule in /platform: ${key}.`;
    expect(await search.findNamesakes(wrong)).toMatchObject([{ line: 3, message }]);
  });

  it('finds a molecule however it is written, then its stereoisomers and isotopologues, but no acids and bases of it', async () => {
    const { find, publicMolecule } = await makeSearch({
      A: 'CC(=O)Oc1ccccc1C(=O)O Aspirin\nC[C@H](N)C(=O)O L-Alanine\nC[C@@H](N)C(=O)O\n[2H]C[C@H](N)C(=O)O',
      B: 'CC(=O)Oc1ccccc1C(=O)O Acetylsalicylic acid\nCC(N)C(=O)O\nC[C@H](N)C(=O)[O-]\nC[C@H]([NH3+])C(=O)O',
      C: 'CC(=O)Oc1ccccc1C(=O)O aspirin\nCC(=O)Oc1ccccc1C(=O)O Aspirin',
    });
    const exact = async (q: string) =>
      (await find(q)).map(({ smiles, kind }) => `${kind} ${smiles}`);
    const aspirin = ['same CC(=O)Oc1ccccc1C(=O)O'];
    expect(await exact('OC(=O)c1ccccc1OC(C)=O')).toEqual(aspirin);
    expect(await exact('bsynrymutxbxsq-uhfffaoysa-n')).toEqual(aspirin);
    const alanine = [
      'same C[C@H](N)C(=O)O',
      'stereoisomer CC(N)C(=O)O',
      'stereoisomer C[C@@H](N)C(=O)O',
      'isotopologue [2H]C[C@H](N)C(=O)O',
    ];
    expect(await exact('N[C@@H](C)C(=O)O')).toEqual(alanine);
    const [first] = await find('N[C@@H](C)C(=O)O');
    expect(await exact(first?.inchikey ?? '')).toEqual(alanine);
    const page = await publicMolecule(first?.inchikey.toLowerCase() ?? '');
    expect(page?.smiles).toBe('C[C@H](N)C(=O)O');
    expect(await exact('CCCC')).toEqual([]);
    const [found] = await find('CC(=O)Oc1ccccc1C(=O)O');
    expect(found).toMatchObject({ name: 'Aspirin', names: ['Aspirin', 'Acetylsalicylic acid'] });
    expect(found?.posts.map(({ title }) => title).sort()).toEqual(['A', 'B', 'C']);
  });

  it('finds a molecule by its name, a part of it, its key and its InChI, in every mode', async () => {
    const ASPIRIN = 'CC(=O)Oc1ccccc1C(=O)O';
    const search = await makeSearch({
      A: `${ASPIRIN} Acetylsalicylic acid\nCCO CCN\nCCCI Ligand NC-7`,
    });
    const [aspirin] = await readMolecules([ASPIRIN]);
    for (const mode of ['exact', 'substructure'] as const) {
      for (const q of ['acetylsalicylic ACID', 'salicyl', aspirin?.inchikey, aspirin?.inchi])
        expect(await search.smilesOf(q ?? '', mode), `${mode} ${q}`).toEqual([ASPIRIN]);
    }
    // Names that are SMILES too: of other molecules, and of none here.
    expect(await search.smilesOf('CCN')).toEqual(['CCO']);
    expect(await search.smilesOf('NC')).toEqual(['CCCI']);
  });

  it('knows nothing of drafts, scheduled and deleted posts, nor of the names that they use', async () => {
    const content = 'CCO Ethanol\nCCCl';
    const search = await makeSearch({ Deleted: 'CCF\nCCO Deleted', Public: content });
    const { posts, publicMolecule } = search;
    await posts.write({ title: 'Draft', content: 'CCO Secret\nCCN', status: 'draft' });
    const later = { content: 'CCO Later\nCCS', publishDate: LATER } as const;
    await posts.write({ title: 'Later', status: 'published', ...later });
    unwrap(await posts.removePost('deleted'));
    const [ethanol, ...others] = await readMolecules(['CCO', 'CCN', 'CCS', 'CCF']);
    const key = ethanol?.inchikey ?? '';
    const smiles = async () => (await search.smilesOf('C', 'substructure')).sort();
    expect(await smiles()).toEqual(['CCCl', 'CCO']);
    expect(await publicMolecule(key)).toMatchObject({
      names: ['Ethanol'],
      posts: [{ slug: 'public' }],
    });
    for (const { inchikey } of others) expect(await publicMolecule(inchikey)).toBeUndefined();
    posts.clock.set(LATER);
    expect(await smiles()).toEqual(['CCCl', 'CCO', 'CCS']);
    expect(await publicMolecule(key)).toMatchObject({ names: ['Ethanol', 'Later'] });
    unwrap(await posts.editPost('public', input({ title: 'Public', content, status: 'draft' })));
    expect(await smiles()).toEqual(['CCO', 'CCS']);
    expect(await publicMolecule(key)).toMatchObject({ names: ['Later'] });
  });

  it('says why a query is none', async () => {
    const { searchMolecules } = await makeSearch({});
    for (const [q, reason, mode = 'exact'] of [
      [' ', /^Enter a structure as SMILES/],
      ['c1cccc', /^[A-Z“].*ring.*\.$/],
      ['Acetyl salicylate', /^No molecule here is called “Acetyl salicylate”\.$/],
      ['CCCCX', /at character 5/],
      ['C'.repeat(201), /at most 200 characters/],
      ['*CCO', /has no InChI/],
      ['>>', /\.$/, 'substructure'],
    ] as const) {
      expect(await searchMolecules({ q, mode })).toMatchObject({
        failure: { issues: [{ msg: expect.stringMatching(reason) }] },
      });
    }
  });

  it('ends after its time, and looks at the smallest where there are too many: it says how far it came', async () => {
    let [calls, isSlow] = [0, false];
    const { searchMolecules } = await makeSearch(
      { A: 'CCCCC\nCCCC\nCCC\nCC' },
      {
        searchChemistry: (signal) => ({
          ...chemistry,
          matchSubstructure: async (q, candidates) => {
            if (isSlow && ++calls > 1) await setTimeout(10_000, null, { signal });
            return chemistry.matchSubstructure(q, candidates);
          },
        }),
      },
    );
    const search = async (limits: Partial<typeof SEARCH_LIMITS>) =>
      unwrap(
        await searchMolecules(
          { q: 'CC', mode: 'substructure' },
          { ...SEARCH_LIMITS, batch: 2, ...limits },
        ),
      );
    const smallest = await search({ candidates: 3 });
    expect(smallest).toMatchObject({ examined: 3, candidates: 4 });
    expect(smallest.molecules.map(({ smiles }) => smiles)).toEqual(['CC', 'CCC', 'CCCC']);
    isSlow = true;
    const ended = await search({ time: 300 });
    expect(ended).toMatchObject({ examined: 2, candidates: 4 });
    expect(ended.molecules).toHaveLength(2);
  });
});
