import { relative } from 'node:path';

/**
 * Executed tests; `failures` names those that failed, with the first line of why; `skipped` counts by
 * file and reason; `retried` names the tests that passed at the second attempt only.
 */
export interface Tally {
  passed: number;
  failed: number;
  failures: string[];
  skipped: { where: string; count: number }[];
  retried: string[];
}

/** The part of the report of Vitest's `json` reporter that is read. */
export interface VitestReport {
  testResults: VitestFile[];
}

interface VitestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}

/** The part of the report of Playwright's `json` reporter that is read. */
export interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: unknown[];
}

interface PlaywrightSuite {
  specs: { file: string; title: string; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightTest {
  status: string;
  annotations: { type: string; description?: string }[];
  results: { error?: { message?: string } }[];
}

export const noTests = (): Tally => ({
  passed: 0,
  failed: 0,
  failures: [],
  skipped: [],
  retried: [],
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: the runners colour their messages.
const COLOURS = /\u001b\[\d*m/g;

function failure(test: string, message: string | undefined): string {
  const reason = message?.replace(COLOURS, '').split('\n', 1)[0];
  return reason ? `${test}: ${reason}` : test;
}

/**
 * @param report undefined if the runner wrote none
 * @param root skipped files are named relative to it
 */
export function vitestTally(report: VitestReport | undefined, root: string): Tally {
  const tally = noTests();
  for (const file of report?.testResults ?? []) {
    const count = (...statuses: string[]) =>
      file.assertionResults.filter(({ status }) => statuses.includes(status)).length;
    const path = relative(root, file.name);
    const failures = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => failure(`${path} › ${test.fullName}`, test.failureMessages[0]));
    // A file that could not be loaded has no failed test of its own.
    if (failures.length === 0 && file.status === 'failed') {
      failures.push(failure(path, file.message));
    }
    tally.passed += count('passed');
    tally.failed += failures.length;
    tally.failures.push(...failures);
    skip(tally, path, count('skipped', 'pending', 'todo', 'disabled'));
  }
  return tally;
}

/** @param report undefined if the runner wrote none */
export function playwrightTally(report: PlaywrightReport | undefined): Tally {
  const tally = { ...noTests(), failed: report?.errors.length ?? 0 };
  for (const { file, title, tests } of (report?.suites ?? []).flatMap(specsOf)) {
    for (const test of tests) {
      addPlaywrightTest(tally, file, title, test);
      if (test.status === 'flaky') tally.retried.push(`${file} › ${title}`);
    }
  }
  return tally;
}

function specsOf(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

function addPlaywrightTest(
  tally: Tally,
  file: string,
  title: string,
  { status, annotations, results }: PlaywrightTest,
) {
  if (status === 'skipped') {
    const reason = annotations.find(({ type }) => type === 'skip')?.description;
    skip(tally, reason ? `${file} (${reason})` : file, 1);
  } else if (status === 'unexpected') {
    tally.failed += 1;
    tally.failures.push(failure(`${file} › ${title}`, results.at(-1)?.error?.message));
  } else tally.passed += 1;
}

function skip(tally: Tally, where: string, count: number): void {
  const known = tally.skipped.find((skipped) => skipped.where === where);
  if (known) known.count += count;
  else if (count > 0) tally.skipped.push({ where, count });
}

/** A runner that failed without naming a test, or that executed none, counts as a failed test. */
export function checked(ok: boolean, tally: Tally): Tally {
  const silent = !ok && tally.failed === 0;
  const empty = tally.passed + tally.failed === 0;
  return silent || empty ? { ...tally, failed: tally.failed + 1 } : tally;
}
