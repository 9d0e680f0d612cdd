// All checks of the project, in named steps. `npm test -- unit browser` runs only those; arguments after
// a single step go to its runner: `npm test -- unit src/posts`. `npm test -- quick` checks what is not committed yet.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium, missingChromium } from '../test/browser.ts';
import { findPostgres } from '../test/postgres-server.ts';
import { run } from './child.mjs';
import { checked, noTests, playwrightTally, type Tally, vitestTally } from './test-tally.ts';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'ligara-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

let interrupted = false;

/** Runs a tool under this Node.js. */
async function tool(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const result = await run(process.execPath, [join(root, file), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  interrupted ||= result.interrupted;
  return result.code === 0;
}

const one = (ok: boolean): Tally => ({
  ...noTests(),
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
});

async function types(): Promise<Tally> {
  const generated = await tool('node_modules/@react-router/dev/bin.cjs', ['typegen']);
  const incremental = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.json'];
  return one(
    generated && (await tool('node_modules/typescript/bin/tsc', ['--noEmit', ...incremental])),
  );
}

async function lint(): Promise<Tally> {
  return one(await tool('node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings']));
}

async function unit(args: string[]): Promise<Tally> {
  const report = join(reports, 'unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ok = await tool('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...args], {
    NODE_ENV: 'test',
  });
  return checked(ok, vitestTally(readReport(report), root));
}

async function browser(args: string[]): Promise<Tally> {
  const chromium = ensureChromium();
  if (chromium === undefined) {
    console.error(missingChromium());
    return one(false);
  }
  const report = join(reports, 'browser.json');
  const ok =
    (await tool('scripts/setup.mjs', ['build'])) &&
    (await tool('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json', ...args], {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    }));
  return checked(ok, playwrightTally(readReport(report)));
}

function readReport<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The tests beside the files that differ from the last commit, and those of the architecture. */
function changedTests(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  const changed = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const tests = changed.flatMap((file) => {
    const stem = file.replace(/(?:\.test)?\.tsx?$/, '');
    return [`${stem}.test.ts`, `${stem}.test.tsx`];
  });
  return [...new Set(tests), 'test/architecture.test.ts'].filter((file) =>
    existsSync(join(root, file)),
  );
}

const STEPS = { types, lint, unit, browser };
type StepName = keyof typeof STEPS;
const isStep = (name: string): name is StepName => Object.hasOwn(STEPS, name);

/** The steps to run, and the arguments for the runner of a single one. */
function choose(args: string[]): { names: StepName[]; rest: string[] } | undefined {
  if (args.length === 1 && args[0] === 'quick') {
    return { names: ['types', 'lint', 'unit'], rest: changedTests() };
  }
  const firstOther = args.findIndex((arg) => !isStep(arg));
  const rest = firstOther === -1 ? [] : args.slice(firstOther);
  const names = args.slice(0, args.length - rest.length).filter(isStep);
  const takesArguments = names.length === 1 && (names[0] === 'unit' || names[0] === 'browser');
  if (rest.length > 0 && !takesArguments) return undefined;
  return { names: names.length > 0 ? names : Object.keys(STEPS).filter(isStep), rest };
}

const chosen = choose(process.argv.slice(2));
if (!chosen) {
  console.error(`Usage: npm test -- [quick] [${Object.keys(STEPS).join('] [')}]`);
  process.exit(2);
}

const total = noTests();
const lines: string[] = [];
for (const name of chosen.names) {
  console.log(`\n── ${name} ──`);
  const started = performance.now();
  const tally = await STEPS[name](chosen.rest);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const result = tally.failed === 0 ? 'passed' : `${tally.failed} FAILED`;
  lines.push(`${name.padEnd(8)} ${result}, ${tally.passed} passed, ${seconds} s`);
  console.log(lines.at(-1));
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.failures.push(...tally.failures);
  total.skipped.push(...tally.skipped);
  total.retried.push(...tally.retried);
  if (interrupted) break;
}

console.log(`\n${lines.join('\n')}`);
for (const failure of total.failures) console.log(`FAILED ${failure}`);
for (const { where, count } of total.skipped) console.log(`${where}: ${count} skipped`);
for (const test of total.retried) console.log(`${test}: passed at the second attempt only`);
const skipped = total.skipped.reduce((sum, { count }) => sum + count, 0);
if (skipped > 0 && findPostgres() === undefined) {
  console.log('PostgreSQL: skipped, no server binaries found (install postgresql)');
}
console.log(
  `${total.passed} passed, ${total.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
process.exitCode = total.failed > 0 || interrupted ? 1 : 0;
