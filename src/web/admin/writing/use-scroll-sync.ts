import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { linePositions } from './line-positions.ts';
import type { ShownPreview } from './previewer.ts';
import { type Anchor, across, ascending, heightSeen, scrollFor } from './scroll-map.ts';

/** Of a long text not every block is measured: between those that are, in proportion is good enough. */
const MAX_ANCHORS = 200;

/** Whatever a person does to scroll or write on one side. */
const DOING = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focus'] as const;

/**
 * Scrolls text and preview together, block by block: the side that somebody works on leads.
 *
 * @param preview what the pane shows; null while it is closed or empty
 */
export function useScrollSync(
  text: RefObject<HTMLTextAreaElement | null>,
  pane: RefObject<HTMLElement | null>,
  preview: ShownPreview | null,
): void {
  const leader = useRef<keyof Anchor>('text');
  const anchors = useRef<Anchor[] | null>(null);

  const follow = useEffectEvent((from: keyof Anchor) => {
    if (preview === null || text.current === null || pane.current === null) return;
    const sides = { text: text.current, preview: pane.current };
    anchors.current ??= anchorsOf(sides.text, sides.preview, preview);
    const to = from === 'text' ? 'preview' : 'text';
    const height = across(anchors.current, from, heightSeen(sides[from]));
    sides[to].scrollTop = scrollFor(height, sides[to]);
  });

  const isOpen = preview !== null;
  useEffect(() => {
    if (!isOpen || text.current === null || pane.current === null) return;
    const sides = { text: text.current, preview: pane.current };
    const controller = new AbortController();
    const options = { signal: controller.signal, passive: true };
    for (const side of ['text', 'preview'] as const) {
      for (const event of DOING) {
        sides[side].addEventListener(
          event,
          () => {
            leader.current = side;
          },
          options,
        );
      }
      sides[side].addEventListener(
        'scroll',
        () => {
          if (leader.current === side) follow(side);
        },
        options,
      );
    }
    // Another width moves everything; so do pictures that arrive and details that open.
    const forget = () => {
      anchors.current = null;
    };
    const observer = new ResizeObserver(forget);
    observer.observe(sides.text);
    observer.observe(sides.preview);
    for (const event of ['load', 'toggle']) {
      sides.preview.addEventListener(event, forget, { ...options, capture: true });
    }
    return () => {
      controller.abort();
      observer.disconnect();
    };
  }, [isOpen, text, pane]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another preview has other heights
  useEffect(() => {
    anchors.current = null;
    follow(leader.current);
  }, [preview]);
}

function anchorsOf(
  field: HTMLTextAreaElement,
  pane: HTMLElement,
  { content, blockLines }: ShownPreview,
): Anchor[] {
  const blocks = [...pane.children].flatMap((block, index) => {
    const line = blockLines[index] ?? null;
    return block instanceof HTMLElement && line !== null ? [{ block, line }] : [];
  });
  const step = Math.ceil(blocks.length / MAX_ANCHORS);
  const inOrder = blocks
    .filter((_, index) => index % step === 0)
    .map(({ block, line }) => ({ line, top: block.offsetTop }))
    .toSorted((a, b) => a.line - b.line);
  const positions = linePositions(
    field,
    content,
    inOrder.map(({ line }) => line),
  );
  const found = inOrder.map(({ top }, index) => ({ text: positions[index] ?? 0, preview: top }));
  return ascending([
    { text: 0, preview: 0 },
    ...found,
    { text: field.scrollHeight, preview: pane.scrollHeight },
  ]);
}
