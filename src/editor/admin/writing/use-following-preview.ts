import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useIsWide } from './full-page-bar.tsx';
import type { ShownPreview } from './previewer.ts';
import { useScrollSync } from './use-scroll-sync.ts';
import { useSelection } from './use-selection.ts';

/**
 * Keeps the preview where the text is: scrolled with it where they are side by side, else at the block that the caret
 * is in.
 *
 * @param isScrolled whether it scrolls with the text, where there is room for both
 */
export function useFollowingPreview(
  text: RefObject<HTMLTextAreaElement | null>,
  pane: RefObject<HTMLElement | null>,
  preview: ShownPreview | null,
  isScrolled: boolean,
): void {
  const isWide = useIsWide();
  useScrollSync(text, pane, isScrolled && isWide ? preview : null);
  const reveal = useEffectEvent(() => {
    if (isWide || preview === null || text.current === null || pane.current === null) return;
    const { value, selectionEnd } = text.current;
    const line = value.slice(0, selectionEnd).split('\n').length;
    const at = preview.blockLines.findLastIndex((first) => first !== null && first <= line);
    const block = pane.current.children[at];
    if (block instanceof HTMLElement) {
      pane.current.scrollTop = block.offsetTop - pane.current.clientHeight / 3;
    }
  });
  useSelection(text, () => reveal());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another preview has other blocks
  useEffect(() => reveal(), [preview]);
}
