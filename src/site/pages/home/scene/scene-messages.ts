import type { Palette } from './palette.ts';

/** In CSS pixels; `density` is device pixels per CSS pixel. */
export type Size = { width: number; height: number; density: number };

export type SceneCommand =
  | { kind: 'start'; canvas: OffscreenCanvas; size: Size; palette: Palette }
  | { kind: 'play' | 'pause' }
  | { kind: 'resize'; size: Size }
  | { kind: 'recolour'; palette: Palette }
  /** The pointer's position in the window, from -1 to 1 on both axes. */
  | { kind: 'point'; x: number; y: number };

export type SceneEvent = 'ready' | 'failed';
