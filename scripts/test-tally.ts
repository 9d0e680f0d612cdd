import { relative } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

/**
 * How one test ended; `retried`: it passed at the second attempt only. `text` is its name, of a failed one
 * with the first line of why, and of a skipped one its file and the reason.
 */
export type Outcome = { kind: 'passed' | 'failed' | 'skipped' | 'retried'; text: string };

function failed(test: string, message = ''): Outcome {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the runners colour their messages.
  const reason = message.replace(/\u001b\[\d*m/g, '').split('\n', 1)[0];
  return { kind: 'failed', text: reason ? `${test}: ${reason}` : test };
}

/** @param root files are named relative to it */
export const vitestOutcomes = (report: Pick<JsonTestResults, 'testResults'>, root: string) =>
  report.testResults.flatMap(({ name, status: ofFile, message, assertionResults }) => {
    const file = relative(root, name);
    const outcomes = assertionResults.map(({ fullName, status, failureMessages }): Outcome => {
      const test = `${file} › ${fullName}`;
      if (status === 'failed') return failed(test, failureMessages?.[0]);
      return status === 'passed' ? { kind: 'passed', text: test } : { kind: 'skipped', text: file };
    });
    // A file that could not be loaded has no failed test of its own.
    const isSilent = ofFile === 'failed' && outcomes.every(({ kind }) => kind !== 'failed');
    return isSilent ? [...outcomes, failed(file, message)] : outcomes;
  });

const specsOf = ({ specs, suites = [] }: JSONReportSuite): JSONReportSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

export const playwrightOutcomes = ({ suites, errors }: Pick<JSONReport, 'suites' | 'errors'>) => [
  ...errors.map(({ message }) => failed('browser', message)),
  ...suites.flatMap(specsOf).map(({ file, title, tests: [test] }): Outcome => {
    const text = `${file} › ${title}`;
    if (test?.status === 'unexpected') return failed(text, test.results.at(-1)?.error?.message);
    if (test?.status !== 'skipped')
      return { kind: test?.status === 'flaky' ? 'retried' : 'passed', text };
    const reason = test.annotations.find(({ type }) => type === 'skip')?.description;
    return { kind: 'skipped', text: reason ? `${file} (${reason})` : file };
  }),
];

/** A runner that failed without naming a test, or that executed none, counts as a failed test. */
export function checked(isOk: boolean, outcomes: Outcome[], name: string): Outcome[] {
  if (outcomes.some(({ kind }) => kind === 'failed')) return outcomes;
  const wasExecuted = outcomes.some(({ kind }) => kind !== 'skipped');
  if (isOk && wasExecuted) return outcomes;
  return [...outcomes, failed(name, isOk ? 'no test was executed' : 'the runner failed')];
}
