// `npm run trial -- NAME [options]` checks what the site promises under load, faults and attack, against
// the real program on this machine. A trial prints what it did and found, and exits with 1 when a
// promise was broken.
import { exitOnSignals } from '../harness/exit-on-signals.ts';
import type { Trial } from './trial.ts';

/** Imported lazily: some need packages that others do without. */
const TRIALS: Readonly<Record<string, { summary: string; load: () => Promise<Trial> }>> = {
  fuzz: {
    summary:
      'invalid requests of every kind, generated from the API document [--requests] [--seed]',
    load: async () => (await import('./fuzz.ts')).fuzz,
  },
  hostile: {
    summary: '1,000 slow clients, then 1,000 wrong passwords while the owner signs in',
    load: async () => (await import('./hostile.ts')).hostile,
  },
  secrets: {
    summary: 'nothing secret or personal in a log: FILE or standard input [--needle TEXT]',
    load: async () => (await import('./secrets.ts')).secrets,
  },
  logs: {
    summary: 'the browser tests with everything logged: nothing secret or personal is',
    load: async () => (await import('./logs.ts')).logs,
  },
  crash: {
    summary: 'killed while posts are written: no confirmed post is lost [--rounds] [--engine]',
    load: async () => (await import('./crash.ts')).crash,
  },
  instances: {
    summary:
      'instances on one PostgreSQL: many write at once, also the same posts, and each shows what the other publishes [--rounds] [--races] [--posts]',
    load: async () => (await import('./instances.ts')).instances,
  },
  chemistry: {
    summary: '20,000 molecules and hostile structures in posts: memory stays flat [--molecules]',
    load: async () => (await import('./chemistry.ts')).chemistry,
  },
  science: {
    summary: 'what posts say of molecules, compared with what other programs computed',
    load: async () => (await import('./science.ts')).science,
  },
  moving: {
    summary: 'a folder of Markdown is imported, and read once more to compare the two PATH',
    load: async () => (await import('./moving.ts')).moving,
  },
  imports: {
    summary:
      'killed in the midst of an import: no post is missing or there twice [--posts] [--engine]',
    load: async () => (await import('./imports.ts')).imports,
  },
  outage: {
    summary: 'PostgreSQL goes away under load, and comes back [--seconds]',
    load: async () => (await import('./outage.ts')).outage,
  },
};

exitOnSignals();

const [name = '', ...args] = process.argv.slice(2);
const trial = await (Object.hasOwn(TRIALS, name) ? TRIALS[name]?.load() : undefined);
if (trial === undefined) {
  const lines = Object.entries(TRIALS).map(
    ([each, { summary }]) => `  ${each.padEnd(10)} ${summary}`,
  );
  console.error(['Usage: npm run trial -- NAME [options]', ...lines].join('\n'));
  process.exitCode = 2;
} else {
  const started = performance.now();
  try {
    const isKept = await trial.run(args);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${trial.name}: ${isKept ? 'passed' : 'FAILED'} after ${seconds} s`);
    process.exitCode = isKept ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
