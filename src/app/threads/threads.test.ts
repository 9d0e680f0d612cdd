import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeTestSite } from '../../../test/make-site.ts';
import { readMolecules, writeMoleculePosts } from '../../../test/molecule-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { renderBody } from '../../rendering/body.ts';
import { drawMolecules, searchMolecules } from '../../science/molecules/search.ts';
import type { Reference } from '../../science/references/reference.ts';
import { connectSqlite } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createThreads } from './threads.ts';

function makeThreads(options?: Parameters<typeof createThreads>[0]) {
  const threads = createThreads(options);
  onTestFinished(threads.close);
  return threads;
}

/** For most tests: a thread takes a second to start. */
const shared = createThreads({ render: { timeout: 60_000 }, science: { timeout: 3_000 } });
afterAll(shared.close);

/** A long post: 80 sections with a list, a table, links and code. */
const LONG = Array.from(
  { length: 80 },
  (_, n) =>
    `## Section ${n}\n\n- *a* [b](https://c.example/${n})\n\n| d | e |\n| - | - |\n| \`f\` | **g** |\n\n\`\`\`js\nlet h = ${n};\n\`\`\`\n`,
).join('\n');

/** Each of the 300,000 emphases becomes several nodes. */
const HUGE = '*a* '.repeat(300_000);

test('a post is the same from a thread, and other requests are served meanwhile', async () => {
  const { render } = shared;
  let turns = 0;
  let isRendering = true;
  const rendering = render(LONG).finally(() => {
    isRendering = false;
  });
  while (isRendering) {
    await setTimeout(1);
    turns++;
  }
  expect(await rendering).toEqual(await renderBody(LONG));
  expect(turns).toBeGreaterThan(10);
});

test('a post that takes too long is given up, and does not hold up those after it', async () => {
  const { render } = makeThreads({ render: { threads: 1, timeout: 1 } });
  expect(await Promise.all([render(LONG), render(LONG)])).toEqual([null, null]);
});

test('a post that the renderer fails at, or that takes too much memory, is refused, and the next one is rendered', async () => {
  const onFailure = vi.fn();
  const { render } = makeThreads({ render: { threads: 1, memory: 96 }, onFailure });
  // No text is known to make it fail.
  const references = [null as unknown as Reference];
  expect(await render('x', { references })).toBeNull();
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
  expect((await render('still *here*'))?.text).toBe('still here');
  expect(await render(HUGE)).toBeNull();
  expect((await render('still *here*'))?.text).toBe('still here');
});

test('closing ends what is being rendered instead of waiting for it', async () => {
  const pool = makeThreads();
  await pool.render('warm');
  const rejection = expect(pool.render(HUGE)).rejects.toThrow('aborted');
  await pool.close();
  await rejection;
});

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

const smiles = (source: string) => ({ format: 'smiles' as const, source });

test('a structure that takes minutes is given up, and holds up nobody else meanwhile', async () => {
  const { scienceFor } = shared;
  await scienceFor({ owner: 'b' }).draw(smiles('C'));
  const hostile = ['C', 'CC'].map((more) =>
    scienceFor({ owner: 'a' }).draw(smiles(`${ENDLESS}.${more}`)),
  );
  const first = Promise.race(hostile).then(() => 'hostile');
  const honest = scienceFor({ owner: 'b' })
    .draw(smiles('CCO'))
    .then((structure) => 'formula' in structure && structure.formula);
  expect(await Promise.race([first, honest])).toBe('C2H6O');
  for (const drawn of await Promise.all(hostile)) {
    expect(drawn).toEqual({ message: 'it takes too long to compute', isTooSlow: true });
  }
  const after = await scienceFor({ owner: 'a' }).draw(smiles('CCCO'));
  expect(after).toMatchObject({ formula: 'C3H8O' });
}, 60_000);

test('a body in a thread has its structures and formulas from another, as it has them without', async () => {
  const { render } = shared;
  const content = 'Text {smiles}`CCO`, $x$\n\n```smiles\nc1ccccc1 Benzene\nC1\n```\n';
  const expected = await renderBody(content);
  // The second time from the caches.
  for (const owner of ['a', 'b']) expect(await render(content, { owner })).toEqual(expected);
});

test('a search that takes minutes ends soon, and the next one finds what it should', async () => {
  const { scienceFor } = makeThreads();
  const db = connectSqlite(':memory:');
  onTestFinished(() => db.close());
  await migrate(db);
  await writeMoleculePosts(db, await readMolecules([FULLERENE, 'CC']));
  const site = makeTestSite({
    db,
    chemistry: scienceFor({ owner: 'readers' }),
    searchChemistry: (signal) => scienceFor({ owner: 'searches', signal }),
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
  const [drawing] = await drawMolecules(site, [{ smiles: FULLERENE }], hostile);
  expect(drawing?.svg).toContain('<svg');
}, 60_000);
