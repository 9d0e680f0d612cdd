import { type MouseEvent, type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { Skeleton } from '../../../admin/loading.tsx';
import { patchChildren } from './patch-children.ts';
import type { ShownPreview } from './previewer.ts';

type PreviewPaneProps = {
  pane: RefObject<HTMLElement | null>;
  preview: ShownPreview | null;
  /** The text that is there is not rendered yet. */
  isWaiting: boolean;
  /** The state of the preview, in words. */
  note: ReactNode;
};

/** The preview of the text below its heading. */
export function PreviewPane({ pane, preview, isWaiting, note }: PreviewPaneProps) {
  return (
    <div className="full-page-preview flex flex-col">
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-medium">As readers see it</span>
        <span role="status" className="text-muted">
          {note}
        </span>
      </p>
      <div className="relative flex-1">
        <RenderedText pane={pane} preview={preview} />
        {preview === null ? (
          <div className="pointer-events-none absolute inset-x-5 top-5 space-y-3">
            {isWaiting
              ? ['h-8 w-2/3', 'h-4', 'h-4', 'h-4 w-4/5'].map((line, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
                  <Skeleton key={index} className={line} />
                ))
              : null}
            <p hidden={isWaiting || note !== null} className="text-muted text-sm">
              Your text appears here as you write.
            </p>
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** The rendered text. The server has sanitized it. */
function RenderedText({ pane, preview }: Pick<PreviewPaneProps, 'pane' | 'preview'>) {
  const html = preview?.contentHtml ?? '';
  useLayoutEffect(() => {
    if (pane.current !== null) patchChildren(pane.current, html);
  }, [pane, html]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the links in it as clicks
    <section
      ref={pane}
      aria-label="Preview of the text"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
      tabIndex={0}
      onClick={openInNewTab}
      className="preview-pane prose relative h-[60dvh] max-w-none overflow-y-auto overscroll-contain rounded-md border border-line bg-paper px-5 py-4 min-[80rem]:absolute min-[80rem]:inset-0 min-[80rem]:h-auto"
    />
  );
}

/** A link must not navigate away from the form. */
export function openInNewTab(event: MouseEvent<HTMLElement>) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null) return;
  event.preventDefault();
  const href = link.getAttribute('href') ?? '';
  if (!href.startsWith('#')) window.open(link.href, '_blank', 'noopener');
  else document.getElementById(href.slice(1))?.scrollIntoView({ block: 'nearest' });
}
