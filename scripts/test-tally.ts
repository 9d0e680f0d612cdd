import { relative } from 'node:path';

/**
 * Executed tests; `failures` names those that failed, with the first line of why; `skipped` has file and
 * reason of each; `retried` names the tests that passed at the second attempt only.
 */
export type Tally = {
  passed: number;
  failures: string[];
  skipped: string[];
  retried: string[];
};

/** The part of the report of Vitest's `json` reporter that is read. */
export type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

type Suite = {
  specs: {
    file: string;
    title: string;
    tests: {
      status: string;
      annotations: { type: string; description?: string }[];
      results: { error?: { message?: string } }[];
    }[];
  }[];
  suites?: Suite[];
};

/** The part of the report of Playwright's `json` reporter that is read. */
export type PlaywrightReport = { suites: Suite[]; errors: { message?: string }[] };

export const noTests = (): Tally => ({ passed: 0, failures: [], skipped: [], retried: [] });

// biome-ignore lint/suspicious/noControlCharactersInRegex: the runners colour their messages.
const COLOURS = /\u001b\[\d*m/g;

function failure(test: string, message: string | undefined): string {
  const reason = message?.replace(COLOURS, '').split('\n', 1)[0];
  return reason ? `${test}: ${reason}` : test;
}

/** @param root files are named relative to it */
export function vitestTally({ testResults }: VitestReport, root: string): Tally {
  const tally = noTests();
  for (const { name, status: ofFile, message, assertionResults } of testResults) {
    const file = relative(root, name);
    for (const { fullName, status, failureMessages } of assertionResults) {
      const test = `${file} › ${fullName}`;
      if (status === 'passed') tally.passed += 1;
      else if (status === 'failed') tally.failures.push(failure(test, failureMessages[0]));
      else tally.skipped.push(file);
    }
    // A file that could not be loaded has no failed test of its own.
    const isSilent = assertionResults.every(({ status }) => status !== 'failed');
    if (ofFile === 'failed' && isSilent) tally.failures.push(failure(file, message));
  }
  return tally;
}

const specsOf = (suite: Suite): Suite['specs'] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

export function playwrightTally({ suites, errors }: PlaywrightReport): Tally {
  const all = suites
    .flatMap(specsOf)
    .flatMap(({ file, title, tests }) => tests.map((test) => ({ file, title, ...test })));
  const ended = (status: string) => all.filter((test) => test.status === status);
  return {
    passed: ended('expected').length + ended('flaky').length,
    failures: [
      ...errors.map(({ message }) => failure('browser', message)),
      ...ended('unexpected').map(({ file, title, results }) =>
        failure(`${file} › ${title}`, results.at(-1)?.error?.message),
      ),
    ],
    skipped: ended('skipped').map(({ file, annotations }) => {
      const reason = annotations.find(({ type }) => type === 'skip')?.description;
      return reason ? `${file} (${reason})` : file;
    }),
    retried: ended('flaky').map(({ file, title }) => `${file} › ${title}`),
  };
}

/** A runner that failed without naming a test, or that executed none, counts as a failed test. */
export function checked(isOk: boolean, tally: Tally, name: string): Tally {
  const { passed, failures } = tally;
  if (failures.length > 0 || (isOk && passed > 0)) return tally;
  const reason = isOk ? 'no test was executed' : 'the runner failed';
  return { ...tally, failures: [`${name}: ${reason}`] };
}
