import { describe, expect, it } from 'vitest';
import { boundTo } from '../../../test/bound-to.ts';
import { makeMemoryDatabase, makeTestSite } from '../../../test/make-app.ts';
import { input, makePosts } from '../../../test/make-posts.ts';
import {
  readMolecules,
  renderMolecules,
  writeMoleculePosts,
} from '../../../test/molecule-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import type { Database } from '../../server/db/connect.ts';
import type { Chemistry } from '../chemistry/chemistry.ts';
import { createChemistry } from '../chemistry/rdkit.ts';
import { moleculeSitemap, publicMolecule, publicMolecules } from './molecule-reading.ts';
import { findMolecules } from './molecule-search.ts';
import { searchMolecules } from './molecules.ts';
import { findNamesakes } from './namesakes.ts';

const chemistry = createChemistry();
const ALL = { limit: 5_000, offset: 0 };

describe('the search of molecules', () => {
  function makeSearch(db: Database, seams: Parameters<typeof makeTestSite>[0] = {}) {
    const site = makeTestSite({ db, searchChemistry: () => chemistry, chemistry, ...seams });
    return boundTo(site, {
      searchMolecules,
      publicMolecules,
      publicMolecule,
      moleculeSitemap,
      findNamesakes,
    });
  }

  it('has the molecules of the site’s own pages, after those of posts, by structure and name', async () => {
    const db = makeMemoryDatabase();
    const [ethanol] = await readMolecules(['CCO']);
    await writeMoleculePosts(db, ethanol === undefined ? [] : [ethanol]);
    const pages = [{ path: '/platform', title: 'Platform' }];
    const all = makeSearch(db, {
      siteMolecules: [
        { name: 'Riluzole', smiles: 'Nc1nc2ccc(OC(F)(F)F)cc2s1', pages },
        { name: 'Ethanol', smiles: 'OCC', pages },
      ],
    });
    const listed = await all.publicMolecules(ALL);
    expect(listed.molecules.map(({ name, postCount }) => [name, postCount])).toEqual([
      ['Ethanol', 1],
      ['Riluzole', 0],
    ]);
    expect(listed.molecules.map((each) => each.pages)).toEqual([pages, pages]);
    for (const q of ['riluzole', 'Nc1nc2ccc(OC(F)(F)F)cc2s1']) {
      const found = unwrap(await all.searchMolecules({ q, mode: 'exact' }, ALL));
      expect(found.molecules.map(({ name }) => name)).toEqual(['Riluzole']);
    }
    const parts = unwrap(await all.searchMolecules({ q: 'FC(F)F', mode: 'substructure' }, ALL));
    expect(parts.total).toBe(1);
    const key = listed.molecules[1]?.molecule.inchikey ?? '';
    expect(await all.publicMolecule(key)).toMatchObject({
      name: 'Riluzole',
      posts: [],
      pages,
    });
    expect(await all.moleculeSitemap(ALL)).toContain(key);
    const [wrong] = await readMolecules(['CCS']);
    if (wrong === undefined) throw new Error('not read');
    const findings = await all.findNamesakes([
      { molecule: wrong, position: 0, label: null, name: 'riluzole', line: 3 },
    ]);
    expect(findings.map(({ line, message }) => `${line} ${message}`)).toEqual([
      `3 “riluzole” is a different molecule in /platform: ${key}.`,
    ]);
  });

  it('finds a molecule however it is written, then its stereoisomers', async () => {
    const db = makeMemoryDatabase();
    const shown = await readMolecules([
      'CC(=O)Oc1ccccc1C(=O)O',
      'C[C@H](N)C(=O)O',
      'C[C@@H](N)C(=O)O',
      'CC(N)C(=O)O',
    ]);
    const { write } = makePosts(db, renderMolecules(shown));
    await write({ title: 'A', content: '0 Aspirin\n1 L-Alanine\n2', status: 'published' });
    await write({ title: 'B', content: '0 Acetylsalicylic acid\n3', status: 'published' });
    await write({ title: 'C', content: '0 Aspirin', status: 'published' });
    const { searchMolecules } = makeSearch(db);
    const exact = async (q: string) => {
      const { molecules: found } = unwrap(await searchMolecules({ q, mode: 'exact' }, ALL));
      return found.map(({ molecule, kind }) => `${kind} ${molecule.smiles}`);
    };
    const aspirin = ['same CC(=O)Oc1ccccc1C(=O)O'];
    expect(await exact('OC(=O)c1ccccc1OC(C)=O')).toEqual(aspirin);
    expect(await exact('bsynrymutxbxsq-uhfffaoysa-n')).toEqual(aspirin);
    expect(await exact('N[C@@H](C)C(=O)O')).toEqual([
      'same C[C@H](N)C(=O)O',
      'stereoisomer CC(N)C(=O)O',
      'stereoisomer C[C@@H](N)C(=O)O',
    ]);
    expect(await exact('CCCC')).toEqual([]);
    const found = unwrap(await searchMolecules({ q: 'CC(=O)Oc1ccccc1C(=O)O', mode: 'exact' }, ALL));
    expect(found.molecules).toMatchObject([
      { name: 'Aspirin', names: ['Aspirin', 'Acetylsalicylic acid'], postCount: 3 },
    ]);
    expect(found.molecules[0]?.posts.map(({ title }) => title).sort()).toEqual(['A', 'B', 'C']);
  });

  it('finds a molecule by its name, a part of it, its key and its InChI, in every mode', async () => {
    const db = makeMemoryDatabase();
    const shown = await readMolecules(['CC(=O)Oc1ccccc1C(=O)O', 'CCO', 'CCCI']);
    const { write } = makePosts(db, renderMolecules(shown));
    const content = '0 Acetylsalicylic acid\n1 CCN\n2 Ligand NC-7';
    await write({ title: 'A', content, status: 'published' });
    await write({ title: 'B', content: '1 Secret', status: 'draft' });
    const { searchMolecules } = makeSearch(db);
    const [aspirin] = shown;
    for (const mode of ['exact', 'substructure'] as const) {
      for (const q of ['acetylsalicylic ACID', 'salicyl', aspirin?.inchikey, aspirin?.inchi]) {
        const { molecules: found } = unwrap(await searchMolecules({ q: q ?? '', mode }, ALL));
        const keys = found.map(({ molecule }) => molecule.inchikey);
        expect(keys, `${mode} ${q}`).toEqual([aspirin?.inchikey]);
      }
    }
    const exact = async (q: string) => {
      const found = await searchMolecules({ q, mode: 'exact' }, ALL);
      return found.ok ? found.value.molecules.map(({ molecule }) => molecule.smiles) : null;
    };
    // Names that are SMILES too: of other molecules, and of none here.
    expect(await exact('CCN')).toEqual(['CCO']);
    expect(await exact('NC')).toEqual(['CCCI']);
    expect(await exact('Secret')).toBeNull();
  });

  it('shows as stereoisomers no acids, bases or ions of one another', async () => {
    const db = makeMemoryDatabase();
    const shown = await readMolecules([
      'C[C@H](N)C(=O)O',
      'C[C@@H](N)C(=O)O',
      'C[C@H](N)C(=O)[O-]',
      'C[C@H]([NH3+])C(=O)O',
    ]);
    await writeMoleculePosts(db, shown);
    const { publicMolecule, searchMolecules } = makeSearch(db);
    const [l, d] = shown.map(({ inchikey }) => inchikey);
    const page = await publicMolecule(l ?? '');
    expect(page?.stereoisomers.map(({ molecule }) => molecule.inchikey)).toEqual([d]);
    const found = unwrap(await searchMolecules({ q: l ?? '', mode: 'exact' }, ALL));
    expect(found.molecules.map(({ molecule }) => molecule.inchikey)).toEqual([l, d]);
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
    const { searchMolecules, publicMolecule, publicMolecules, moleculeSitemap } = makeSearch(db, {
      now: posts.now,
    });
    const smiles = async () => {
      const found = unwrap(await searchMolecules({ q: 'C', mode: 'substructure' }, ALL));
      return found.molecules.map(({ molecule }) => molecule.smiles).sort();
    };
    const keyOf = (at: number) => shown[at]?.inchikey ?? '';
    expect(await smiles()).toEqual(['CCCl', 'CCO']);
    expect(await publicMolecule(keyOf(0))).toMatchObject({ names: ['Ethanol'], postCount: 1 });
    for (const at of [1, 2, 3]) expect(await publicMolecule(keyOf(at))).toBeNull();
    expect((await publicMolecules(ALL)).total).toBe(2);
    expect(await moleculeSitemap(ALL)).toHaveLength(2);
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
    const { searchMolecules } = makeSearch(db);
    const refusal = async (q: string, mode: 'exact' | 'substructure' = 'exact') => {
      const found = await searchMolecules({ q, mode }, ALL);
      const { failure } = found as { failure?: { issues: { msg: string }[] } };
      return failure?.issues[0]?.msg;
    };
    expect(await refusal(' ')).toContain('Enter a structure as SMILES');
    expect(await refusal('c1cccc')).toMatch(/^[A-Z“].*ring.*\.$/);
    expect(await refusal('Acetyl salicylate')).toBe(
      'No molecule here is called “Acetyl salicylate”.',
    );
    expect(await refusal('CCCCX')).toContain('at character 5');
    expect(await refusal('C'.repeat(201))).toContain('at most 200 characters');
    expect(await refusal('*CCO')).toContain('has no InChI');
    expect(await refusal('>>', 'substructure')).toMatch(/\.$/);
    const found = unwrap(await searchMolecules({ q: 'CCC', mode: 'substructure' }, ALL));
    expect(found.molecules.map(({ molecule }) => molecule.smiles)).toEqual([
      'CCC',
      'CCCC',
      'CCCCC',
    ]);
    expect(found.svg).toContain('<svg');
  });

  it('ends after its time, and looks at the smallest where there are too many: it says how far it came', async () => {
    const db = makeMemoryDatabase();
    await writeMoleculePosts(db, await readMolecules(['CCCCC', 'CCCC', 'CCC', 'CC']));
    const search = async (time: number, candidates: number, searchChemistry = () => chemistry) => {
      const site = makeTestSite({ db, searchChemistry });
      const limits = { time, batch: 2, candidates };
      return unwrap(await findMolecules(site, { q: 'CC', mode: 'substructure' }, limits));
    };
    const smallest = await search(10_000, 3);
    expect(smallest).toMatchObject({ examined: 3, candidates: 4 });
    const keys = (await readMolecules(['CC', 'CCC', 'CCCC'])).map(({ inchikey }) => inchikey);
    expect(smallest.matches.map(({ inchikey }) => inchikey)).toEqual(keys);
    let calls = 0;
    const matchSubstructure: Chemistry['matchSubstructure'] = (q, candidates) =>
      ++calls === 1
        ? chemistry.matchSubstructure(q, candidates)
        : new Promise<never>(() => undefined);
    const ended = await search(300, 4, () => ({ ...chemistry, matchSubstructure }));
    expect(ended).toMatchObject({ examined: 2, candidates: 4 });
    expect(ended.matches).toHaveLength(2);
  });
});
