import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { findSecrets, type Needle } from './secrets/find-secrets.ts';
import type { Trial } from './trial.ts';

/** Told of at most. */
const MOST_TOLD = 50;

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
    return tellSecrets(log, needles);
  },
};

/** Says what was searched and found; whether nothing was. */
export function tellSecrets(log: string, needles: readonly Needle[]): boolean {
  const found = findSecrets(log, needles);
  const lines = log.split('\n');
  const logged = lines.filter((line) => line.startsWith('{"level":')).length;
  console.log(
    `${lines.length} lines, ${logged} of them of the site's log; ${needles.length} needles; ${found.length} found`,
  );
  for (const { line, what, text: shown } of found.slice(0, MOST_TOLD)) {
    console.log(`  line ${line}: ${what}: ${shown}`);
  }
  return found.length === 0;
}
