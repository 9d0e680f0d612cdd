// All checks of the project, in named steps. `npm test -- unit browser` runs only those; arguments after
// a single step go to its runner: `npm test -- unit src/posts`.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, missingChromium } from '../test/browser.ts';
import { interrupted, run } from './child.mjs';

const reportFile = join(import.meta.dirname, '../node_modules/.cache/report.json');

type Counts = [passed: number, failed: number, skipped: number, retried: number];

async function tool(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const path = join(import.meta.dirname, '../node_modules', file);
  return (await run(process.execPath, [path, ...args], { env: { ...process.env, ...env } })) === 0;
}

type File = { assertionResults: { status: string; fullName: string }[] };
let failures: string[] = [];

const report = () => (existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : {});

/** A runner that failed without naming a test, or that ran none, counts as a failed test. */
function count(isOk: boolean, passed = 0, failed = 0, skipped = 0, retried = 0): Counts {
  return [passed, Math.max(failed, isOk && passed > 0 ? 0 : 1), skipped, retried];
}

const STEPS: Record<string, (args: string[]) => Promise<Counts>> = {
  async types() {
    const cache = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.json'];
    const hasRoutes = await tool('@react-router/dev/bin.cjs', ['typegen']);
    return count(hasRoutes && (await tool('typescript/bin/tsc', ['--noEmit', ...cache])), 1);
  },
  lint: async () => count(await tool('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings']), 1),
  async unit(args) {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
    const all = ['run', ...reporters, ...args];
    const isOk = await tool('vitest/vitest.mjs', all, { NODE_ENV: 'test' });
    const { numPassedTests, numFailedTests, numPendingTests, testResults = [] } = report();
    failures = (testResults as File[])
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map((it) => it.fullName);
    return count(isOk, numPassedTests, numFailedTests, numPendingTests);
  },
  async browser(args) {
    const chromium = ensureChromium();
    if (chromium === undefined) console.error(missingChromium());
    const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile };
    const isOk =
      chromium !== undefined &&
      (await tool('../scripts/setup.mjs', ['build'])) &&
      (await tool('@playwright/test/cli.js', ['test', '--reporter=list,json', ...args], env));
    const { expected = 0, unexpected, skipped, flaky = 0 } = report().stats ?? {};
    return count(isOk, expected + flaky, unexpected, skipped, flaky);
  },
};

const given = process.argv.slice(2);
const named = given.filter((arg) => Object.hasOwn(STEPS, arg));
const runnerArgs = given.filter((arg) => !named.includes(arg));
if (runnerArgs.length > 0 && !/^(?:unit|browser)$/.test(named.join())) {
  console.error(`Usage: npm test -- [${Object.keys(STEPS).join('] [')}]`);
  process.exit(2);
}

const lines: string[] = [];
let sum: Counts = [0, 0, 0, 0];
for (const [name, step] of Object.entries(STEPS)) {
  if (interrupted || (named.length > 0 && !named.includes(name))) continue;
  console.log(`\n── ${name} ──`);
  const started = performance.now();
  rmSync(reportFile, { force: true });
  const counts = await step(runnerArgs);
  sum = sum.map((total, index) => total + (counts[index] ?? 0)) as Counts;
  lines.push(`${name}: ${inWords(counts)}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  console.log(lines.at(-1));
}
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`\n${lines.join('\n')}\n${inWords(sum)}`);
process.exitCode = sum[1] > 0 || interrupted ? 1 : 0;

function inWords([passed, failed, skipped, retried]: Counts): string {
  const least = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return retried > 0 ? `${least}, ${retried} passed at the second attempt only` : least;
}
