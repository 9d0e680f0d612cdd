import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Molecule } from '../../src/science/chemistry/chemistry.ts';
import { connectPostgres, connectSqlite, type Database } from '../../src/server/db/connect.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { enumerateMolecules } from '../../test/enumerate-molecules.ts';
import { readMolecules, writeMoleculePosts } from '../../test/molecule-posts.ts';
import { startPostgres } from '../../test/postgres-server.ts';
import { startProductionSite } from '../../test/production-site.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { percentile } from '../harness/statistics.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import type { Row } from './row.ts';

const MOLECULES = 10_000;
const ROUNDS = 10;
const TARGET = { atMost: 1_000 };

/** What is in few molecules, in many, and in almost all, by mode. */
const QUERIES = {
  exact: ['CC(=O)Oc1ccccc1C(=O)O', 'Cc1ccc(C)cc1', 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N'],
  substructure: ['c1ccc2[nH]ccc2c1', 'S(=O)(=O)N', 'FC(F)F', 'c1ccccc1', '[#7]~[#6]~[#7]', 'C'],
  similarity: ['CC(=O)Oc1ccccc1C(=O)O', 'O=C(Nc1ccccc1)c1ccccc1', 'COc1ccc(Oc2ccc(C)cc2)cc1'],
};

/**
 * Response times of the search of 10,000 molecules, by the API of a real server: the first search, which loads the
 * index, then each query in turn.
 */
export async function measureMolecules(): Promise<Row[]> {
  const folder = temporaryFolder('bench-molecules');
  const postgres = await startPostgres();
  if (postgres === undefined) console.log('PostgreSQL: not measured, no server binaries found');
  try {
    const molecules = await readMolecules(enumerateMolecules(MOLECULES));
    const dataDir = join(folder.path, 'sqlite');
    mkdirSync(dataDir);
    await fill(connectSqlite(join(dataDir, 'ligara.sqlite')), molecules);
    const rows = await measureOn('SQLite', { DATA_DIR: dataDir });
    if (postgres === undefined) return rows;
    const url = await postgres.createDatabase();
    await fill(connectPostgres(url), molecules);
    return [...rows, ...(await measureOn('PostgreSQL', { DATABASE_URL: url }))];
  } finally {
    await postgres?.stop();
    folder.remove();
  }
}

async function fill(db: Database, molecules: readonly Molecule[]): Promise<void> {
  await migrate(db);
  await writeMoleculePosts(db, molecules);
  // The site would render these posts again with its glossary, and find no molecule in them.
  await db.query.updateTable('post_versions').set({ glossary_revision: 1 }).execute();
  await sql`analyze`.execute(db.query);
  await db.close();
}

async function measureOn(engine: string, database: Record<string, string>): Promise<Row[]> {
  const settings = { BACKUPS: 'off', SEED_CONTENT: 'off', SEARCHES_PER_MINUTE: '0' };
  const site = await startProductionSite({ ...settings, ...database });
  const client = createHttpClient(site.address, 1);
  const time = async (mode: string, q: string) => {
    const path = `/api/molecules/search?${new URLSearchParams({ mode, q, threshold: '0.3' })}`;
    const { status, started, ended } = await client.send(path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return ended - started;
  };
  const row = (what: string, figure: number): Row => ({
    part: 'molecules',
    what: `${engine}, ${what}`,
    figure,
    unit: 'ms',
  });
  try {
    const first = await time('substructure', 'S(=O)(=O)N');
    const rows = [row('the first search', first)];
    for (const [mode, queries] of Object.entries(QUERIES)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const q of queries) times.push(await time(mode, q));
      }
      rows.push({ ...row(`${mode}, p95`, percentile(times, 95)), target: TARGET });
    }
    return rows;
  } finally {
    client.close();
    await site.stop();
  }
}
