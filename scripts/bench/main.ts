// Measures and asserts nothing. `npm run bench` prints the table that docs/performance.md describes,
// `npm run bench -- PART` one part of it. `web [rounds]` (Lighthouse) is slow and runs by name only.
import { exitOnSignals } from '../harness/exit-on-signals.ts';
import { measureGrowth } from './growth.ts';
import { loadGenerator } from './load.ts';
import { measureMemory } from './memory.ts';
import { measureMolecules } from './molecules.ts';
import { measurePublishing } from './publishing.ts';
import type { Row } from './row.ts';
import { measureSpeed } from './speed.ts';
import { measureStart } from './start.ts';
import { report } from './table.ts';
import { measurePages } from './web.ts';
import { measurePageWeights } from './weigh.ts';

type Measurements = Readonly<Record<string, () => Promise<Row[]>>>;

const PARTS: Measurements = {
  speed: measureSpeed,
  memory: measureMemory,
  start: measureStart,
  growth: measureGrowth,
  publishing: measurePublishing,
  molecules: measureMolecules,
  weights: measurePageWeights,
};

exitOnSignals();

const [name, rounds = '3'] = process.argv.slice(2);
const parts = partsOf(name);
if (parts === undefined) {
  console.error(`Usage: npm run bench [-- ${Object.keys(PARTS).join(' | ')} | web [rounds]]`);
  process.exitCode = 2;
} else await measure(parts);

/** Undefined for an invalid argument. */
function partsOf(name: string | undefined): Measurements | undefined {
  if (name === undefined) return PARTS;
  if (name === 'web' && /^[1-9]$/.test(rounds)) return { web: () => measurePages(Number(rounds)) };
  const part = PARTS[name];
  return part && { [name]: part };
}

/** Measures one part after another. A part that fails is reported, and the next one runs. */
async function measure(parts: Measurements): Promise<void> {
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
