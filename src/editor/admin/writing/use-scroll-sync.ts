import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useIsWide } from './full-page-bar.tsx';
import type { ShownPreview } from './previewer.ts';
import { useSelection } from './use-selection.ts';

/** The events that make a side the leader. */
const LEADING_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focus'] as const;

/** Scrolls a side to the same share of its height as another. */
function follow(leader: HTMLElement, follower: HTMLElement): void {
  const share = leader.scrollTop / (leader.scrollHeight - leader.clientHeight || 1);
  follower.scrollTop = share * (follower.scrollHeight - follower.clientHeight);
}

/**
 * Keeps the preview where the text is: where they are side by side, the one that was used last leads; else the preview
 * shows the block that the caret is in.
 *
 * @param isScrolled whether they scroll together where there is room for both
 */
export function useScrollSync(
  text: RefObject<HTMLTextAreaElement | null>,
  pane: RefObject<HTMLElement | null>,
  preview: ShownPreview | null,
  isScrolled: boolean,
): void {
  const isWide = useIsWide();
  const isTogether = isScrolled && isWide && preview !== null;
  const leader = useRef<'text' | 'preview'>('text');

  useEffect(() => {
    if (!isTogether || text.current === null || pane.current === null) return;
    const controller = new AbortController();
    const options = { signal: controller.signal, passive: true };
    const [area, shown] = [text.current, pane.current];
    const listen = (name: 'text' | 'preview', side: HTMLElement, other: HTMLElement) => {
      const lead = () => {
        leader.current = name;
      };
      for (const event of LEADING_EVENTS) side.addEventListener(event, lead, options);
      const onScroll = () => leader.current === name && follow(side, other);
      side.addEventListener('scroll', onScroll, options);
    };
    listen('text', area, shown);
    listen('preview', shown, area);
    return () => controller.abort();
  }, [isTogether, text, pane]);

  const reveal = useEffectEvent(() => {
    const [area, shown] = [text.current, pane.current];
    if (isWide || preview === null || area === null || shown === null) return;
    const line = area.value.slice(0, area.selectionEnd).split('\n').length;
    const at = preview.blockLines.findLastIndex((first) => first !== null && first <= line);
    const block = shown.children[at];
    if (block instanceof HTMLElement) shown.scrollTop = block.offsetTop - shown.clientHeight / 3;
  });
  useSelection(text, () => reveal());

  // biome-ignore lint/correctness/useExhaustiveDependencies: another preview has another height
  useEffect(() => {
    reveal();
    if (!isTogether || text.current === null || pane.current === null) return;
    if (leader.current === 'text') follow(text.current, pane.current);
    else follow(pane.current, text.current);
  }, [preview]);
}
