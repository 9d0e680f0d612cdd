import type { Report } from '../../posts/findings/finding.ts';
import type { Reference } from '../../posts/post.ts';

/** Reports keys that several references have. */
export function checkKeys(references: readonly Reference[], report: Report): void {
  const seen = new Set<string>();
  for (const { key } of references) {
    if (key === undefined) continue;
    if (seen.has(key)) {
      const told = `Two references have the key ${key}: citations lead to the first of them.`;
      report('duplicate-key', { line: 1 }, told, 'error');
    }
    seen.add(key);
  }
}
