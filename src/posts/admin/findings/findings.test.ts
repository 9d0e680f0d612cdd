import { expect, test } from 'vitest';
import type { Finding } from '../../../text/finding.ts';
import { findingsLabel, firstFindings } from './findings.ts';

const at = (line: number, severity: Finding['severity']): Finding => ({
  line,
  severity,
  code: 'x',
  message: `${line}`,
});
const FINDINGS = [at(1, 'warning'), at(2, 'warning'), at(3, 'error'), at(4, 'error')];

test('a count tells errors and warnings apart', () => {
  expect(findingsLabel(FINDINGS)).toBe('2 errors, 2 warnings');
  expect(findingsLabel([at(1, 'error')])).toBe('1 error');
  expect(findingsLabel([at(1, 'warning')])).toBe('1 warning');
  expect(findingsLabel([])).toBe('');
});

test('errors are told before warnings where not all fit, in the order of lines', () => {
  const lines = (max: number) => firstFindings(FINDINGS, max).map(({ line }) => line);
  expect(lines(1)).toEqual([3]);
  expect(lines(3)).toEqual([1, 3, 4]);
  expect(lines(9)).toEqual([1, 2, 3, 4]);
});
