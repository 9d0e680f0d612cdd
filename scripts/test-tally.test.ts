import { expect, test } from 'vitest';
import { checked, type Outcome, playwrightOutcomes, vitestOutcomes } from './test-tally.ts';

type VitestFile = Parameters<typeof vitestOutcomes>[0]['testResults'][number];

const file = (status: VitestFile['status'], ...statuses: string[]) =>
  ({
    name: '/project/a.test.ts',
    status,
    message: status === 'failed' ? 'Error: no such module\n  at line 1' : '',
    assertionResults: statuses.map((result) => ({
      fullName: 'counts',
      status: result,
      failureMessages: result === 'failed' ? ['AssertionError: 1 is not 2\n  at line 2'] : [],
    })),
  }) as VitestFile;

test('unit tests are counted as they ended, skipped ones named by file, and a file that does not load has failed', () => {
  const testResults = [
    file('passed', 'passed', 'pending'),
    file('failed', 'failed', 'passed'),
    file('failed'),
  ];
  expect(vitestOutcomes({ testResults }, '/project')).toEqual([
    { kind: 'passed', text: 'a.test.ts › counts' },
    { kind: 'skipped', text: 'a.test.ts' },
    { kind: 'failed', text: 'a.test.ts › counts: AssertionError: 1 is not 2' },
    { kind: 'passed', text: 'a.test.ts › counts' },
    { kind: 'failed', text: 'a.test.ts: Error: no such module' },
  ]);
});

test('browser tests are counted in every nested group, with the reason of a skip or a failure', () => {
  const ended = (status: string, ...annotations: { type: string; description: string }[]) => ({
    file: 'a.e2e.ts',
    title: status,
    tests: [
      { status, annotations, results: [{ error: { message: '\u001b[31mTimeout\u001b[39m\n…' } }] },
    ],
  });
  const nested = { specs: [ended('unexpected'), ended('flaky')] };
  const skipped = ended('skipped', { type: 'skip', description: 'no printer' });
  const suites = [{ specs: [ended('expected'), skipped], suites: [nested] }];
  const errors = [{ message: 'Error: no such browser\n  at line 1' }];
  const report = { suites, errors } as unknown as Parameters<typeof playwrightOutcomes>[0];
  expect(playwrightOutcomes(report)).toEqual([
    { kind: 'failed', text: 'browser: Error: no such browser' },
    { kind: 'passed', text: 'a.e2e.ts › expected' },
    { kind: 'skipped', text: 'a.e2e.ts (no printer)' },
    { kind: 'failed', text: 'a.e2e.ts › unexpected: Timeout' },
    { kind: 'retried', text: 'a.e2e.ts › flaky' },
  ]);
});

test('a runner that crashes or executes nothing never looks green', () => {
  const of = (kind: Outcome['kind']): Outcome => ({ kind, text: kind });
  const failures = (isOk: boolean, ...outcomes: Outcome[]) =>
    checked(isOk, outcomes, 'unit')
      .filter(({ kind }) => kind === 'failed')
      .map(({ text }) => text);
  expect(failures(true)).toEqual(['unit: no test was executed']);
  expect(failures(true, of('skipped'))).toEqual(['unit: no test was executed']);
  expect(failures(false, of('passed'))).toEqual(['unit: the runner failed']);
  expect(failures(false, of('passed'), of('failed'))).toEqual(['failed']);
  expect(failures(true, of('retried'))).toEqual([]);
});
