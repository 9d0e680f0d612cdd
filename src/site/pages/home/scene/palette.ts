import { TINTS, type Tint, type Token } from './engraving.ts';
import type { Element } from './molecule.ts';

/** RGB, from 0 to 1. */
export type Colour = readonly [number, number, number];

export interface Palette {
  paper: Colour;
  inks: Record<Element, { body: Colour; line: Colour }>;
}

/** The brand's colours in the current theme. */
export function currentPalette(within: HTMLElement): Palette {
  const probe = document.createElement('span');
  within.append(probe);
  const colour = (token: Token): Colour => {
    probe.style.color = `var(--${token})`;
    const [red = 0, green = 0, blue = 0] = (
      getComputedStyle(probe).color.match(/[\d.]+/g) ?? []
    ).map((value) => Number(value) / 255);
    return [red, green, blue];
  };
  const tint = ([first, second, share]: Tint): Colour => {
    const [a, b] = [colour(first), colour(second ?? first)];
    const at = (k: 0 | 1 | 2) => a[k] + (b[k] - a[k]) * (share ?? 0);
    return [at(0), at(1), at(2)];
  };
  const of = (element: Element) => ({
    body: tint(TINTS[element].body),
    line: tint(TINTS[element].line),
  });
  const palette = {
    paper: colour('paper'),
    inks: { H: of('H'), C: of('C'), N: of('N'), O: of('O') },
  };
  probe.remove();
  return palette;
}
