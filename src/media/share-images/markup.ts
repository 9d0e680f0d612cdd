import satori, { type SatoriOptions } from 'satori';
import { FONTS } from './fonts.ts';

type Style = Readonly<Record<string, string | number>>;

type Element = { type: string; key: string | null; props: Record<string, unknown> };

/** A `<div>` element for satori. */
export function box(
  style: Style,
  children: string | Element[],
  key: string | null = null,
): Element {
  return { type: 'div', key, props: { style, children } };
}

/** Lays `root` out and renders it as SVG, with text as paths. */
export function renderSvg(
  root: Element,
  options: { width: number; height: number } & Pick<
    SatoriOptions,
    'loadAdditionalAsset' | 'onNodeDetected'
  >,
): Promise<string> {
  return satori(root, { fonts: FONTS, ...options });
}
