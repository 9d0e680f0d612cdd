import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Finding } from '../../../text/finding.ts';
import { Link } from '../../../ui/link.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { findingsLabel, firstFindings } from '../findings/findings.ts';
import { placeText } from '../findings/show-finding.ts';

/** Findings that are named; the editor lists them all. */
const NAMED = 3;

/** What readers would miss in a text that was saved. */
function SavedFindings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const named = firstFindings(findings, NAMED);
  const more = findings.length - named.length;
  return (
    <div className="border-line border-t py-3">
      <p className="font-medium">Its text has {findingsLabel(findings)}</p>
      <ul className="mt-1 list-disc space-y-1 ps-5 [overflow-wrap:anywhere]">
        {named.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several findings may be the same but for their order
          <li key={index}>
            {placeText(finding)}: {finding.message}
          </li>
        ))}
      </ul>
      {more === 0 ? null : <p className="mt-1 text-muted">And {more} more, beside the text.</p>}
    </div>
  );
}

/** What a save did, passed to the dashboard as the navigation's state. */
export type SavedPost = {
  title: string;
  slug: string;
  outcome: string;
  /** What readers would miss in its text. */
  findings: readonly Finding[];
};

/** Says once what the save did that led here. A reload does not repeat it. */
export function SavedNotice() {
  const { state } = useLocation();
  const saved: SavedPost | undefined = state?.saved;
  /** Filled after the first rendering: screen readers announce what appears in a status. */
  const [shown, setShown] = useState<SavedPost | undefined>();
  useEffect(() => {
    setShown(saved);
    window.history.replaceState({ ...window.history.state, usr: null }, '');
  }, [saved]);
  return (
    <div role="status">
      {shown === undefined ? null : (
        <div className="mt-5 rounded-card border border-teal border-l-4 bg-surface px-4 py-1.5 text-sm">
          <p className="flex flex-wrap items-center gap-x-4">
            <span className="py-1.5 [overflow-wrap:anywhere]">
              “<Subscripts text={shown.title} />” {shown.outcome}.
            </span>
            <a
              className="prose-link inline-flex min-h-11 items-center"
              href={`/blog/${shown.slug}`}
            >
              View the post
            </a>
            <Link
              className="prose-link inline-flex min-h-11 items-center"
              to={`/admin/edit-post/${shown.slug}`}
            >
              Continue writing
            </Link>
          </p>
          <SavedFindings findings={shown.findings} />
        </div>
      )}
    </div>
  );
}
