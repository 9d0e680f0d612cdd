import { keyFor } from '../../../science/references/keys.ts';
import type { Reference } from '../../../science/references/reference.ts';

/** The keys by which works are cited; those that have none get one in the list. */
export function giveKeys(
  chosen: readonly Reference[],
  references: readonly Reference[],
  changeReferences: (change: (now: readonly Reference[]) => Reference[]) => void,
): Map<Reference, string> {
  const keys = new Map<Reference, string>();
  for (const reference of chosen) {
    const taken = new Set([...references.map(({ key }) => key), ...keys.values()]);
    keys.set(
      reference,
      keyFor(reference, (key) => taken.has(key)),
    );
  }
  if (chosen.some((reference) => reference.key !== keys.get(reference))) {
    changeReferences((now) =>
      now.map((each) => ({ ...each, ...(keys.has(each) ? { key: keys.get(each) } : {}) })),
    );
  }
  return keys;
}
