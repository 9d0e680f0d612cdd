import { CircleAlert, TriangleAlert } from 'lucide-react';
import { findingsLabel } from '../../../posts/admin/findings/findings.ts';
import { type FindingPlace, placeText } from '../../../posts/admin/findings/show-finding.ts';
import type { Finding } from '../../../text/finding.ts';

type FindingsListProps = {
  id: string;
  findings: readonly Finding[];
  onShow: (place: FindingPlace) => void;
};

export function FindingsList({ id, findings, onShow }: FindingsListProps) {
  return (
    <section
      id={id}
      aria-label="Findings"
      tabIndex={-1}
      className={findings.length === 0 ? 'sr-only' : 'findings scroll-mt-24'}
    >
      {/* Stays in the page: screen readers announce only what changes in a status. */}
      <p role="status" className="font-medium text-sm">
        {findingsLabel(findings)}
      </p>
      <ul className="mt-2 max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line empty:hidden">
        {findings.map((finding, index) => {
          const isError = finding.severity === 'error';
          const Icon = isError ? CircleAlert : TriangleAlert;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: several findings may be the same but for their order
            <li key={index}>
              <button
                type="button"
                onClick={() => onShow(finding)}
                className="flex min-h-11 w-full cursor-pointer items-start gap-3 px-4 py-2.5 text-start text-sm hover:bg-paper"
              >
                <Icon
                  role="img"
                  aria-label={isError ? 'Error' : 'Warning'}
                  className={`mt-0.5 size-4 shrink-0 ${isError ? 'text-danger' : 'text-amber'}`}
                />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <span className="font-medium underline decoration-line underline-offset-4">
                    {placeText(finding)}:
                  </span>{' '}
                  {finding.message}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type FindingsCountProps = { findings: readonly Finding[]; listId: string };

export function FindingsCount({ findings, listId }: FindingsCountProps) {
  if (findings.length === 0) return null;
  return (
    <button
      type="button"
      className="min-h-6 cursor-pointer text-amber text-sm underline underline-offset-4 md:min-h-9"
      onClick={() => {
        const list = document.getElementById(listId);
        list?.focus({ preventScroll: true });
        list?.scrollIntoView({ block: 'nearest' });
      }}
    >
      {findingsLabel(findings)}
    </button>
  );
}
