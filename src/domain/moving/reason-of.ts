import type { Result } from '../../failure.ts';

/** Why something failed, as one line for the person who imports. */
export function reasonOf({ failure }: Extract<Result<never>, { ok: false }>): string {
  if (failure.kind !== 'invalid') return failure.detail;
  return failure.issues.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ');
}
