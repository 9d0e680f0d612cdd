import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { lazy } from '../../server/lazy.ts';
import { elementsOf } from '../../text/read-tags.ts';
import { formulaHtml } from '../math/draw-math.ts';
import { formulaFile, texOf } from '../math/formula-markup.ts';
import type { TypesetFormulas } from '../math/typeset.ts';
import { findDrawing, isFormula } from './body-drawings.ts';
import { standaloneDrawing } from './standalone-drawing.ts';

const loadRenderer = lazy(() => import('@resvg/resvg-js'));

/** What a picture shows: a drawing as the page has it, a file of a formula, or the TeX of one. */
export type PictureSource = { drawing: string } | { file: string } | { tex: string };

/** The drawing with a hash in the HTML of bodies; null if none has it. */
export function findPicture(hash: string, ...bodies: readonly string[]): PictureSource | null {
  const found = findDrawing(hash, ...bodies);
  if (found === null) return null;
  const { drawing, body } = found;
  if (drawing.name === 'svg') return { drawing: drawing.outer };
  const file = formulaFile(drawing, body);
  if (file !== null) return { file };
  const style = drawing.attributes.get('display') === 'block' ? '' : '\\textstyle ';
  return { tex: style + texOf(drawing).trim() };
}

/** A drawing of a body as PNG, in the light palette on white. @param zoom pixels for each unit of the drawing */
export async function drawBodyDrawing(
  source: PictureSource,
  zoom: number,
  typesetFormulas: TypesetFormulas,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = await fileOf(source, typesetFormulas);
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

async function fileOf(source: PictureSource, typesetFormulas: TypesetFormulas): Promise<string> {
  if ('file' in source) return source.file;
  if ('drawing' in source) return standaloneDrawing(source.drawing);
  return typesetAgain(source.tex, typesetFormulas);
}

/** The file of a formula of an issue that was sent before the renderer 16, which has MathML and its TeX. */
async function typesetAgain(tex: string, typesetFormulas: TypesetFormulas): Promise<string> {
  const [typeset] = await typesetFormulas([{ tex, isDisplay: true }]);
  const html = formulaHtml(typeset, tex);
  const [formula] = elementsOf(html, (tag) => isFormula(html, tag));
  const file = formula && formulaFile(formula, html);
  if (file == null) throw new Error(`The formula ${tex} has no picture`);
  return file;
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
