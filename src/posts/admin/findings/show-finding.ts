import { showLine } from '../../../admin/caret-view.ts';
import type { Finding } from '../../../text/finding.ts';
import { type FieldName, POST_FIELDS } from '../../fields.ts';

export type FindingPlace = Pick<Finding, 'line' | 'reference' | 'field'>;

type FullPageWriting = { isOn: boolean; toggle: () => void; showText: () => void };

export function placeText({ line, reference, field }: FindingPlace): string {
  if (field !== undefined) return POST_FIELDS[field as FieldName].label;
  return reference === undefined ? `Line ${line}` : `Reference ${reference}`;
}

export function showFinding(
  { line, reference, field: name }: FindingPlace,
  fullPage: FullPageWriting,
  field: HTMLTextAreaElement | null,
): void {
  if (reference === undefined && name === undefined) {
    fullPage.showText();
    if (field !== null) showLine(field, line);
    return;
  }
  // Nothing else is in view while the text covers the window.
  if (fullPage.isOn) fullPage.toggle();
  const place =
    name === undefined ? `[aria-label="Edit reference ${reference}"]` : `[name="${name}"]`;
  const control = document.querySelector<HTMLElement>(place);
  control?.closest('details')?.setAttribute('open', '');
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center' });
}
