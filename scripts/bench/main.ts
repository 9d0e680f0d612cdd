// What is measured, never asserted: `npm run bench` prints what docs/performance.md describes as one
// table, `npm run bench -- PART` one part of it. The others are asked for by name alone, since they
// take long or need something of their own: `typing` what a key costs in a long post, `web [rounds]` what
// Lighthouse says of the pages, `round-trip FOLDER` whether posts come back from the edit form as they were.
import { measureGrowth } from './growth.ts';
import { loadGenerator } from './load.ts';
import { measureMemory } from './memory.ts';
import { measurePublishing } from './publishing.ts';
import { measureRoundTrip } from './round-trip.ts';
import type { Row } from './row.ts';
import { measureSpeed } from './speed.ts';
import { measureStart } from './start.ts';
import { report } from './table.ts';
import { measureTyping } from './typing.ts';
import { measurePages } from './web.ts';
import { measurePageWeights } from './weigh.ts';

const PARTS: Readonly<Record<string, () => Promise<Row[]>>> = {
  speed: measureSpeed,
  memory: measureMemory,
  start: measureStart,
  growth: measureGrowth,
  publishing: measurePublishing,
  weights: measurePageWeights,
};

/** What prints its own figures; undefined when the argument is not one that it takes. */
const OTHERS: Readonly<Record<string, (argument?: string) => Promise<void> | undefined>> = {
  typing: measureTyping,
  web: (rounds = '3') => (/^[1-9]$/.test(rounds) ? measurePages(Number(rounds)) : undefined),
  'round-trip': (folder) => (folder === undefined ? undefined : measureRoundTrip(folder)),
};

// A signal ends a process without its exit handlers, which end the servers and remove the folders.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1));
}

const [name, argument] = process.argv.slice(2);
const measuring = name === undefined ? measure(PARTS) : measureByName(name, argument);
if (measuring === undefined) {
  const names = [...Object.keys(PARTS), 'typing'].join(' | ');
  console.error(`Usage: npm run bench [-- ${names} | web [rounds] | round-trip FOLDER]`);
  process.exitCode = 2;
}
await measuring;

function measureByName(name: string, argument?: string): Promise<void> | undefined {
  const part = PARTS[name];
  return part === undefined ? OTHERS[name]?.(argument) : measure({ [name]: part });
}

/** Measures one part after another. One that fails is told of, and leaves the others their turn. */
async function measure(parts: typeof PARTS): Promise<void> {
  const rows: Row[] = [];
  for (const [name, measurePart] of Object.entries(parts)) {
    const began = performance.now();
    try {
      rows.push(...(await measurePart()));
    } catch (error) {
      console.error(`${name} could not be measured:`, error);
      process.exitCode = 1;
    }
    console.error(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  report(rows, loadGenerator);
}
