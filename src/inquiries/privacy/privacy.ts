import { createPersonErasure, type ErasureDeps } from './erase-person.ts';
import { createPersonExport } from './export-person.ts';
import { createRetention, type RetentionDeps } from './retention.ts';

export type PrivacyDeps = ErasureDeps & RetentionDeps;

/** Personal data: what is known of a person, its erasure, and the end of its retention. */
export function createPrivacy(deps: PrivacyDeps) {
  return {
    ...createPersonExport(deps),
    ...createPersonErasure(deps),
    ...createRetention(deps),
  };
}
