import type { Root } from 'hast';
import type { Report } from './finding.ts';
import { visitElements } from './hast.ts';
import { LABEL_NAMES } from './placeholders.ts';

/** A numbered element that the text can refer to. */
export type Label = {
  /** `fig-osimertinib` */
  label: string;
  /** `Figure 2` */
  text: string;
  number: number;
  /** The line of the source. */
  line: number;
};

/** The id of a labelled element. */
export function labelId(label: string): string {
  return `user-content-${label}`;
}

/**
 * Numbers the labelled elements of each kind in document order. A label that is taken is reported, and removed
 * from the second element.
 */
export function numberLabels(
  elements: readonly { label: string | null; line: number }[],
  report: Report,
): Map<string, Label> {
  const labels = new Map<string, Label>();
  const counts = { fig: 0, eq: 0, tbl: 0 };
  for (const element of elements) {
    const { label, line } = element;
    if (label === null) continue;
    if (labels.has(label)) {
      element.label = null;
      report('duplicate-label', { line }, `The label “${label}” is already used above.`, 'error');
      continue;
    }
    const prefix = label.slice(0, label.indexOf('-')) as keyof typeof LABEL_NAMES;
    const number = ++counts[prefix];
    labels.set(label, { label, number, line, text: `${LABEL_NAMES[prefix]} ${number}` });
  }
  return labels;
}

/** Removes ids that an author gave to other elements: a link to a label leads to what has the label. */
export function freeLabelIds(tree: Root, labels: ReadonlyMap<string, unknown>): void {
  if (labels.size === 0) return;
  const taken = new Set([...labels.keys()].map(labelId));
  visitElements(tree, ({ properties }) => {
    if (taken.has(String(properties.id ?? ''))) delete properties.id;
  });
}
