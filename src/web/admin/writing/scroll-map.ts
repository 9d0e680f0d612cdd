/** A height in the text and the height in the preview that belongs to it, in pixels. */
export type Anchor = { text: number; preview: number };

/**
 * The height on the other side, between the anchors around it in proportion.
 *
 * @param anchors ascending on both sides, the ends of both among them
 */
export function across(anchors: readonly Anchor[], from: keyof Anchor, height: number): number {
  const to = from === 'text' ? 'preview' : 'text';
  const next = anchors.findIndex((anchor) => anchor[from] >= height);
  const [after, before] = [anchors.at(next), anchors[next - 1]];
  if (after === undefined) return 0;
  if (before === undefined) return after[to];
  const part = (height - before[from]) / (after[from] - before[from] || 1);
  return before[to] + part * (after[to] - before[to]);
}

/** Those anchors that go down on both sides. */
export function ascending(anchors: readonly Anchor[]): Anchor[] {
  const kept: Anchor[] = [];
  for (const anchor of anchors) {
    const last = kept.at(-1);
    if (last === undefined || (anchor.text >= last.text && anchor.preview >= last.preview)) {
      kept.push(anchor);
    }
  }
  return kept;
}

type Scrolled = { scrollTop: number; scrollHeight: number; clientHeight: number };

/**
 * The height that is looked at: what is at the top of the view at the beginning, at the bottom of it at
 * the end, and in between in proportion, so that both sides reach both ends together.
 */
export function heightSeen({ scrollTop, scrollHeight, clientHeight }: Scrolled): number {
  const room = scrollHeight - clientHeight;
  return room <= 0 ? 0 : (scrollTop * scrollHeight) / room;
}

/** The other way: how far to scroll for a height to be looked at. */
export function scrollFor(height: number, { scrollHeight, clientHeight }: Scrolled): number {
  return scrollHeight === 0
    ? 0
    : (height * Math.max(0, scrollHeight - clientHeight)) / scrollHeight;
}
