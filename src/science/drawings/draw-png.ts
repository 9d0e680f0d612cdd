import { lazy } from '../../server/lazy.ts';
import { elementsOf } from '../../text/read-tags.ts';
import { formulaHtml } from '../math/draw-math.ts';
import { formulaFile, texOf } from '../math/formula-markup.ts';
import type { TypesetFormulas } from '../math/typeset.ts';
import { findDrawing, isFormula } from './body-drawings.ts';
import { loadFonts } from './fonts.ts';
import { isChart, standaloneChart } from './standalone-chart.ts';
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
  if ('file' in source) return rasterize(source.file, zoom);
  if ('tex' in source) return rasterize(await typesetAgain(source.tex, typesetFormulas), zoom);
  const { drawing } = source;
  return isChart(drawing)
    ? rasterize(standaloneChart(drawing), zoom, await loadFonts())
    : rasterize(standaloneDrawing(drawing), zoom);
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

/** A file of SVG as PNG, on white. All but charts have letters as paths. */
async function rasterize(
  file: string,
  zoom: number,
  fontFiles: string[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const { renderAsync } = await loadRenderer();
  const picture = await renderAsync(file, {
    fitTo: { mode: 'zoom', value: zoom },
    background: '#FFFFFF',
    font: { loadSystemFonts: false, fontFiles },
  });
  return new Uint8Array(picture.asPng());
}
