import type { Finding } from '../../../text/finding.ts';

/** "2 errors, 1 warning"; empty without any. */
export function findingsLabel(findings: readonly Pick<Finding, 'severity'>[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  return [counted(errors, 'error'), counted(warnings, 'warning')].filter(Boolean).join(', ');
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Finds at most `max` findings, errors before warnings, in the order of lines. */
export function firstFindings(findings: readonly Finding[], max: number): readonly Finding[] {
  const bySeverity = [
    ...findings.filter(({ severity }) => severity === 'error'),
    ...findings.filter(({ severity }) => severity === 'warning'),
  ];
  const isFirst = new Set(bySeverity.slice(0, max));
  return findings.filter((finding) => isFirst.has(finding));
}
