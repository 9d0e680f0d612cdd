import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { attributesOf, mapAttributes, mapTags } from '../../server/html/read-tags.ts';
import { lazy } from '../../server/lazy.ts';
import { formulaFile } from '../math/formula-markup.ts';
import { findDrawing } from './body-drawings.ts';

const loadRenderer = lazy(() => import('@resvg/resvg-js'));

export function findPicture(hash: string, ...bodies: readonly string[]): string | null {
  const { drawing, body } = findDrawing(hash, ...bodies) ?? {};
  if (drawing === undefined || body === undefined) return null;
  return drawing.name === 'svg' ? standaloneDrawing(drawing.outer) : formulaFile(drawing, body);
}

/** A file as PNG, in the light palette on white. @param zoom pixels for each unit of the drawing */
export async function drawPng(file: string, zoom: number): Promise<Uint8Array<ArrayBuffer>> {
  // All but charts have letters as paths.
  const fontFiles = file.includes('<text') ? await loadFonts() : [];
  const { renderAsync } = await loadRenderer();
  const picture = await renderAsync(file, {
    fitTo: { mode: 'zoom', value: zoom },
    background: '#FFFFFF',
    font: { loadSystemFonts: false, fontFiles },
  });
  return new Uint8Array(picture.asPng());
}

const { resolve } = createRequire(import.meta.url);

/** The brand's font as files that resvg reads: the package has WOFF. */
const loadFonts = lazy(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ligara-fonts-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const subsets = ['latin', 'latin-ext', 'greek', 'cyrillic'];
  return Promise.all(
    subsets.map(async (subset) => {
      const file = join(folder, `${subset}.ttf`);
      const woff = await readFile(
        resolve(`@fontsource/inter/files/inter-${subset}-400-normal.woff`),
      );
      await writeFile(file, toSfnt(woff));
      return file;
    }),
  );
});

/** Undoes the compression of each table (W3C, WOFF File Format 1.0). */
function toSfnt(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * count);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let at = header.length;
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + 20 * index;
    const offset = woff.readUInt32BE(entry + 4);
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8));
    const length = woff.readUInt32BE(entry + 12);
    const table = packed.length < length ? inflateSync(packed) : packed;
    const place = 12 + 16 * index;
    woff.copy(header, place, entry, entry + 4);
    woff.copy(header, place + 4, entry + 16, entry + 20);
    header.writeUInt32BE(at, place + 8);
    header.writeUInt32BE(length, place + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    tables.push(table, padding);
    at += length + padding.length;
  }
  return Buffer.concat([header, ...tables]);
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
    return isNamed ? painted : `${painted}<title>${escapeText(title)}</title>`;
  });
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
