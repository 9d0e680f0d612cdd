import type { Finding } from '../../../text/finding.ts';
import { findingsLabel, firstFindings } from '../findings/findings.ts';
import { placeText } from '../findings/show-finding.ts';

/** Findings that are told; the editor lists them all. */
const TOLD = 3;

/** What readers would miss in a text that was saved. */
export function SavedFindings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const told = firstFindings(findings, TOLD);
  const rest = findings.length - told.length;
  return (
    <div className="border-line border-t py-3">
      <p className="font-medium">Its text has {findingsLabel(findings)}</p>
      <ul className="mt-1 list-disc space-y-1 ps-5 [overflow-wrap:anywhere]">
        {told.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several findings may be the same but for their order
          <li key={index}>
            {placeText(finding)}: {finding.message}
          </li>
        ))}
      </ul>
      {rest === 0 ? null : <p className="mt-1 text-muted">And {rest} more, beside the text.</p>}
    </div>
  );
}
