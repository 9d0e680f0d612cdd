import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { trustedHtml } from '../../../ui/trusted-types.ts';
import type { ShownPreview } from './use-preview.ts';

type PreviewPaneProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  preview: ShownPreview | null;
  isWaiting: boolean;
  note: string | null;
  onBlock: (line: number, isTwice: boolean) => void;
};

/** The preview of the text below its heading. It scrolls along with the text. */
export function PreviewPane({ field, preview, isWaiting, note, onBlock }: PreviewPaneProps) {
  const html = preview?.contentHtml ?? '';
  const pane = useRendered<HTMLElement>(html);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another preview has another height
  useEffect(() => {
    const [area, shown] = [field.current, pane.current];
    if (area === null || shown === null) return;
    const follow = () => {
      // What is read or pressed there does not move away.
      if (shown.matches(':hover, :focus')) return;
      const share = area.scrollTop / (area.scrollHeight - area.clientHeight || 1);
      shown.scrollTop = share * (shown.scrollHeight - shown.clientHeight);
    };
    follow();
    area.addEventListener('scroll', follow, { passive: true });
    return () => area.removeEventListener('scroll', follow);
  }, [field, pane, html]);

  function press(event: MouseEvent<HTMLElement>) {
    // A double click selects a word, too.
    const isSelecting = event.detail < 2 && getSelection()?.isCollapsed === false;
    if (openInNewTab(event) || isSelecting) return;
    const blocks = [...event.currentTarget.children];
    const at = blocks.findIndex((block) => block.contains(event.target as Node));
    const line = preview?.blockLines[at] ?? null;
    if (line !== null) onBlock(line, event.detail === 2);
  }

  return (
    <div className="full-page-preview flex flex-col">
      <p className="mb-1 flex min-h-11 flex-wrap md:min-h-9 items-center justify-between gap-x-4 text-sm">
        <span className="font-medium">As readers see it</span>
        <span role="status" className="text-muted">
          {note}
        </span>
      </p>
      <div className="relative flex-1">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the links in it as clicks */}
        <section
          ref={pane}
          aria-label="Preview of the text"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
          tabIndex={0}
          onClick={press}
          className="preview-pane prose relative h-[70dvh] max-w-none overflow-y-auto overscroll-contain rounded-md border border-line bg-paper px-5 py-4 in-data-[view=both]:absolute in-data-[view=both]:inset-0 in-data-[view=both]:h-auto"
        />
        {preview === null && note === null ? (
          <div className="pointer-events-none absolute inset-x-5 top-5">
            <p className="text-muted text-sm">
              {isWaiting ? 'Loading…' : 'Your text appears here as you write.'}
            </p>
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** A link must not navigate away from the form. Returns false where there is none. */
export function openInNewTab(event: MouseEvent<HTMLElement>): boolean {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null) return false;
  event.preventDefault();
  const href = link.getAttribute('href') ?? '';
  if (!href.startsWith('#')) window.open(link.href, '_blank', 'noopener');
  else document.getElementById(href.slice(1))?.scrollIntoView({ block: 'nearest' });
  return true;
}

/**
 * Replaces an element's children, except equal ones at the start and the end: an edit changes one block
 * of a long text, and the pictures of the others need not load again.
 *
 * @param html sanitized
 */
export function useRendered<E extends Element>(html: string): RefObject<E | null> {
  const parent = useRef<E>(null);
  useLayoutEffect(() => {
    if (parent.current !== null) patchChildren(parent.current, html);
  }, [html]);
  return parent;
}

function patchChildren(parent: Element, html: string): void {
  const template = document.createElement('template');
  template.innerHTML = trustedHtml(html);
  const before = [...parent.childNodes];
  const after = [...template.content.childNodes];
  const longest = Math.min(before.length, after.length);
  const isSame = (a: Node | undefined, b: Node | undefined) => a?.isEqualNode(b ?? null) ?? false;
  let head = 0;
  while (head < longest && isSame(before[head], after[head])) head++;
  let tail = 0;
  while (tail < longest - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  for (const node of before.slice(head, before.length - tail)) node.remove();
  const next = before[before.length - tail] ?? null;
  for (const node of after.slice(head, after.length - tail)) parent.insertBefore(node, next);
}
