import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { findSecrets, type Needle } from './secrets/find-secrets.ts';
import type { Trial } from './trial.ts';

const MAX_REPORTED = 50;

export const secrets: Trial = {
  name: 'secrets',
  async run(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { needle: { type: 'string', multiple: true, default: [] } },
    });
    const [file] = positionals;
    const log = file === undefined ? await text(process.stdin) : readFileSync(file, 'utf8');
    const needles = values.needle.map((value) => ({ what: `"${value}"`, value }));
    return reportSecrets(log, needles);
  },
};

/** Prints what was searched and found. @returns true if nothing was found */
export function reportSecrets(log: string, needles: readonly Needle[]): boolean {
  const found = findSecrets(log, needles);
  const lines = log.split('\n');
  const logged = lines.filter((line) => line.startsWith('{"level":')).length;
  console.log(
    `${lines.length} lines, ${logged} of them of the site's log; ${needles.length} needles; ${found.length} found`,
  );
  for (const { line, what, text: shown } of found.slice(0, MAX_REPORTED)) {
    console.log(`  line ${line}: ${what}: ${shown}`);
  }
  return found.length === 0;
}
