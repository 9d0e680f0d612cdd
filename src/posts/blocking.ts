import type { Finding } from '../text/finding.ts';

/**
 * Errors with which no text becomes public: what readers would miss, or what leads nowhere. The others are for the
 * writer to decide.
 */
const BLOCKING: ReadonlySet<string> = new Set(
  `unfinished-conflict unfinished-upload unreadable-structure malformed-formula formula-unclosed
   too-many-formulas malformed-csv no-curve malformed-attributes malformed-label duplicate-label
   unknown-label unknown-citation malformed-citation duplicate-key malformed-doi dead-link
   picture-without-address`.split(/\s+/),
);

/** A code may be a warning where something is shown in spite of it: points without a curve. */
export function isBlocking({ code, severity }: Pick<Finding, 'code' | 'severity'>): boolean {
  return severity === 'error' && BLOCKING.has(code);
}
