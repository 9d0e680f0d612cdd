import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Finding } from '../../../text/finding.ts';
import { Link } from '../../../ui/link.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { findingsLabel } from '../findings/findings.ts';

export type SavedPost = {
  title: string;
  slug: string;
  outcome: string;
  findings: readonly Finding[];
};

/** A reload does not repeat it. */
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
        <p className="mt-5 flex flex-wrap items-center gap-x-4 rounded-card border border-teal border-l-4 bg-surface px-4 py-1.5 text-sm">
          <span className="py-1.5">
            “<Subscripts text={shown.title} />” {shown.outcome}.
            {shown.findings.length > 0 && ` Its text has ${findingsLabel(shown.findings)}.`}
          </span>
          <a className="prose-link inline-flex min-h-11 items-center" href={`/blog/${shown.slug}`}>
            View the post
          </a>
          <Link
            className="prose-link inline-flex min-h-11 items-center"
            to={`/admin/edit-post/${shown.slug}`}
          >
            Continue writing
          </Link>
        </p>
      )}
    </div>
  );
}
