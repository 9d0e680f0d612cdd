import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { boundTo } from '../../../test/bound-to.ts';
import { input, makePosts } from '../../../test/make-posts.ts';
import { makeMemoryDatabase, makeTestSite } from '../../../test/make-site.ts';
import {
  readMolecules,
  renderMolecules,
  writeMoleculePosts,
} from '../../../test/molecule-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import type { Database } from '../../server/db/connect.ts';
import type { Site } from '../../site.ts';
import { createChemistry } from '../chemistry/rdkit.ts';
import { findNamesakes, publicMolecule, publicMolecules } from './molecules.ts';
import { SEARCH_LIMITS, searchMolecules } from './search.ts';

const chemistry = createChemistry();

function makeSearch(db: Database, seams: Parameters<typeof makeTestSite>[0] = {}) {
  const site = makeTestSite({ db, searchChemistry: () => chemistry, chemistry, ...seams });
  const all = boundTo(site, { searchMolecules, publicMolecules, publicMolecule, findNamesakes });
  const find = async (q: string, mode: 'exact' | 'substructure' = 'exact') =>
    unwrap(await all.searchMolecules({ q, mode })).molecules;
  const refusal = async (q: string, mode: 'exact' | 'substructure' = 'exact') => {
    const { failure } = (await all.searchMolecules({ q, mode })) as {
      failure?: { issues: { msg: string }[] };
    };
    return failure?.issues[0]?.msg;
  };
  return { ...all, site, find, refusal };
}

describe('the search of molecules', () => {
  it('has the molecules of the site’s own pages, after those of posts, by structure and name', async () => {
    const db = makeMemoryDatabase();
    await writeMoleculePosts(db, await readMolecules(['CCO']));
    const pages = [{ path: '/platform', title: 'Platform' }];
    const search = makeSearch(db, {
      siteMolecules: [
        { name: 'Riluzole', smiles: 'Nc1nc2ccc(OC(F)(F)F)cc2s1', pages },
        { name: 'Ethanol', smiles: 'OCC', pages },
      ],
    });
    const listed = await search.publicMolecules();
    expect(listed.map(({ name, posts }) => [name, posts.length])).toEqual([
      ['Ethanol', 1],
      ['Riluzole', 0],
    ]);
    expect(listed.map((each) => each.pages)).toEqual([pages, pages]);
    for (const q of ['riluzole', 'Nc1nc2ccc(OC(F)(F)F)cc2s1']) {
      expect((await search.find(q)).map(({ name }) => name)).toEqual(['Riluzole']);
    }
    expect(await search.find('FC(F)F', 'substructure')).toHaveLength(1);
    const key = listed[1]?.inchikey ?? '';
    expect(await search.publicMolecule(key)).toMatchObject({ name: 'Riluzole', posts: [], pages });
    const [wrong] = await readMolecules(['CCS']);
    if (wrong === undefined) throw new Error('not read');
    const findings = await search.findNamesakes([
      { molecule: wrong, position: 0, label: null, name: 'riluzole', line: 3 },
    ]);
    expect(findings.map(({ line, message }) => `${line} ${message}`)).toEqual([
      `3 “riluzole” is a different molecule in /platform: ${key}.`,
    ]);
  });

  it('finds a molecule however it is written, then its stereoisomers and isotopologues, but no acids and bases of it', async () => {
    const db = makeMemoryDatabase();
    const shown = await readMolecules([
      'CC(=O)Oc1ccccc1C(=O)O',
      'C[C@H](N)C(=O)O',
      'C[C@@H](N)C(=O)O',
      'CC(N)C(=O)O',
      '[2H]C[C@H](N)C(=O)O',
      'C[C@H](N)C(=O)[O-]',
      'C[C@H]([NH3+])C(=O)O',
    ]);
    const { write } = makePosts(db, renderMolecules(shown));
    await write({ title: 'A', content: '0 Aspirin\n1 L-Alanine\n2\n4', status: 'published' });
    await write({
      title: 'B',
      content: '0 Acetylsalicylic acid\n3\n5\n6',
      status: 'published',
    });
    await write({ title: 'C', content: '0 aspirin\n0 Aspirin', status: 'published' });
    const { find, publicMolecule } = makeSearch(db);
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
    expect(await exact(shown[1]?.inchikey ?? '')).toEqual(alanine);
    const page = await publicMolecule(shown[1]?.inchikey.toLowerCase() ?? '');
    expect(page?.smiles).toBe(shown[1]?.smiles);
    expect(await exact('CCCC')).toEqual([]);
    const [found] = await find('CC(=O)Oc1ccccc1C(=O)O');
    expect(found).toMatchObject({ name: 'Aspirin', names: ['Aspirin', 'Acetylsalicylic acid'] });
    expect(found?.posts.map(({ title }) => title).sort()).toEqual(['A', 'B', 'C']);
  });

  it('finds a molecule by its name, a part of it, its key and its InChI, in every mode', async () => {
    const db = makeMemoryDatabase();
    const shown = await readMolecules(['CC(=O)Oc1ccccc1C(=O)O', 'CCO', 'CCCI']);
    const { write } = makePosts(db, renderMolecules(shown));
    const content = '0 Acetylsalicylic acid\n1 CCN\n2 Ligand NC-7';
    await write({ title: 'A', content, status: 'published' });
    await write({ title: 'B', content: '1 Secret', status: 'draft' });
    const { find, refusal } = makeSearch(db);
    const [aspirin] = shown;
    for (const mode of ['exact', 'substructure'] as const) {
      for (const q of ['acetylsalicylic ACID', 'salicyl', aspirin?.inchikey, aspirin?.inchi]) {
        const keys = (await find(q ?? '', mode)).map(({ inchikey }) => inchikey);
        expect(keys, `${mode} ${q}`).toEqual([aspirin?.inchikey]);
      }
    }
    // Names that are SMILES too: of other molecules, and of none here.
    expect((await find('CCN')).map(({ smiles }) => smiles)).toEqual(['CCO']);
    expect((await find('NC')).map(({ smiles }) => smiles)).toEqual(['CCCI']);
    expect(await refusal('Secret')).toContain('No molecule here');
  });

  it('knows nothing of drafts, scheduled and deleted posts, nor of the names that they use', async () => {
    const db = makeMemoryDatabase();
    const shown = await readMolecules(['CCO', 'CCN', 'CCS', 'CCF', 'CCCl']);
    const posts = makePosts(db, renderMolecules(shown));
    const { write, clock } = posts;
    await write({ title: 'Draft', content: '0 Secret\n1', status: 'draft' });
    await write({
      title: 'Later',
      content: '0 Later\n2',
      status: 'published',
      publishDate: '2026-03-02T00:00:00.000Z',
    });
    await write({ title: 'Deleted', content: '3\n0 Deleted', status: 'published' });
    await write({ title: 'Public', content: '0 Ethanol\n4', status: 'published' });
    await posts.removePost('deleted');
    const { find, publicMolecule, publicMolecules } = makeSearch(db, { now: posts.now });
    const smiles = async () =>
      (await find('C', 'substructure')).map((molecule) => molecule.smiles).sort();
    const keyOf = (at: number) => shown[at]?.inchikey ?? '';
    expect(await smiles()).toEqual(['CCCl', 'CCO']);
    expect(await publicMolecule(keyOf(0))).toMatchObject({
      names: ['Ethanol'],
      posts: [{ slug: 'public' }],
    });
    for (const at of [1, 2, 3]) expect(await publicMolecule(keyOf(at))).toBeUndefined();
    expect(await publicMolecules()).toHaveLength(2);
    clock.set('2026-03-02T00:00:00.000Z');
    expect(await smiles()).toEqual(['CCCl', 'CCO', 'CCS']);
    expect(await publicMolecule(keyOf(0))).toMatchObject({ names: ['Ethanol', 'Later'] });
    unwrap(
      await posts.editPost(
        'public',
        input({ title: 'Public', content: '0 Ethanol\n4', status: 'draft' }),
      ),
    );
    expect(await smiles()).toEqual(['CCO', 'CCS']);
    expect(await publicMolecule(keyOf(0))).toMatchObject({ names: ['Later'] });
  });

  it('says why a query is none', async () => {
    const db = makeMemoryDatabase();
    await writeMoleculePosts(db, await readMolecules(['CC', 'CCC', 'CCCC', 'CCCCC']));
    const { refusal, find } = makeSearch(db);
    expect(await refusal(' ')).toContain('Enter a structure as SMILES');
    expect(await refusal('c1cccc')).toMatch(/^[A-Z“].*ring.*\.$/);
    expect(await refusal('Acetyl salicylate')).toBe(
      'No molecule here is called “Acetyl salicylate”.',
    );
    expect(await refusal('CCCCX')).toContain('at character 5');
    expect(await refusal('C'.repeat(201))).toContain('at most 200 characters');
    expect(await refusal('*CCO')).toContain('has no InChI');
    expect(await refusal('>>', 'substructure')).toMatch(/\.$/);
    const smallestFirst = (await find('CCC', 'substructure')).map(({ smiles }) => smiles);
    expect(smallestFirst).toEqual(['CCC', 'CCCC', 'CCCCC']);
  });

  it('ends after its time, and looks at the smallest where there are too many: it says how far it came', async () => {
    const db = makeMemoryDatabase();
    await writeMoleculePosts(db, await readMolecules(['CCCCC', 'CCCC', 'CCC', 'CC']));
    const search = async (
      time: number,
      candidates: number,
      searchChemistry: Site['searchChemistry'] = () => chemistry,
    ) => {
      const { searchMolecules } = makeSearch(db, { searchChemistry });
      const limits = { ...SEARCH_LIMITS, time, batch: 2, candidates };
      return unwrap(await searchMolecules({ q: 'CC', mode: 'substructure' }, limits));
    };
    const smallest = await search(10_000, 3);
    expect(smallest).toMatchObject({ examined: 3, candidates: 4 });
    expect(smallest.molecules.map(({ smiles }) => smiles)).toEqual(['CC', 'CCC', 'CCCC']);
    let calls = 0;
    const ended = await search(300, 4, (signal) => ({
      ...chemistry,
      matchSubstructure: async (q, candidates) => {
        if (++calls > 1) await setTimeout(10_000, null, { signal });
        return chemistry.matchSubstructure(q, candidates);
      },
    }));
    expect(ended).toMatchObject({ examined: 2, candidates: 4 });
    expect(ended.molecules).toHaveLength(2);
  });
});
