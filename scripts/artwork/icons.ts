import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { IconName } from '../../src/ui/icon.tsx';

/** Relative to the project's root. */
export const ICONS_FILE = 'src/ui/icons.svg';

const NAMES: Record<IconName, true> = {
  activity: true,
  'arrow-left': true,
  'arrow-right': true,
  'arrow-up': true,
  brain: true,
  calendar: true,
  check: true,
  'chevron-down': true,
  'circle-alert': true,
  'clipboard-check': true,
  clock: true,
  crosshair: true,
  dna: true,
  'file-check': true,
  filter: true,
  'flask-conical': true,
  'graduation-cap': true,
  laptop: true,
  layers: true,
  lock: true,
  pause: true,
  play: true,
  plus: true,
  'refresh-cw': true,
  ribbon: true,
  'rotate-ccw': true,
  scale: true,
  'shield-check': true,
  sparkles: true,
  target: true,
  'trending-up': true,
  waypoints: true,
  x: true,
};

/** Symbols of 24 × 24 whose lines inherit colour and width from the element that uses them. */
export async function icons(): Promise<string> {
  const symbols = await Promise.all(Object.keys(NAMES).map(symbolOf));
  const lines = [
    '<!-- Made of Lucide (https://lucide.dev, ISC licence) by `npm run artwork`. -->',
    '<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">',
    ...symbols,
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

export async function writeIcons(root: string): Promise<void> {
  await writeFile(join(root, ICONS_FILE), await icons());
}

/** The lines alone: the element that uses the symbol sets their width and caps. */
async function symbolOf(name: string): Promise<string> {
  const { default: LucideIcon } = await import(`lucide-react/icons/${name}`);
  const drawn = renderToStaticMarkup(createElement(LucideIcon));
  const lines = drawn.replace(/^<svg[^>]*>|<\/svg>$/g, '').replace(/><\/\w+>/g, '/>');
  return `<symbol id="${name}" viewBox="0 0 24 24">${lines}</symbol>`;
}
