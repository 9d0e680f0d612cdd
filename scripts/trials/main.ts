// `npm run trial -- NAME [options]` checks what the site promises under load, faults and attack, against
// the real program on this machine (docs/trials.md). A trial prints what it did and found, and exits with
// 1 when a promise was broken.
import { exitOnSignals } from '../harness/exit-on-signals.ts';

/** Imported lazily: some need packages that others do without. */
const TRIALS: Record<string, () => Promise<(args: string[]) => Promise<boolean>>> = {
  crash: async () => (await import('./crash.ts')).tryCrash,
  fuzz: async () => (await import('./fuzz.ts')).tryFuzz,
  instances: async () => (await import('./instances.ts')).tryInstances,
};

exitOnSignals();
const [name = '', ...args] = process.argv.slice(2);
const trial = Object.hasOwn(TRIALS, name) ? await TRIALS[name]?.() : undefined;
if (trial === undefined) {
  const names = Object.keys(TRIALS).join(' | ');
  console.error(`Usage: npm run trial -- ${names} [options], as docs/trials.md describes`);
  process.exitCode = 2;
} else {
  const started = performance.now();
  const isKept = await trial(args).catch((error: unknown) => {
    console.error(error);
    return false;
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${name}: ${isKept ? 'passed' : 'FAILED'} after ${seconds} s`);
  process.exitCode = isKept ? 0 : 1;
}
