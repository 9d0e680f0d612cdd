import type { Palette } from './palette.ts';

/** In CSS pixels, and device pixels in each. */
export type Size = { width: number; height: number; density: number };

/** What the page tells the scene. */
export type Order =
  | { kind: 'begin'; canvas: OffscreenCanvas; size: Size; palette: Palette }
  | { kind: 'play' | 'pause' }
  | { kind: 'resize'; size: Size }
  | { kind: 'recolour'; palette: Palette }
  /** Where the pointer is: from -1 to 1 across the window and down it. */
  | { kind: 'point'; x: number; y: number };

/** What the scene tells the page: its first picture is drawn, or there will be none any more. */
export type Report = 'ready' | 'failed';
