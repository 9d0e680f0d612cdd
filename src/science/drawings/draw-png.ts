import { fileURLToPath } from 'node:url';
import { attributesOf, escapeHtml, mapAttributes, mapTags } from '../../server/html/read-tags.ts';
import { lazy } from '../../server/lazy.ts';
import { findDrawing, formulaFile } from './body-drawings.ts';

const loadRenderer = lazy(() => import('@resvg/resvg-js'));

export function findPicture(hash: string, ...bodies: readonly string[]): string | null {
  const { drawing, body } = findDrawing(hash, ...bodies) ?? {};
  if (drawing === undefined || body === undefined) return null;
  return drawing.name === 'svg' ? standaloneDrawing(drawing.outer) : formulaFile(drawing, body);
}

/** The files of `@fontsource/inter`, which are compressed, as resvg reads them. */
const FONTS = ['latin', 'latin-ext', 'greek', 'cyrillic'].map((subset) =>
  fileURLToPath(new URL(`fonts/inter-${subset}.ttf`, import.meta.url)),
);

/** A file as PNG, in the light palette on white. @param zoom pixels for each unit of the drawing */
export async function drawPng(file: string, zoom: number): Promise<Uint8Array<ArrayBuffer>> {
  // All but charts have letters as paths.
  const fontFiles = file.includes('<text') ? FONTS : [];
  const { renderAsync } = await loadRenderer();
  const picture = await renderAsync(file, {
    fitTo: { mode: 'zoom', value: zoom },
    background: '#FFFFFF',
    font: { loadSystemFonts: false, fontFiles },
  });
  return new Uint8Array(picture.asPng());
}

/** The light palette, as in `structure-drawing.css` and `dose-response.css`: mails, feeds and files know no theme. */
const INK = '#0B1B24';
const MUTED = '#52636D';
const TEAL = '#0B7A6F';

/** What the style sheets of pages give to classes, and to the texts of charts. */
const PAINT: Readonly<Record<string, string>> = {
  match: 'stroke="#F3C969"',
  'chart-grid': 'fill="none" stroke="#E3E1DA" stroke-width="0.75"',
  'chart-axis': `fill="none" stroke="${MUTED}" stroke-width="0.75"`,
  'chart-curve': 'fill="none" stroke="currentColor" stroke-width="1.5"',
  'chart-drop': 'fill="none" stroke="currentColor" stroke-width="1" stroke-dasharray="1 3"',
  'chart-interval': 'fill="none" stroke="currentColor" stroke-width="1.25"',
  'chart-excluded': 'fill="none" stroke="currentColor" stroke-width="1"',
  'chart-marker': 'fill="currentColor" stroke="#FFFFFF" stroke-width="0.6"',
  'chart-marker hollow': 'fill="#FFFFFF" stroke="currentColor" stroke-width="1"',
  'chart-band': 'fill="currentColor" opacity="0.13"',
  'chart-title': `fill="${INK}"`,
  text: `fill="${MUTED}"`,
  'chart-exponent': 'font-size="8.8"',
  'dose-response-chart': 'font-family="Inter" font-size="11"',
  'series-1': `color="${TEAL}"`,
  'series-2': 'color="#8A5A00"',
  'series-3': 'color="#5B3FA0"',
  'series-4': 'color="#B3261E"',
  'series-5': 'color="#1D5FA8"',
  'series-6': `color="${INK}"`,
};

/**
 * Turns what the page's style sheet gives by classes into attributes. The texts of charts need the
 * brand's font.
 *
 * @param title the accessible name, where the drawing has none
 */
export function standaloneDrawing(svg: string, title?: string): string {
  return mapTags(svg, (source, tag) => {
    if (tag.isEnd) return source;
    const attributes = attributesOf(svg, tag);
    const name = attributes.get('class') ?? '';
    // Of other elements than carbon and hydrogen.
    const isLetter = name.startsWith('atom-') && !/^atom-[CH]$/.test(name);
    const plain = mapAttributes(source, (key, value) => {
      if (key === 'class' || key === 'xmlns') return null;
      if (value !== 'currentColor' || name === 'match') return value;
      return isLetter ? TEAL : INK;
    });
    const isRoot = tag.start === 0;
    const added = [
      isRoot ? 'xmlns="http://www.w3.org/2000/svg"' : '',
      PAINT[name] ?? PAINT[tag.name] ?? '',
    ];
    const painted = plain.replace(`<${tag.name}`, `$& ${added.join(' ').trim()}`.trimEnd());
    const isNamed = !isRoot || title === undefined || attributes.has('aria-label');
    return isNamed ? painted : `${painted}<title>${escapeHtml(title)}</title>`;
  });
}
