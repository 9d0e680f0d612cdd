import type { Finding } from '../../../text/finding.ts';

export function findingsLabel(findings: readonly Pick<Finding, 'severity'>[]): string {
  const counted = (['error', 'warning'] as const).map((noun) => {
    const count = findings.filter(({ severity }) => severity === noun).length;
    return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
  });
  return counted.filter(Boolean).join(', ');
}
