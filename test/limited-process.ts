import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Opens a file until no descriptor is left but `spare`. */
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
 * Runs a module's text in a process that may open 64 files; in it, \`exhaust(spare)\` leaves so many
 * descriptors, and \`relax()\` gives them back.
 *
 * @returns what it has written
 * @throws when it ends by an error
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
