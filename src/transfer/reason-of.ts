import type { Result } from '../server/failure.ts';
import { fitText } from './fit-source.ts';

/** In UTF-16 code units: a reason may quote the source. */
const MAX_LENGTH = 1_000;

/** Returns why something failed, as one line for the person who imports. */
export function reasonOf({ failure }: Extract<Result<never>, { ok: false }>): string {
  if (failure.kind !== 'invalid') return fitText(failure.detail, MAX_LENGTH);
  const issues = failure.issues.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`);
  return fitText(issues.join('; '), MAX_LENGTH);
}
