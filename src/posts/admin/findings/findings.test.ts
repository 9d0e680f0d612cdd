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

test('a count tells errors and warnings apart, and errors come first where not all fit, in the order of lines', () => {
  const labels = [FINDINGS, [at(1, 'error')], [at(1, 'warning')], []].map(findingsLabel);
  expect(labels).toEqual(['2 errors, 2 warnings', '1 error', '1 warning', '']);
  const lines = [1, 3, 9].map((max) => firstFindings(FINDINGS, max).map(({ line }) => line));
  expect(lines).toEqual([[3], [1, 3, 4], [1, 2, 3, 4]]);
});
