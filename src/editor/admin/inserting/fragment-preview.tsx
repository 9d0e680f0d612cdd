import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { patchChildren } from '../writing/patch-children.ts';
import { openInNewTab } from '../writing/preview-pane.tsx';
import type { CitedFields } from '../writing/previewer.ts';
import { usePreview } from '../writing/use-preview.ts';
import { createWrittenText } from '../writing/written-text.ts';

/** Findings about the rest of the text, which a fragment lacks. */
const OF_THE_WHOLE = new Set([
  'footnote-undefined',
  'heading-level-skipped',
  'label-not-referred',
  'uncited-reference',
  'unknown-label',
]);

type FragmentPreviewProps = { /** Empty for nothing yet. */ source: string; cited: CitedFields };

/** A part of a text as readers will see it, and what is wrong with it. */
export function FragmentPreview({ source, cited }: FragmentPreviewProps) {
  const [text] = useState(() => createWrittenText(source));
  useEffect(() => text.replace(source), [text, source]);
  const { preview, note } = usePreview(text, cited, true);
  const pane = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (pane.current !== null) patchChildren(pane.current, preview?.contentHtml ?? '');
  }, [preview]);
  const findings = preview?.findings.filter(({ code }) => !OF_THE_WHOLE.has(code)) ?? [];
  return (
    <section aria-label="Result">
      <h3 className="mb-1.5 font-medium text-sm">As readers see it</h3>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: for the links in it */}
      <div
        ref={pane}
        onClick={openInNewTab}
        className="prose max-w-none rounded-md border border-line bg-surface px-4 py-3 empty:hidden"
      />
      {preview === null ? <p className="text-muted text-sm">Nothing yet.</p> : null}
      <div role="status" className="mt-2 text-danger text-sm [overflow-wrap:anywhere] empty:hidden">
        {note}
        {findings.map(({ code, message }) => (
          <p key={code + message}>{message}</p>
        ))}
      </div>
    </section>
  );
}
