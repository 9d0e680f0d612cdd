// Measures and asserts nothing. `npm run bench` prints the table that docs/performance.md describes,
// `npm run bench -- PART` one part of it. Slow ones and those that need an argument run by name only:
// `typing` (cost of a key in a long post), `moving [posts]` (export and import), `web [rounds]` (Lighthouse) and `round-trip FOLDER` (whether
// posts survive the edit form unchanged).
import { exitOnSignals } from '../harness/exit-on-signals.ts';
import { measureGrowth } from './growth.ts';
import { measureImports } from './imports.ts';
import { loadGenerator } from './load.ts';
import { measureMemory } from './memory.ts';
import { measureMolecules } from './molecules.ts';
import { measureMoving } from './moving/moving.ts';
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
  molecules: measureMolecules,
  imports: measureImports,
  weights: measurePageWeights,
};

/** They print their own figures; undefined for an invalid argument. */
const BY_NAME: Readonly<Record<string, (argument?: string) => Promise<void> | undefined>> = {
  typing: measureTyping,
  web: (rounds = '3') => (/^[1-9]$/.test(rounds) ? measurePages(Number(rounds)) : undefined),
  moving: (posts = '10000') =>
    /^[1-9]\d{0,5}$/.test(posts)
      ? measure({ moving: () => measureMoving(Number(posts)) })
      : undefined,
  'round-trip': (folder) => (folder === undefined ? undefined : measureRoundTrip(folder)),
};

exitOnSignals();

const [name, argument] = process.argv.slice(2);
const measuring = name === undefined ? measure(PARTS) : measureByName(name, argument);
if (measuring === undefined) {
  const names = [...Object.keys(PARTS), 'typing'].join(' | ');
  console.error(
    `Usage: npm run bench [-- ${names} | moving [posts] | web [rounds] | round-trip FOLDER]`,
  );
  process.exitCode = 2;
}
await measuring;

function measureByName(name: string, argument?: string): Promise<void> | undefined {
  const part = PARTS[name];
  return part === undefined ? BY_NAME[name]?.(argument) : measure({ [name]: part });
}

/** Measures one part after another. A part that fails is reported, and the next one runs. */
async function measure(parts: Readonly<Record<string, () => Promise<Row[]>>>): Promise<void> {
  const rows: Row[] = [];
  for (const [name, measurePart] of Object.entries(parts)) {
    const started = performance.now();
    try {
      rows.push(...(await measurePart()));
    } catch (error) {
      console.error(`${name} could not be measured:`, error);
      process.exitCode = 1;
    }
    console.error(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  report(rows, loadGenerator);
}
