import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * Runs a program of `scripts/` to its end, without the developer's settings.
 *
 * @param settings beside `DATA_DIR`
 */
export async function runScript(
  name: string,
  dataDir: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) {
  const child = startScript(name, dataDir, args, settings);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, out, err };
}

/** Starts a program as `runScript` does. */
export function startScript(
  name: string,
  dataDir: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) {
  const script = join(import.meta.dirname, '../scripts', name);
  return spawn(process.execPath, [script, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
