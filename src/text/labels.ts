import type { Root } from 'hast';
import type { Report } from './finding.ts';
import { visitElements } from './hast.ts';
import {
  type CaptionedElement,
  LABEL_NAMES,
  type Label,
  type Placeholder,
} from './placeholders.ts';

/**
 * Numbers the labelled elements of each kind in document order. A label that is taken is reported, and removed
 * from the second element.
 */
export function numberLabels(
  elements: readonly (Placeholder | CaptionedElement)[],
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
    const text = `${LABEL_NAMES[prefix]} ${number}`;
    element.numbered = { id: `user-content-${label}`, label, text, number, line };
    labels.set(label, element.numbered);
  }
  return labels;
}

/** Removes ids that an author gave to other elements: a link to a label leads to what has the label. */
export function freeLabelIds(tree: Root, labels: ReadonlyMap<string, Label>): void {
  if (labels.size === 0) return;
  const taken = new Set([...labels.values()].map(({ id }) => id));
  visitElements(tree, ({ properties }) => {
    if (taken.has(String(properties.id ?? ''))) delete properties.id;
  });
}
