import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** `exhaust` opens files until only `spare` descriptors are left; `relax` closes them. */
const EXHAUST = `
  import { closeSync, openSync } from 'node:fs';
  const opened = [];
  const exhaust = (spare) => {
    try { for (;;) opened.push(openSync('/dev/null')); } catch {}
    for (let left = 0; left < spare; left += 1) closeSync(opened.pop());
  };
  const relax = () => { for (const each of opened.splice(0)) closeSync(each); };
`;

/**
 * Runs a module's source in a process with 64 file descriptors. It may call \`exhaust(spare)\` and
 * \`relax()\`.
 *
 * @returns its standard output
 * @throws when it fails
 */
export async function runWithFewDescriptors(code: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'bash',
    [
      '-c',
      'ulimit -n 64; exec "$0" --input-type=module --eval "$1"',
      process.execPath,
      EXHAUST + code,
    ],
    { timeout: 60_000 },
  );
  return stdout;
}
