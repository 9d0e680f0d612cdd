import { expect, test } from 'vitest';
import { checked, noTests, playwrightTally, type Tally, vitestTally } from './test-tally.ts';

const file = (name: string, status: string, ...statuses: string[]) => ({
  name: `/project/${name}`,
  status,
  message: status === 'failed' ? 'Error: no such module\n  at line 1' : '',
  assertionResults: statuses.map((result) => ({
    fullName: 'counts',
    status: result,
    failureMessages: result === 'failed' ? ['AssertionError: 1 is not 2\n  at line 2'] : [],
  })),
});

test('unit tests are counted as they ended, and skipped ones named by file', () => {
  const testResults = [
    file('src/a.test.ts', 'passed', 'passed', 'passed'),
    file('src/b.test.ts', 'failed', 'failed', 'passed'),
    file('src/c.test.ts', 'passed', 'pending', 'skipped', 'passed'),
  ];
  expect(vitestTally({ testResults }, '/project')).toEqual({
    passed: 4,
    failures: ['src/b.test.ts › counts: AssertionError: 1 is not 2'],
    skipped: ['src/c.test.ts', 'src/c.test.ts'],
    retried: [],
  });
});

test('a test file that does not load is not overlooked', () => {
  const testResults = [file('src/a.test.ts', 'passed', 'passed'), file('src/b.test.ts', 'failed')];
  expect(vitestTally({ testResults }, '/project')).toMatchObject({
    passed: 1,
    failures: ['src/b.test.ts: Error: no such module'],
  });
});

test('browser tests are counted in every nested group, with the reason of a skip or a retry', () => {
  const ended = (status: string, ...annotations: { type: string; description: string }[]) => ({
    file: 'a.e2e.ts',
    title: status,
    tests: [
      { status, annotations, results: [{ error: { message: '\u001b[31mTimeout\u001b[39m\n…' } }] },
    ],
  });
  const nested = { specs: [ended('unexpected'), ended('flaky')] };
  const skipped = ended('skipped', { type: 'skip', description: 'no printer' });
  const suites = [{ specs: [ended('expected'), skipped, skipped], suites: [nested] }];
  expect(playwrightTally({ suites, errors: [] })).toEqual({
    passed: 2,
    failures: ['a.e2e.ts › unexpected: Timeout'],
    skipped: ['a.e2e.ts (no printer)', 'a.e2e.ts (no printer)'],
    retried: ['a.e2e.ts › flaky'],
  });
});

test('a runner that crashes or executes nothing never looks green', () => {
  const failures = (isOk: boolean, tally: Partial<Tally>) =>
    checked(isOk, { ...noTests(), ...tally }, 'unit').failures;
  expect(failures(true, {})).toEqual(['unit: no test was executed']);
  expect(failures(false, { passed: 12 })).toEqual(['unit: the runner failed']);
  expect(failures(false, { passed: 12, failures: ['a', 'b'] })).toEqual(['a', 'b']);
  expect(failures(true, { passed: 12 })).toEqual([]);
  const errors = [{ message: 'Error: no such browser\n  at line 1' }];
  expect(playwrightTally({ suites: [], errors }).failures).toEqual([
    'browser: Error: no such browser',
  ]);
});
