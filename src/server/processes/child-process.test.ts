import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { BusyError } from '../failure.ts';
import { startChild } from './child-process.ts';

async function makeModule(code: string): Promise<URL> {
  const file = join(makeFolder(), 'child.mjs');
  await writeFile(file, code);
  return pathToFileURL(file);
}

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
