import type { Element } from './molecule.ts';

/** RGB, from 0 to 1. */
type Colour = readonly number[];

export type Palette = { paper: Colour; inks: Record<Element, { body: Colour; line: Colour }> };

export function currentPalette(within: HTMLElement): Palette {
  const probe = document.createElement('span');
  within.append(probe);
  /** The colour of a token, with a share of another in per cent. A mix is computed as `color(srgb 1 0.5 0)`. */
  const colour = (token: string, other = token, share = 0): Colour => {
    probe.style.color = `color-mix(in srgb, var(--${other}) ${share}%, var(--${token}))`;
    return (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
  };
  const paper = colour('paper');
  const line = colour('ink');
  const inks = {
    H: { body: paper, line },
    C: { body: paper, line },
    N: { body: colour('teal'), line: colour('teal', 'ink', 85) },
    O: { body: colour('paper', 'ink', 50), line },
  };
  probe.remove();
  return { paper, inks };
}
