// All checks of the project, in named steps. `npm test -- unit browser` runs only those; arguments after
// a single step go to its runner: `npm test -- unit src/posts`.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, missingChromium } from '../test/browser.ts';
import { interrupted, run } from './child.mjs';

const reportFile = join(import.meta.dirname, '../node_modules/.cache/report.json');

async function tool(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const path = join(import.meta.dirname, '../node_modules', file);
  return (await run(process.execPath, [path, ...args], { env: { ...process.env, ...env } })) === 0;
}

const REPORTERS = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];

const STEPS: Record<string, (args: string[]) => Promise<boolean>> = {
  async types() {
    const cache = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.json'];
    const hasRoutes = await tool('@react-router/dev/bin.cjs', ['typegen']);
    return hasRoutes && tool('typescript/bin/tsc', ['--noEmit', ...cache]);
  },
  lint: () => tool('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings']),
  unit: (args) => tool('vitest/vitest.mjs', ['run', ...REPORTERS, ...args], { NODE_ENV: 'test' }),
  async browser(args) {
    const chromium = ensureChromium();
    if (chromium === undefined) {
      console.error(missingChromium());
      return false;
    }
    const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile };
    const isBuilt = await tool('../scripts/setup.mjs', ['build']);
    return (
      isBuilt && tool('@playwright/test/cli.js', ['test', '--reporter=list,json', ...args], env)
    );
  },
};

const given = process.argv.slice(2);
const named = given.filter((arg) => Object.hasOwn(STEPS, arg));
const runnerArgs = given.filter((arg) => !named.includes(arg));
if (runnerArgs.length > 0 && !/^(?:unit|browser)$/.test(named.join())) {
  console.error(`Usage: npm test -- [${Object.keys(STEPS).join('] [')}]`);
  process.exit(2);
}

/** Of the runner's report; a step that failed without naming a test, or has none, counts as one test. */
function count(isOk: boolean): { passed: number; failed: number } {
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : {};
  const { expected = 0, flaky = 0, unexpected = 0 } = report.stats ?? {};
  const { numPassedTests = expected + flaky, numFailedTests = unexpected } = report;
  return {
    passed: numPassedTests || Number(isOk),
    failed: isOk ? 0 : Math.max(1, numFailedTests),
  };
}

const lines: string[] = [];
const sum = { passed: 0, failed: 0 };
for (const [name, step] of Object.entries(STEPS)) {
  if (interrupted || (named.length > 0 && !named.includes(name))) continue;
  console.log(`\n── ${name} ──`);
  const started = performance.now();
  rmSync(reportFile, { force: true });
  const { passed, failed } = count(await step(runnerArgs));
  sum.passed += passed;
  sum.failed += failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  lines.push(`${name}: ${passed} passed, ${failed} failed, ${seconds} s`);
}
console.log(`\n${lines.join('\n')}\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed > 0 || interrupted ? 1 : 0;
