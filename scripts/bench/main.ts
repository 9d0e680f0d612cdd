// Measures and asserts nothing. `npm run bench` prints the table that docs/performance.md describes,
// `npm run bench -- PART` one part of it. `web [rounds]` (Lighthouse) is slow and runs by name only.
import { cpus } from 'node:os';
import { exitOnSignals } from '../harness/exit-on-signals.ts';

export type Row = {
  what: string;
  figure: number;
  unit: string;
  ratio?: { value: number; of: string };
  /** Of the ratio where the row has one, else of the figure. */
  target?: { atMost: number } | { atLeast: number } | undefined;
};

/** Imported lazily: some need packages that others do without. */
const PARTS: Record<string, (rounds: number) => Promise<Row[]>> = {
  speed: async () => (await import('./speed.ts')).measureSpeed(),
  growth: async () => (await import('./growth.ts')).measureGrowth(),
  weights: async () => (await import('./weights.ts')).measurePageWeights(),
  web: async (rounds) => (await import('./web.ts')).measurePages(rounds),
};

exitOnSignals();
const [name, rounds = '3'] = process.argv.slice(2);
const parts = name === undefined ? ['speed', 'growth', 'weights'] : [name];
if (!parts.every((part) => Object.hasOwn(PARTS, part)) || !/^[1-9]$/.test(rounds)) {
  console.error('Usage: npm run bench [-- speed | growth | weights | web [rounds]]');
  process.exit(2);
}
for (const part of parts) {
  const started = performance.now();
  const rows = await PARTS[part]?.(Number(rounds)).catch((error: unknown) => {
    console.error(`${part} could not be measured:`, error);
    process.exitCode = 1;
  });
  const { model } = cpus()[0] ?? { model: process.arch };
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `\n${part} in ${seconds} s, on ${cpus().length} × ${model}, Node ${process.version}\n`,
  );
  console.log('| What | Figure | Ratio | Target |\n|---|---:|---|---|');
  for (const row of rows ?? []) console.log(`| ${cellsOf(row).join(' | ')} |`);
}

function cellsOf({ what, figure, unit, ratio, target }: Row): string[] {
  const number = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 4 });
  const judged = ratio?.value ?? figure;
  const goal = target && ('atMost' in target ? target.atMost : target.atLeast);
  const isMet = target && ('atMost' in target ? judged <= target.atMost : judged >= target.atLeast);
  return [
    what,
    `${number(figure)} ${unit}`,
    ratio ? `×${ratio.value.toFixed(2)} of ${ratio.of}` : '',
    target ? `${'atMost' in target ? '≤' : '≥'} ${goal}${isMet ? '' : ', MISSED'}` : '',
  ];
}
