import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  openAsBlob,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { type Editor, signIn } from '../harness/editor.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { residentMegabytes } from '../harness/process-memory.ts';
import { percentile } from '../harness/statistics.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const FILE_MB = 250;
const LIMIT_MB = 1024;
const TIMEOUT_MS = 300_000;

type Import = { id: string; state: string; problem: string | null };

/**
 * A file of Ghost that is too large for any reader is uploaded to a site that has 1 GB of memory with all its processes.
 * Its import may fail in words, and can be discarded; pages and saves are answered meanwhile. Then the site is killed twice
 * while it reads the file: the import is given up.
 *
 * @returns promises that were broken
 */
export async function tryHeavyImport(): Promise<string[]> {
  const folder = temporaryFolder('heavy-import');
  const file = join(folder.path, 'ghost.json');
  await writeGhost(file);
  const group = enterMemoryGroup();
  const site = await startProductionSite({ SEED_CONTENT: 'off', BACKUPS: 'off' });
  group?.leave();
  try {
    const editor = await signIn(site);
    const faults: string[] = [];
    const pid = site.pid();
    const { ended, pages, saves, megabytes } = await measured(site, editor, async () => {
      const { id } = await upload(site, editor, file);
      return until(editor, id, ({ state }) => state !== 'planning');
    });
    if (site.pid() !== pid || !(await isServing(site))) faults.push('the site has ended');
    if (ended.state === 'failed' && !/memory/.test(ended.problem ?? '')) {
      faults.push(`it failed without its reason: ${ended.problem}`);
    }
    const [page, save] = [percentile(pages, 99), Math.max(...saves)];
    if (page > 250) faults.push(`a page took ${page.toFixed(0)} ms (p99)`);
    if (save > 2_000) faults.push(`a save took ${save.toFixed(0)} ms`);
    if (megabytes > LIMIT_MB * 1.048_576)
      faults.push(`all processes had ${megabytes.toFixed(0)} MB`);
    await editor.call('DELETE', `/api/admin/imports/${ended.id}`);
    console.log(
      `A Ghost file of ${FILE_MB} MB ${group ? `under a limit of ${LIMIT_MB} MB` : 'without a limit of the system'}: ${ended.state} (${ended.problem ?? ''}); all processes together ${megabytes.toFixed(0)} MB at most, group ${group?.peak().toFixed(0)} MB with the cache of files; of ${pages.length} pages p99 ${page.toFixed(0)} ms, of ${saves.length} saves the slowest ${save.toFixed(0)} ms`,
    );
    const problem = await crashTwice(site, editor, file);
    console.log(`Killed twice while it was read: ${problem}`);
    if (!/ended twice/.test(problem ?? ''))
      faults.push(`killed twice, it is not given up: ${problem}`);
    return faults;
  } finally {
    await site.stop();
    group?.remove();
    folder.remove();
  }
}

async function crashTwice(
  site: ProductionSite,
  editor: Editor,
  file: string,
): Promise<string | null> {
  const { id } = await upload(site, editor, file);
  for (let crash = 0; crash < 2; crash++) {
    await untilReading(site);
    await site.crash();
    await site.startAgain();
  }
  const ended = await until(editor, id, ({ state }) => state !== 'planning');
  await editor.call('DELETE', `/api/admin/imports/${id}`);
  return ended.problem;
}

/** Waits for the process that reads the source, after a crash until the lease of the killed one has ended. */
async function untilReading(site: ProductionSite): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  const isReading = () =>
    readFileSync(`/proc/${site.pid()}/task/${site.pid()}/children`, 'utf8')
      .split(' ')
      .some((pid) => commandOf(pid.trim()).includes('import-child'));
  while (!isReading() && performance.now() < deadline) await sleep(20);
  await sleep(200);
}

/** Empty for a process that has ended. */
function commandOf(pid: string): string {
  const file = `/proc/${pid}/cmdline`;
  return pid !== '' && existsSync(file) ? readFileSync(file, 'utf8') : '';
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

const GROUPS = '/sys/fs/cgroup/memory';

/** Limits what is started from now on, where the system lets this process (cgroups, version 1). */
function enterMemoryGroup() {
  const group = join(GROUPS, `ligara-trial-${process.pid}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, 'memory.limit_in_bytes'), `${LIMIT_MB * 1024 * 1024}`);
    writeFileSync(join(group, 'cgroup.procs'), `${process.pid}`);
  } catch {
    // Without rights, the memory of the processes is measured alone.
    if (existsSync(group)) rmdirSync(group);
    return null;
  }
  const peak = () =>
    Number(readFileSync(join(group, 'memory.max_usage_in_bytes'), 'utf8')) / 1024 / 1024;
  return {
    leave: () => writeFileSync(join(GROUPS, 'cgroup.procs'), `${process.pid}`),
    peak,
    remove: () => rmdirSync(group),
  };
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

async function until(
  { call }: Editor,
  id: string,
  isReached: (found: Import) => boolean,
): Promise<Import> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const found = await call<Import>('GET', `/api/admin/imports/${id}`);
    if (isReached(found)) return found;
    if (performance.now() > deadline) throw new Error(`The import stays ${JSON.stringify(found)}`);
    await sleep(100);
  }
}

async function isServing({ address }: ProductionSite): Promise<boolean> {
  return (await fetch(`${address}/readyz`)).ok;
}
