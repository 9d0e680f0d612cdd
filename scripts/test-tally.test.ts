import { expect, test } from 'vitest';
import { checked, noTests, playwrightTally, vitestTally } from './test-tally.ts';

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
    failed: 1,
    failures: ['src/b.test.ts › counts: AssertionError: 1 is not 2'],
    skipped: [{ where: 'src/c.test.ts', count: 2 }],
    retried: [],
  });
});

test('a test file that does not load is not overlooked', () => {
  const testResults = [file('src/a.test.ts', 'passed', 'passed'), file('src/b.test.ts', 'failed')];
  expect(vitestTally({ testResults }, '/project')).toMatchObject({
    passed: 1,
    failed: 1,
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
    failed: 1,
    failures: ['a.e2e.ts › unexpected: Timeout'],
    skipped: [{ where: 'a.e2e.ts (no printer)', count: 2 }],
    retried: ['a.e2e.ts › flaky'],
  });
});

test('a runner that crashes or executes nothing never looks green', () => {
  expect(checked(true, vitestTally(undefined, '/project')).failed).toBe(1);
  expect(checked(true, playwrightTally(undefined)).failed).toBe(1);
  expect(checked(false, { ...noTests(), passed: 12 }).failed).toBe(1);
  expect(checked(false, { ...noTests(), passed: 12, failed: 2 }).failed).toBe(2);
  expect(checked(true, { ...noTests(), passed: 12 }).failed).toBe(0);
});
