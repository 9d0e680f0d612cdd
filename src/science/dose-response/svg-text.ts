import type { Element } from 'hast';
import { h, text } from '../../text/hast.ts';
import { at } from './markers.ts';

type Place = { x: number; y: number };
type Style = { className?: string; anchor?: 'middle' | 'end' };

/** A line of text in a drawing. */
export function svgText(
  content: string,
  { x, y }: Place,
  { className, anchor }: Style = {},
): Element {
  return h(
    'text',
    {
      x: at(x),
      y: at(y),
      ...(anchor === undefined ? {} : { textAnchor: anchor }),
      ...(className === undefined ? {} : { className: [className] }),
    },
    text(content),
  );
}
