import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../../test/postgres-server.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import type { Row } from '../row.ts';
import { fillSite } from './fill-site.ts';
import { type Measured, runMeasured, type Site } from './run-measured.ts';

/** One picture for so many posts. */
const POSTS_OF_A_PICTURE = 5;

/**
 * Exports a site, imports it into an empty one on SQLite and another on PostgreSQL, and exports those: times, memory, and
 * whether all exports have the same manifest.
 */
export async function measureMoving(posts: number): Promise<Row[]> {
  const folder = temporaryFolder('bench-moving');
  const postgres = await startPostgres();
  if (postgres === undefined) console.log('PostgreSQL: not measured, no server binaries found');
  const pictures = Math.round(posts / POSTS_OF_A_PICTURE);
  try {
    const source = join(folder.path, 'source');
    mkdirSync(source);
    await fillSite(source, posts, pictures);
    const file = join(folder.path, 'source.zip');
    const exported = await runMeasured('export.ts', file, { DATA_DIR: source });
    const what = `${posts.toLocaleString('en')} posts and ${pictures.toLocaleString('en')} pictures`;
    const rows = [
      row(`size of an export of ${what}`, statSync(file).size / 1e6, 'MB'),
      ...rowsOf('export', exported),
    ];
    const target = join(folder.path, 'target');
    rows.push(...(await measureImport('SQLite', { file, exported, posts }, { DATA_DIR: target })));
    if (postgres === undefined) return rows;
    const site = { DATA_DIR: `${target}-2`, DATABASE_URL: await postgres.createDatabase() };
    rows.push(...(await measureImport('PostgreSQL', { file, exported, posts }, site)));
    return rows;
  } finally {
    await postgres?.stop();
    folder.remove();
  }
}

/** Imports an export into an empty site, and exports that. */
async function measureImport(
  engine: string,
  { file, exported, posts }: { file: string; exported: Measured; posts: number },
  site: Site,
): Promise<Row[]> {
  const imported = await runMeasured('import.ts', file, site);
  const again = await runMeasured('export.ts', `${site.DATA_DIR}.zip`, site);
  const differ = manifestOf(exported) === manifestOf(again) ? 0 : 1;
  return [
    ...rowsOf(`${engine}: import into an empty site`, imported),
    row(`${engine}: with its processes for pictures, peak memory`, imported.peakOfAll, 'MB'),
    row(`${engine}: posts imported, with the pictures`, posts / imported.seconds, '/s'),
    ...rowsOf(`${engine}: export of that site`, again),
    { ...row(`${engine}: manifests that differ`, differ, ''), target: { atMost: 0 } },
  ];
}

function rowsOf(what: string, { seconds, peak }: Measured): Row[] {
  return [row(what, seconds, 's'), row(`${what}, peak memory`, peak, 'MB')];
}

function row(what: string, figure: number, unit: string): Row {
  return { part: 'moving', what, figure, unit };
}

function manifestOf({ out }: Measured): string {
  return /manifest: ([0-9a-f]{64})/.exec(out)?.[1] ?? out;
}
