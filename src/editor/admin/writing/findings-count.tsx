import { CircleAlert, TriangleAlert } from 'lucide-react';
import { findingsLabel } from '../../../posts/admin/findings/findings.ts';
import type { Finding } from '../../../text/finding.ts';

type FindingsCountProps = {
  findings: readonly Finding[];
  /** The list that it leads to. */
  listId: string;
  /** Where the list is folded until it is wanted. */
  fold?: { isOpen: boolean; toggle: () => void } | undefined;
};

/** How many findings there are, as a button that leads to their list. */
export function FindingsCount({ findings, listId, fold }: FindingsCountProps) {
  if (findings.length === 0) return null;
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  const Icon = hasErrors ? CircleAlert : TriangleAlert;
  return (
    <button
      type="button"
      className={`inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm underline underline-offset-4 ${hasErrors ? 'text-danger' : 'text-amber'}`}
      aria-expanded={fold?.isOpen}
      onClick={() => {
        fold?.toggle();
        if (fold?.isOpen) return;
        const list = document.getElementById(listId);
        list?.focus({ preventScroll: true });
        list?.scrollIntoView({ block: 'nearest' });
      }}
    >
      <Icon aria-hidden className="size-4" />
      {findingsLabel(findings)}
    </button>
  );
}
