import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { startProductionSite } from '../../test/production-site.ts';
import { runScript } from '../../test/run-script.ts';
import { type Editor, listAll, signIn } from '../harness/editor.ts';
import { comparePost, type SitePost } from './moving/compare-post.ts';
import { type Expected, readFolder } from './moving/read-folder.ts';
import type { Trial } from './trial.ts';

/** Differences that are printed; all of them are counted. */
const MAX_PRINTED = 40;

type Report = { items: { label: string; slug: string; outcome: string; reason: string }[] };

/**
 * Imports a folder of Markdown beside a running site, reads the folder once more by code of its own, and compares every
 * title, date, author, tag, picture, word and former address with what the site answers.
 */
export const moving: Trial = {
  name: 'moving',
  async run([path]) {
    if (path === undefined || !existsSync(path))
      throw new Error('Usage: npm run trial -- moving PATH');
    const expected = readFolder(resolve(path));
    if (expected.length === 0)
      throw new Error('No file of this folder has front matter with a title');
    const site = await startProductionSite({ SEED_CONTENT: 'off', LOG_LEVEL: 'fatal' });
    try {
      const started = performance.now();
      const report = await importFolder(site.dataDir, resolve(path));
      const seconds = (performance.now() - started) / 1000;
      const editor = await signIn(site);
      const differences = await compareAll({ address: site.address, editor, expected, report });
      print(expected, report, { seconds, differences });
      return differences.length === 0;
    } finally {
      await site.stop();
    }
  },
};

async function importFolder(dataDir: string, path: string): Promise<Report> {
  const { out, err } = await runScript('import.ts', dataDir, [path, '--json']);
  if (out === '') throw new Error(err);
  return JSON.parse(out) as Report;
}

type Comparison = { address: string; editor: Editor; expected: Expected[]; report: Report };

async function compareAll({ address, editor, expected, report }: Comparison): Promise<string[]> {
  const items = new Map(report.items.map((item) => [item.label, item]));
  const known = new Set(
    (await listAll<{ slug: string }>(editor, '/api/admin/blog/posts', 'posts')).map(
      ({ slug }) => slug,
    ),
  );
  const differences: string[] = [];
  const urls = new Map<string, string>();
  for (const each of expected) {
    const item = items.get(each.label);
    if (item?.outcome !== 'imported' || !known.has(item.slug)) {
      differences.push(`${each.label}: not imported (${item?.reason ?? 'not in the report'})`);
      continue;
    }
    const post = await editor.call<SitePost>('GET', `/api/blog/posts/${item.slug}`);
    const found = [
      ...comparePost(each, post, urls),
      ...(each.isDraft ? [] : await compareRedirects(address, each, item.slug)),
    ];
    differences.push(...found.map((difference) => `${each.label}: ${difference}`));
  }
  return [...differences, ...(await missingFiles(address, urls))];
}

async function compareRedirects(
  address: string,
  { formerPaths }: Expected,
  slug: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const path of formerPaths) {
    const url = new URL(path.replace(/^\/?/, '/'), address);
    const response = await fetch(url, { redirect: 'manual' });
    const location = response.headers.get('location') ?? '';
    if (response.status !== 301 || new URL(location, address).pathname !== `/blog/${slug}`) {
      found.push(`its former path ${path} answers ${response.status} ${location}`);
    }
  }
  return found;
}

/** Pictures of the library that the site does not serve. */
async function missingFiles(address: string, urls: ReadonlyMap<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (const url of urls.values()) {
    const { status } = await fetch(new URL(url, address), { method: 'HEAD' });
    if (status !== 200) found.push(`the picture ${url} answers ${status}`);
  }
  return found;
}

type Outcome = { seconds: number; differences: readonly string[] };

function print(
  expected: readonly Expected[],
  report: Report,
  { seconds, differences }: Outcome,
): void {
  const sum = (of: (post: Expected) => number) =>
    expected.reduce((total, post) => total + of(post), 0);
  const local = sum(({ shown }) => shown.pictures.filter(({ file }) => file !== undefined).length);
  console.log(
    [
      `${expected.length} posts read, ${report.items.length} items imported in ${seconds.toFixed(1)} s`,
      `compared: ${expected.length} titles, ${sum(({ date }) => Number(date !== undefined))} dates, ${sum(({ author }) => Number(author !== undefined))} authors, ${sum(({ tags }) => tags.length)} tags, ${sum(({ shown }) => shown.pictures.length)} pictures (${local} of the folder), ${sum(({ formerPaths }) => formerPaths.length)} former paths`,
      `${differences.length} differences`,
    ].join('\n'),
  );
  for (const difference of differences.slice(0, MAX_PRINTED)) console.error(`  ${difference}`);
}
