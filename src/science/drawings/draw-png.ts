import { lazy } from '../../server/lazy.ts';
import { isChart, standaloneChart } from './standalone-chart.ts';
import { standaloneDrawing } from './standalone-drawing.ts';

/** Drawings have letters as paths alone: no font is loaded. */
const loadRenderer = lazy(() => import('@resvg/resvg-js'));

/** A drawing of a page as PNG, in the light palette on white. @param zoom pixels for each unit of the drawing */
export async function drawPng(svg: string, zoom: number): Promise<Uint8Array<ArrayBuffer>> {
  return rasterize(isChart(svg) ? await standaloneChart(svg) : standaloneDrawing(svg), zoom);
}

/** A file of SVG without text as PNG, on white. */
export async function rasterize(file: string, zoom: number): Promise<Uint8Array<ArrayBuffer>> {
  const { renderAsync } = await loadRenderer();
  const picture = await renderAsync(file, {
    fitTo: { mode: 'zoom', value: zoom },
    background: '#FFFFFF',
    font: { loadSystemFonts: false },
  });
  return new Uint8Array(picture.asPng());
}
