import sharp from 'sharp';
import { bindingSurface } from '../../../src/ui/artwork/binding-surface.ts';

/** A JPEG cannot follow the theme: the light colours of the print give way to dark ones, for both. */
const DEEP: Record<string, string> = {
  '#FBFAF7': '#184243',
  '#FDF0D2': '#33270B',
  '#ECEBE6': '#1B2A33',
  '#8A5A00': '#F3C969',
  '#4B5563': '#9DB0B8',
};

/** The picture in place of a cover that does not load, as a JPEG. */
export function drawFallback(): Promise<Buffer> {
  const print = bindingSurface('fallback', { width: 1600, height: 900 });
  const svg = print.replace(/#[\dA-F]{6}/g, (colour) => DEEP[colour] ?? colour);
  return sharp(Buffer.from(svg)).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}
