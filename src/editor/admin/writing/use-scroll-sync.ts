import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { linePositions } from '../../../admin/text-area/line-positions.ts';
import type { ShownPreview } from './previewer.ts';

/** Of a long text not every block is measured: interpolation between anchors is good enough. */
const MAX_ANCHORS = 200;

/** The events that make a side the leader. */
const LEADING_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focus'] as const;

/**
 * Scrolls text and preview together, block by block: the side that was used last leads.
 *
 * @param preview null while the pane is closed or empty
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
    const offset = interpolate(anchors.current, from, scrolledOffset(sides[from]));
    sides[to].scrollTop = scrollTopFor(offset, sides[to]);
  });

  const isOpen = preview !== null;
  useEffect(() => {
    if (!isOpen || text.current === null || pane.current === null) return;
    const sides = { text: text.current, preview: pane.current };
    const controller = new AbortController();
    const options = { signal: controller.signal, passive: true };
    for (const side of ['text', 'preview'] as const) {
      for (const event of LEADING_EVENTS) {
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
    // A resize, a loaded picture and an opened `details` move the anchors.
    const clearAnchors = () => {
      anchors.current = null;
    };
    const observer = new ResizeObserver(clearAnchors);
    observer.observe(sides.text);
    observer.observe(sides.preview);
    for (const event of ['load', 'toggle']) {
      sides.preview.addEventListener(event, clearAnchors, { ...options, capture: true });
    }
    return () => {
      controller.abort();
      observer.disconnect();
    };
  }, [isOpen, text, pane]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another preview has other offsets
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

/** A vertical offset in the text and the corresponding one in the preview, in pixels. */
type Anchor = { text: number; preview: number };

/**
 * The corresponding offset on the other side, interpolated between the anchors around it.
 *
 * @param anchors ascending on both sides, including both ends
 */
function interpolate(anchors: readonly Anchor[], from: keyof Anchor, height: number): number {
  const to = from === 'text' ? 'preview' : 'text';
  const next = anchors.findIndex((anchor) => anchor[from] >= height);
  const [after, before] = [anchors.at(next), anchors[next - 1]];
  if (after === undefined) return 0;
  if (before === undefined) return after[to];
  const part = (height - before[from]) / (after[from] - before[from] || 1);
  return before[to] + part * (after[to] - before[to]);
}

/** Drops the anchors that go up on one of the sides. */
function ascending(anchors: readonly Anchor[]): Anchor[] {
  const result: Anchor[] = [];
  for (const anchor of anchors) {
    const last = result.at(-1);
    if (last === undefined || (anchor.text >= last.text && anchor.preview >= last.preview)) {
      result.push(anchor);
    }
  }
  return result;
}

type Scrolled = { scrollTop: number; scrollHeight: number; clientHeight: number };

/**
 * The offset that is aligned with the other side: the view's top edge at the start, its bottom edge at the
 * end, and in proportion between, so that both sides reach both ends together.
 */
export function scrolledOffset({ scrollTop, scrollHeight, clientHeight }: Scrolled): number {
  const maxScrollTop = scrollHeight - clientHeight;
  return maxScrollTop <= 0 ? 0 : (scrollTop * scrollHeight) / maxScrollTop;
}

/** The inverse of `scrolledOffset`: the `scrollTop` for an offset. */
export function scrollTopFor(offset: number, { scrollHeight, clientHeight }: Scrolled): number {
  return scrollHeight === 0
    ? 0
    : (offset * Math.max(0, scrollHeight - clientHeight)) / scrollHeight;
}
