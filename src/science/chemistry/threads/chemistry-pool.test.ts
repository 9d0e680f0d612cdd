import { afterEach, expect, test } from 'vitest';
import { makeTestSite } from '../../../../test/make-site.ts';
import { readMolecules, writeMoleculePosts } from '../../../../test/molecule-posts.ts';
import { unwrap } from '../../../../test/unwrap.ts';
import { renderBody } from '../../../rendering/body.ts';
import { createRenderPool } from '../../../rendering/threads/render-pool.ts';
import { connectSqlite } from '../../../server/db/connect.ts';
import { migrate } from '../../../server/db/migrate.ts';
import type { ThreadPoolOptions } from '../../../server/threads/thread-pool.ts';
import { drawMolecules, searchMolecules } from '../../molecules/search.ts';
import { createChemistry } from '../rdkit.ts';
import { type ChemistryPool, createChemistryPool } from './chemistry-pool.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function poolWith(options?: ThreadPoolOptions): ChemistryPool {
  const pool = createChemistryPool(options);
  closing.push(pool.close);
  return pool;
}

/** Atoms that are nearly all bound to one another: RDKit looks for rings for minutes. */
const ENDLESS = (() => {
  const open = Array.from({ length: 14 }, () => '');
  let ring = 10;
  for (let from = 0; from < open.length; from++) {
    for (let to = from + 2; to < open.length; to++) {
      open[from] += `%${ring}`;
      open[to] += `%${ring++}`;
    }
  }
  return open.map((rings) => `[U]${rings}`).join('');
})();

/** Buckminsterfullerene, C60. */
const FULLERENE =
  'c12c3c4c5c1c1c6c7c2c2c8c3c3c9c4c4c%10c5c5c1c1c6c6c%11c7c2c2c7c8c3c3c8c9c4c4c9c%10c5c5c1c1c6c6c%11c2c2c7c3c3c8c4c4c9c5c1c1c6c2c3c41';

const smiles = (source: string) => [{ format: 'smiles' as const, source }];

test('a structure is the same from a thread as from this process', async () => {
  const { chemistryFor } = poolWith();
  const inputs = [...smiles('CC(=O)Oc1ccccc1C(=O)O'), ...smiles('c1ccccc')];
  const drawn = await chemistryFor().draw(inputs);
  expect(drawn).toEqual(await createChemistry().draw(inputs));
  // From the cache.
  expect(await chemistryFor({ owner: 'b' }).draw(inputs)).toEqual(drawn);
  expect(await chemistryFor().matchSubstructure('CO', [])).toEqual([]);
});

test('a structure that takes minutes is given up, and holds up nobody else meanwhile', async () => {
  const { chemistryFor } = poolWith({ timeout: 1_500 });
  await chemistryFor({ owner: 'b' }).draw(smiles('C'));
  const hostile = ['C', 'CC'].map((more) =>
    chemistryFor({ owner: 'a' }).draw(smiles(`${ENDLESS}.${more}`)),
  );
  const first = Promise.race(hostile).then(() => 'hostile');
  const honest = chemistryFor({ owner: 'b' })
    .draw(smiles('CCO'))
    .then(([structure]) => structure && 'formula' in structure && structure.formula);
  expect(await Promise.race([first, honest])).toBe('C2H6O');
  for (const drawn of await Promise.all(hostile)) {
    expect(drawn).toEqual([{ message: 'it takes too long to compute', isTooSlow: true }]);
  }
  const [after] = await chemistryFor({ owner: 'a' }).draw(smiles('CCCO'));
  expect(after).toMatchObject({ formula: 'C3H8O' });
}, 60_000);

test('a body in a thread has its structures from the pool, as it has them without', async () => {
  const { answer } = poolWith();
  const renders = createRenderPool({ threads: 1, chemistry: { answer } });
  closing.push(renders.close);
  const content = 'Text {smiles}`CCO`\n\n```smiles\nc1ccccc1 Benzene\nC1\n```\n';
  expect(await renders.render(content)).toEqual(await renderBody(content));
});

test('a search that takes minutes ends soon, and the next one finds what it should', async () => {
  const { chemistryFor } = poolWith({ timeout: 1_000 });
  const db = connectSqlite(':memory:');
  closing.push(() => db.close());
  await migrate(db);
  await writeMoleculePosts(db, await readMolecules([FULLERENE, 'CC']));
  const site = makeTestSite({
    db,
    chemistry: chemistryFor({ owner: 'readers' }),
    searchChemistry: (signal) => chemistryFor({ owner: 'searches', signal }),
  });
  const search = async (q: string) => {
    const started = performance.now();
    const found = await searchMolecules(site, { q, mode: 'substructure' });
    expect(performance.now() - started).toBeLessThan(8_000);
    const { molecules, examined, candidates } = unwrap(found);
    return { total: molecules.length, examined, candidates };
  };
  expect(await search('C')).toMatchObject({ total: 2, examined: 2 });
  // All paths of 50 atoms, to an atom with four neighbours, which there is not.
  const hostile = `${'*~'.repeat(50)}*(~*)(~*)~*`;
  expect(await search(hostile)).toMatchObject({ total: 0, examined: 0, candidates: 2 });
  expect(await search('CC')).toMatchObject({ total: 1, examined: 2 });
  const [drawing] = await drawMolecules(site, [FULLERENE], hostile);
  expect(drawing).toContain('<svg');
}, 60_000);
