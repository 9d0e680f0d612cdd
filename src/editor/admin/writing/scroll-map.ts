/** A vertical offset in the text and the corresponding one in the preview, in pixels. */
export type Anchor = { text: number; preview: number };

/**
 * The corresponding offset on the other side, interpolated between the anchors around it.
 *
 * @param anchors ascending on both sides, including both ends
 */
export function interpolate(
  anchors: readonly Anchor[],
  from: keyof Anchor,
  height: number,
): number {
  const to = from === 'text' ? 'preview' : 'text';
  const next = anchors.findIndex((anchor) => anchor[from] >= height);
  const [after, before] = [anchors.at(next), anchors[next - 1]];
  if (after === undefined) return 0;
  if (before === undefined) return after[to];
  const part = (height - before[from]) / (after[from] - before[from] || 1);
  return before[to] + part * (after[to] - before[to]);
}

/** Drops the anchors that go up on one of the sides. */
export function ascending(anchors: readonly Anchor[]): Anchor[] {
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
