import { showLine } from '../../../admin/text-area/line-positions.ts';
import type { Finding } from '../../../text/finding.ts';

/** Where a finding is: a line of the text, or a reference of the list below it. */
export type FindingPlace = Pick<Finding, 'line' | 'reference'>;

/** The form may cover the window, with the text or its preview in view. */
type FullPageWriting = { isOn: boolean; toggle: () => void; showText: () => void };

/** Where a finding is, in words. */
export function placeText({ line, reference }: FindingPlace): string {
  return reference === undefined ? `Line ${line}` : `Reference ${reference}`;
}

/** Leads the writer to the place of a finding. */
export function showFinding(
  { line, reference }: FindingPlace,
  fullPage: FullPageWriting,
  field: HTMLTextAreaElement | null,
): void {
  if (reference === undefined) {
    fullPage.showText();
    if (field !== null) showLine(field, line);
    return;
  }
  // The list is not in view while the text covers the window.
  if (fullPage.isOn) fullPage.toggle();
  const edit = document.querySelector<HTMLElement>(`[aria-label="Edit reference ${reference}"]`);
  edit?.focus({ preventScroll: true });
  edit?.scrollIntoView({ block: 'center' });
}
