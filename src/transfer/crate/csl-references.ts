import { asCsl } from '../../science/references/as-csl.ts';
import type { Reference } from '../../science/references/reference.ts';

/** The references of a post in CSL-JSON, as reference managers read it. Their ids are the keys by which the text cites them. */
export function toCslJson(references: readonly Reference[]): string {
  const items = references.map((reference, index) => ({
    id: reference.key ?? `reference-${index + 1}`,
    ...asCsl(reference),
  }));
  return `${JSON.stringify(items, null, 2)}\n`;
}
