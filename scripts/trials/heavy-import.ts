import { once } from 'node:events';
import { createWriteStream, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { type Editor, signIn } from '../harness/editor.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { residentMegabytes } from '../harness/process-memory.ts';
import { percentile } from '../harness/statistics.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const FILE_MB = 250;
/** 1 GiB, in 10⁶ bytes. */
const LIMIT_MB = 1_074;
const TIMEOUT_MS = 300_000;

type Import = { id: string; state: string; problem: string | null };

/**
 * A file of Ghost that is too large for any reader is uploaded. Its import may fail in words, and can be discarded; pages
 * and saves are answered meanwhile, and all processes together have at most 1 GB.
 *
 * @returns promises that were broken
 */
export async function tryHeavyImport(): Promise<string[]> {
  const folder = temporaryFolder('heavy-import');
  const file = join(folder.path, 'ghost.json');
  await writeGhost(file);
  const site = await startProductionSite({ SEED_CONTENT: 'off', BACKUPS: 'off' });
  try {
    const editor = await signIn(site);
    const pid = site.pid();
    const { ended, pages, saves, megabytes } = await measured(site, editor, async () => {
      const { id } = await upload(site, editor, file);
      return untilRead(editor, id);
    });
    const [page, save] = [percentile(pages, 99), Math.max(...saves)];
    console.log(
      `A Ghost file of ${FILE_MB} MB: ${ended.state} (${ended.problem ?? ''}); all processes together ${megabytes.toFixed(0)} MB at most; of ${pages.length} pages p99 ${page.toFixed(0)} ms, of ${saves.length} saves the slowest ${save.toFixed(0)} ms`,
    );
    await editor.call('DELETE', `/api/admin/imports/${ended.id}`);
    const broken = {
      'the site has ended': site.pid() !== pid || !(await fetch(`${site.address}/readyz`)).ok,
      'it failed without its reason':
        ended.state === 'failed' && !/memory/.test(ended.problem ?? ''),
      'a page took over 250 ms (p99)': page > 250,
      'a save took over 2 s': save > 2_000,
      'the processes had over 1 GB': megabytes > LIMIT_MB,
    };
    return Object.keys(broken).filter((what) => broken[what as keyof typeof broken]);
  } finally {
    await site.stop();
    folder.remove();
  }
}

/** Curly quotes make V8 keep two bytes for each character. */
async function writeGhost(file: string): Promise<void> {
  const out = createWriteStream(file);
  out.write('{"db":[{"meta":{},"data":{"posts":[');
  const html = '<p>\u201cQuoted\u201d text of a post.</p>'.repeat(12_000);
  for (let number = 0; out.bytesWritten + out.writableLength < FILE_MB * 1e6; number++) {
    const post = { id: `${number}`, title: `Post ${number}`, slug: `p-${number}`, html };
    const more = { type: 'post', status: 'published', published_at: '2020-01-01T00:00:00.000Z' };
    const written = out.write(`${number ? ',' : ''}${JSON.stringify({ ...post, ...more })}`);
    if (!written) await once(out, 'drain');
  }
  out.end(']}}]}');
  await once(out, 'finish');
}

/** Requests pages and saves a post all the while, and adds up the memory of all processes. */
async function measured(site: ProductionSite, editor: Editor, act: () => Promise<Import>) {
  const client = createHttpClient(site.address);
  const [pages, saves]: [number[], number[]] = [[], []];
  let megabytes = 0;
  let hasEnded = false;
  const repeat = async (pause: number, work: (number: number) => unknown) => {
    for (let number = 0; !hasEnded; number++) {
      await work(number);
      await sleep(pause);
    }
  };
  // The first text starts a thread, which loads the renderer.
  await save(editor, 'first');
  const reading = repeat(20, async (number) => {
    const { started, ended } = await client.send(
      ['/', '/blog', `/blog?page=${number}`][number % 3] ?? '/',
    );
    pages.push(ended - started);
  });
  const saving = repeat(500, async (number) => {
    const started = performance.now();
    await save(editor, `saved-${number}`);
    saves.push(performance.now() - started);
  });
  const watching = repeat(50, () => {
    megabytes = Math.max(megabytes, residentMegabytes(site.pid()) || 0);
  });
  const ended = await act().finally(() => {
    hasEnded = true;
  });
  await Promise.all([reading, saving, watching]);
  client.close();
  return { ended, pages, saves, megabytes };
}

function save({ call }: Editor, slug: string): Promise<unknown> {
  const post = { title: slug, slug, content: 'Text', status: 'draft' };
  return call('POST', '/api/admin/blog/posts', post);
}

async function upload(
  { address }: ProductionSite,
  { token }: Editor,
  file: string,
): Promise<Import> {
  const response = await fetch(`${address}/api/admin/imports?name=ghost.json`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', Authorization: `Bearer ${token}` },
    body: await openAsBlob(file),
  });
  if (!response.ok) throw new Error(`The upload: ${response.status} ${await response.text()}`);
  return (await response.json()) as Import;
}

async function untilRead({ call }: Editor, id: string): Promise<Import> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const found = await call<Import>('GET', `/api/admin/imports/${id}`);
    if (found.state !== 'planning') return found;
    if (performance.now() > deadline) throw new Error(`The import stays ${JSON.stringify(found)}`);
    await sleep(100);
  }
}
