import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { runScript } from '../../test/run-script.ts';
import { type Editor, signIn } from '../harness/editor.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { percentile } from '../harness/statistics.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import type { Row } from './row.ts';

const POSTS = 300;
/** The pause between requests of the reader, whose pages are not cached after a post was imported. */
const PAUSE_MS = 20;
const POLL_MS = 200;
const SAMPLES = join(import.meta.dirname, '../../src/content/posts');

/**
 * How fast Markdown is imported, by the admin area in the process that serves and by the command beside it, and how long
 * a reader waits for pages meanwhile.
 */
export async function measureImports(): Promise<Row[]> {
  const folder = temporaryFolder('bench-imports');
  const site = await startProductionSite({ BACKUPS: 'off', SEED_CONTENT: 'off' });
  try {
    const editor = await signIn(site);
    const [uploaded, commanded] = [makePosts('uploaded'), makePosts('commanded')];
    const id = await upload(site, editor, uploaded);
    const inProcess = await measured(site, async () => {
      await editor.call('POST', `/api/admin/imports/${id}/start`);
      await until(editor, id, 'done');
    });
    const path = join(folder.path, 'commanded');
    mkdirSync(path);
    for (const [name, text] of commanded) writeFileSync(join(path, name), text);
    const byCommand = await measured(site, async () => {
      const { code, err } = await runScript('import.ts', site.dataDir, [path]);
      if (code !== 0) throw new Error(err);
    });
    return [...rows('in the admin area', inProcess), ...rows('by the command', byCommand)];
  } finally {
    await site.stop();
    folder.remove();
  }
}

/** The sample posts in turn, each with words of its own: no text is rendered twice. */
function makePosts(prefix: string): Map<string, string> {
  const samples = readdirSync(SAMPLES)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(SAMPLES, name), 'utf8').replace(/^---[\s\S]*?\n---\n/, ''));
  return new Map(
    Array.from({ length: POSTS }, (_, number) => {
      const matter = `---\ntitle: Post ${number} ${prefix}\ndate: 2020-01-01\ntags: [one, two]\n---\n`;
      const body = `The ${prefix} text number ${number}.\n\n${samples[number % samples.length]}`;
      return [`${prefix}-${number}.md`, matter + body];
    }),
  );
}

/** @returns the id of the import, after its dry run */
async function upload(
  { address }: ProductionSite,
  editor: Editor,
  posts: ReadonlyMap<string, string>,
): Promise<string> {
  const zip = new ZipFile();
  for (const [name, text] of posts) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const response = await fetch(`${address}/api/admin/imports?name=posts.zip`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${editor.token}`,
      'Content-Type': 'application/octet-stream',
    },
    body: await buffer(zip.outputStream),
  });
  if (response.status !== 202) throw new Error(`The upload was answered with ${response.status}`);
  const { id } = (await response.json()) as { id: string };
  await until(editor, id, 'planned');
  return id;
}

async function until({ call }: Editor, id: string, wanted: string): Promise<void> {
  for (;;) {
    const { state, problem } = await call<{ state: string; problem: string | null }>(
      'GET',
      `/api/admin/imports/${id}`,
    );
    if (state === wanted) return;
    if (state === 'failed') throw new Error(`The import failed: ${problem}`);
    await sleep(POLL_MS);
  }
}

type Measured = { seconds: number; waits: number[] };

/** Requests pages all the while. */
async function measured(site: ProductionSite, act: () => Promise<void>): Promise<Measured> {
  const client = createHttpClient(site.address);
  const waits: number[] = [];
  const ended = new AbortController();
  const reading = (async () => {
    for (let number = 0; !ended.signal.aborted; number++) {
      const path = ['/', '/blog', '/glossary', `/blog?page=${number}`][number % 4] ?? '/';
      const { started, ended: answered } = await client.send(path);
      waits.push(answered - started);
      await sleep(PAUSE_MS);
    }
  })();
  const started = performance.now();
  try {
    await act();
  } finally {
    ended.abort();
  }
  const seconds = (performance.now() - started) / 1000;
  await reading;
  client.close();
  return { seconds, waits };
}

function rows(how: string, { seconds, waits }: Measured): Row[] {
  const row = (what: string, figure: number, unit: string, target?: Row['target']): Row => ({
    part: 'imports',
    what: `${what} ${how}`,
    figure,
    unit,
    target,
  });
  return [
    row('Markdown imported', POSTS / seconds, 'posts/s', { atLeast: 60 }),
    row('a page meanwhile (p99)', percentile(waits, 99), 'ms', { atMost: 250 }),
    row('a page meanwhile (slowest)', Math.max(...waits), 'ms'),
  ];
}
