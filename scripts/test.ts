// All checks of the project, in named steps. `npm test -- unit browser` runs only those; arguments after
// a single step go to its runner: `npm test -- unit src/posts`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium, missingChromium } from '../test/browser.ts';
import { interrupted, run } from './child.mjs';
import { checked, type Outcome, playwrightOutcomes, vitestOutcomes } from './test-tally.ts';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'ligara-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/** Runs a tool under this Node.js. */
async function tool(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const options = { cwd: root, env: { ...process.env, ...env } };
  return (await run(process.execPath, [join(root, 'node_modules', file), ...args], options)) === 0;
}

/** A runner that crashes writes no report. */
const readReport = <T>(file: string, none: T): T =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : none;

const one = (isOk: boolean, name: string) =>
  checked(isOk, isOk ? [{ kind: 'passed', text: name }] : [], name);

const STEPS: Record<string, (args: string[]) => Promise<Outcome[]>> = {
  async types() {
    const cache = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.json'];
    const hasRoutes = await tool('@react-router/dev/bin.cjs', ['typegen']);
    return one(hasRoutes && (await tool('typescript/bin/tsc', ['--noEmit', ...cache])), 'types');
  },
  async lint() {
    return one(await tool('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings']), 'lint');
  },
  async unit(args) {
    const file = join(reports, 'unit.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const all = ['run', ...reporters, ...args];
    const isOk = await tool('vitest/vitest.mjs', all, { NODE_ENV: 'test' });
    return checked(isOk, vitestOutcomes(readReport(file, { testResults: [] }), root), 'unit');
  },
  async browser(args) {
    const chromium = ensureChromium();
    if (chromium === undefined) console.error(missingChromium());
    const file = join(reports, 'browser.json');
    const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const isOk =
      chromium !== undefined &&
      (await tool('../scripts/setup.mjs', ['build'])) &&
      (await tool('@playwright/test/cli.js', ['test', '--reporter=list,json', ...args], env));
    const report = readReport(file, { suites: [], errors: [] });
    return checked(isOk, playwrightOutcomes(report), 'browser');
  },
};

const given = process.argv.slice(2);
const end = given.findIndex((arg) => !Object.hasOwn(STEPS, arg));
const named = end === -1 ? given : given.slice(0, end);
const rest = given.slice(named.length);
if (rest.length > 0 && !/^(?:unit|browser)$/.test(named.join())) {
  console.error(`Usage: npm test -- [${Object.keys(STEPS).join('] [')}]`);
  process.exit(2);
}

const all: Outcome[] = [];
const lines: string[] = [];
const texts = (outcomes: Outcome[], ...kinds: Outcome['kind'][]) =>
  outcomes.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
const passed = (outcomes: Outcome[]) => texts(outcomes, 'passed', 'retried').length;

for (const name of named.length > 0 ? named : Object.keys(STEPS)) {
  console.log(`\n── ${name} ──`);
  const started = performance.now();
  const outcomes = (await STEPS[name]?.(rest)) ?? [];
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const failures = texts(outcomes, 'failed').length;
  const result = failures === 0 ? 'passed' : `${failures} FAILED`;
  lines.push(`${name.padEnd(8)} ${result}, ${passed(outcomes)} passed, ${seconds} s`);
  console.log(lines.at(-1));
  all.push(...outcomes);
  if (interrupted) break;
}

console.log(`\n${lines.join('\n')}`);
const failed = texts(all, 'failed');
const skipped = Map.groupBy(texts(all, 'skipped'), (text) => text);
for (const failure of failed) console.log(`FAILED ${failure}`);
for (const [where, tests] of skipped) console.log(`${where}: ${tests.length} skipped`);
for (const test of texts(all, 'retried')) console.log(`${test}: passed at the second attempt only`);
const alsoSkipped = skipped.size > 0 ? `, ${texts(all, 'skipped').length} skipped` : '';
console.log(`${passed(all)} passed, ${failed.length} failed${alsoSkipped}`);
process.exitCode = failed.length > 0 || interrupted ? 1 : 0;
