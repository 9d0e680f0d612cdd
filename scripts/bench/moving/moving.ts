import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import type { Row } from '../row.ts';
import { fillSite } from './fill-site.ts';
import { type Measured, runMeasured } from './run-measured.ts';

/** One picture for so many posts. */
const POSTS_OF_A_PICTURE = 5;

/**
 * Exports a site, imports it into an empty one, and exports that: times, memory, and whether both exports have the same
 * manifest.
 */
export async function measureMoving(posts: number): Promise<Row[]> {
  const folder = temporaryFolder('bench-moving');
  const pictures = Math.round(posts / POSTS_OF_A_PICTURE);
  try {
    const [source, target] = ['source', 'target'].map((name) => join(folder.path, name)) as [
      string,
      string,
    ];
    mkdirSync(source);
    await fillSite(source, posts, pictures);
    const [file, again] = [join(folder.path, 'first.zip'), join(folder.path, 'again.zip')];
    const first = await runMeasured('export.ts', file, source);
    const imported = await runMeasured('import.ts', file, target);
    const second = await runMeasured('export.ts', again, target);
    const differ = manifestOf(first) === manifestOf(second) ? 0 : 1;
    const what = `${posts.toLocaleString('en')} posts and ${pictures.toLocaleString('en')} pictures`;
    return [
      row(`size of an export of ${what}`, statSync(file).size / 1e6, 'MB'),
      ...rowsOf('export', first),
      ...rowsOf('import into an empty site', imported),
      row('with its processes for pictures, peak memory', imported.peakOfAll, 'MB'),
      row('posts imported, with the pictures', posts / imported.seconds, '/s'),
      ...rowsOf('export of that site', second),
      { ...row('manifests that differ', differ, ''), target: { atMost: 0 } },
    ];
  } finally {
    folder.remove();
  }
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
