import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { findingsLabel, firstFindings } from '../../../posts/admin/findings/findings.ts';
import { type FindingPlace, placeText } from '../../../posts/admin/findings/show-finding.ts';
import type { Finding } from '../../../text/finding.ts';
import { Button } from '../../../ui/button.tsx';

/** Findings that are listed before the writer asks for the rest. */
const SHOWN = 5;

type FindingsListProps = {
  id: string;
  findings: readonly Finding[];
  /** Only their number is told, to screen readers. */
  isFolded: boolean;
  onShow: (place: FindingPlace) => void;
};

/** What of a text its readers would miss or see differently, each with a button that leads to its place. */
export function FindingsList({ id, findings, isFolded, onShow }: FindingsListProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isEmpty = isFolded || findings.length === 0;
  const shown = isUnfolded ? findings : firstFindings(findings, SHOWN);
  return (
    <section
      id={id}
      aria-label="Findings"
      tabIndex={-1}
      className={isEmpty ? 'sr-only' : 'scroll-mt-24'}
    >
      {/* Stays in the page: screen readers announce only what changes in a status. */}
      <p role="status" className="font-medium text-sm">
        {findingsLabel(findings)}
      </p>
      {isEmpty ? null : (
        <ul className="mt-2 divide-y divide-line rounded-md border border-line">
          {shown.map((finding, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several findings may be the same but for their order
            <li key={index}>
              <FindingButton finding={finding} onShow={onShow} />
            </li>
          ))}
        </ul>
      )}
      {!isEmpty && findings.length > SHOWN ? (
        <Button
          variant="quiet"
          className="mt-1"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Show fewer' : `Show all ${findings.length}`}
        </Button>
      ) : null}
    </section>
  );
}

type FindingButtonProps = { finding: Finding; onShow: (place: FindingPlace) => void };

function FindingButton({ finding, onShow }: FindingButtonProps) {
  const { severity, message } = finding;
  const isError = severity === 'error';
  const Icon = isError ? CircleAlert : TriangleAlert;
  return (
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
        {message}
      </span>
    </button>
  );
}
