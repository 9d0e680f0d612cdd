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
const report = join(reports, 'report.json');

let interrupted = false;

/** Runs a tool under this Node.js. */
async function tool(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const options = { cwd: root, env: { ...process.env, ...env } };
  const result = await run(process.execPath, [join(root, file), ...args], options);
  interrupted ||= result.interrupted;
  return result.code === 0;
}

const one = (isOk: boolean, name: string) => checked(isOk, { ...noTests(), passed: 1 }, name);

const STEPS: Record<string, (args: string[]) => Promise<Tally>> = {
  async types() {
    const incremental = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.json'];
    const isOk =
      (await tool('node_modules/@react-router/dev/bin.cjs', ['typegen'])) &&
      (await tool('node_modules/typescript/bin/tsc', ['--noEmit', ...incremental]));
    return one(isOk, 'types');
  },
  async lint() {
    const biome = 'node_modules/@biomejs/biome/bin/biome';
    return one(await tool(biome, ['ci', '--error-on-warnings']), 'lint');
  },
  async unit(args) {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const isOk = await tool('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...args], {
      NODE_ENV: 'test',
    });
    return checked(isOk, vitestTally(readReport({ testResults: [] }), root), 'unit');
  },
  async browser(args) {
    const chromium = ensureChromium();
    if (chromium === undefined) {
      console.error(missingChromium());
      return one(false, 'browser');
    }
    const isOk =
      (await tool('scripts/setup.mjs', ['build'])) &&
      (await tool(
        'node_modules/@playwright/test/cli.js',
        ['test', '--reporter=list,json', ...args],
        {
          CHROMIUM_PATH: chromium,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
      ));
    return checked(isOk, playwrightTally(readReport({ suites: [], errors: [] })), 'browser');
  },
};

/** A runner that crashes writes none. */
function readReport<T>(none: T): T {
  if (!existsSync(report)) return none;
  const read = JSON.parse(readFileSync(report, 'utf8')) as T;
  rmSync(report);
  return read;
}

/** The tests beside the files that differ from the last commit, and those of the architecture. */
function changedTests(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  const changed = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].map((file) => file.replace(/(?:\.test)?\.tsx?$/, ''));
  const tests = changed.flatMap((stem) => [`${stem}.test.ts`, `${stem}.test.tsx`]);
  const existing = tests.filter((file) => existsSync(join(root, file)));
  return [...new Set(existing), 'test/architecture.test.ts'];
}

const given = process.argv.slice(2);
const isQuick = given.length === 1 && given[0] === 'quick';
const isStep = (name: string) => Object.hasOwn(STEPS, name);
const end = given.findIndex((arg) => !isStep(arg));
const named = isQuick ? ['types', 'lint', 'unit'] : given.slice(0, end === -1 ? undefined : end);
const rest = isQuick ? changedTests() : given.slice(named.length);
if (!isQuick && rest.length > 0 && !/^(?:unit|browser)$/.test(named.join())) {
  console.error(`Usage: npm test -- [quick] [${Object.keys(STEPS).join('] [')}]`);
  process.exit(2);
}

const tallies: Tally[] = [];
const lines: string[] = [];
for (const name of named.length > 0 ? named : Object.keys(STEPS)) {
  console.log(`\n── ${name} ──`);
  const started = performance.now();
  const tally = await (STEPS[name]?.(rest) ?? noTests());
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { passed, failures } = tally;
  const result = failures.length === 0 ? 'passed' : `${failures.length} FAILED`;
  lines.push(`${name.padEnd(8)} ${result}, ${passed} passed, ${seconds} s`);
  console.log(lines.at(-1));
  tallies.push(tally);
  if (interrupted) break;
}

console.log(`\n${lines.join('\n')}`);
const all = (kind: 'failures' | 'skipped' | 'retried') => tallies.flatMap((tally) => tally[kind]);
for (const failure of all('failures')) console.log(`FAILED ${failure}`);
for (const [where, tests] of Map.groupBy(all('skipped'), (where) => where)) {
  console.log(`${where}: ${tests.length} skipped`);
}
for (const test of all('retried')) console.log(`${test}: passed at the second attempt only`);
const skipped = all('skipped').length;
if (skipped > 0 && findPostgres() === undefined) {
  console.log('PostgreSQL: skipped, no server binaries found (install postgresql)');
}
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = all('failures').length;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || interrupted ? 1 : 0;
