import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { runWithFewDescriptors } from '../../../test/limited-process.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { BusyError } from '../failure.ts';
import { startChild } from './child-process.ts';

async function makeModule(code: string): Promise<URL> {
  const file = join(makeFolder(), 'child.mjs');
  await writeFile(file, code);
  return pathToFileURL(file);
}

const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

it('a picture and a post are tried again, and the site lives, when the descriptors run out', async () => {
  const written = await runWithFewDescriptors(`
    const { createPictureProcessor } = await import(${moduleUrl('../../media/process/picture-processor.ts')});
    const { createThreads } = await import(${moduleUrl('../../app/threads/threads.ts')});
    const picture = createPictureProcessor();
    const pool = createThreads();
    const nameOf = (work) => work.then((done) => (done.ok === false ? 'refused' : 'done'), (error) => error.name);
    // Their modules are read while there are descriptors.
    for (const spare of [0, 3]) {
      exhaust(spare);
      console.log(await nameOf(picture(Buffer.of(1))), await nameOf(pool.render('a')));
      relax();
    }
    console.log(await nameOf(picture(Buffer.of(1))), await nameOf(pool.render('a')));
    await pool.close();
  `);
  const lines = written.trim().split('\n');
  expect(lines.pop()).toBe('refused done');
  for (const line of lines) expect(line).toMatch(/^(BusyError|refused) (BusyError|done)$/);
  expect(lines[0]).toBe('BusyError BusyError');
});

it.each([
  ['is ended by the system at its start', 'process.kill(process.pid, "SIGABRT")'],
  ['hangs at its start, as without threads for its engine', 'setInterval(() => undefined, 1000)'],
  ['cannot read its own module', 'import "./missing.mjs"'],
])('a process that %s is not blamed on its task', async (_, code) => {
  const module = await makeModule(code);
  await expect(
    startChild(module, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }, 1_000),
  ).rejects.toThrow(BusyError);
});

it('a child whose parent was killed says nothing in the log of who runs the site', async () => {
  const module = await makeModule(`
    import { sendToParent } from ${moduleUrl('child-process.ts')};
    process.send('started');
    // Too busy to see that the channel closes.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    sendToParent('done');
  `);
  const child = fork(module, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const errors = child.stderr?.toArray();
  await once(child, 'message');
  child.disconnect();
  const [code] = await once(child, 'exit');
  expect([code, Buffer.concat((await errors) ?? []).toString()]).toEqual([0, '']);
});
