import type { Element, Vector } from './molecule.ts';
import { unit } from './vector.ts';

/** The light comes over the reader's left shoulder. */
export const LIGHT: Vector = unit([-0.5, 0.62, 0.68]);

/**
 * The lines on a ball run around the light, at these angles from it, and swell towards the shadow.
 * Radians.
 */
export const RINGS = { first: 0.62, step: 0.27, thin: 0.012, thick: 0.125 };

/** From this angle on, what faces away from the light is solid shadow on a stick. */
export const STICK_SHADOW = 1.3;

/** The line around a ball, as a share of its radius, and around a stick, in ångströms. */
export const BALL_OUTLINE = 0.1;
export const STICK_OUTLINE = 0.042;

/** The blank that sets things off from what lies behind them, in ångströms. */
export const HALO = 0.1;

/** A halo hides what lies at least so far behind: nothing that is bound directly. */
export const HALO_DEPTH = 1.25;

/** Half the width of the line at this angle from the light. */
export function halfWidth(angle: number): number {
  const swelling = Math.min(1, Math.max(0, (angle - RINGS.first) / 1.7));
  return RINGS.thin + (RINGS.thick - RINGS.thin) * swelling;
}

/** What is far fades into the paper: between these depths, up to this share. */
export const FOG = { near: 3.5, far: -7, most: 0.62 };

/** How much of the paper is in the colour of a thing at this depth. */
export function fog(z: number): number {
  const { near, far, most } = FOG;
  return Math.min(1, Math.max(0, (near - z) / (near - far))) * most;
}

export type Token = 'paper' | 'surface' | 'ink' | 'muted' | 'teal';

/** What a ball is made of, and the lines on it: one colour of the brand, or two and a share. */
export type Tint = readonly [Token] | readonly [Token, Token, number];

export const TINTS: Record<Element, { body: Tint; line: Tint }> = {
  H: { body: ['paper'], line: ['ink'] },
  C: { body: ['paper'], line: ['ink'] },
  N: { body: ['teal'], line: ['teal', 'ink', 0.85] },
  O: { body: ['paper', 'ink', 0.5], line: ['ink'] },
};
