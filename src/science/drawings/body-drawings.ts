import { createHash } from 'node:crypto';
import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import {
  attributesOf,
  elementsOf,
  escapeHtml,
  type Tag,
  textOfHtml,
  type WrittenElement,
} from '../../server/html/read-tags.ts';

export const DRAWING_HASH = /^[0-9a-f]{32}$/;

export function drawingHash(svg: string): string {
  return createHash('sha256').update(svg).digest('hex').slice(0, 32);
}

/** Returns true for the classes of an `svg` that is a structure or a chart. Drawings hold no other `svg`. */
export function isDrawing(className: string): boolean {
  return /^(?:structure-drawing|dose-response-chart)/.test(className);
}

function isFormula(html: string, tag: Tag): boolean {
  return tag.name === 'span' && attributesOf(html, tag).has('data-tex');
}

export function findDrawing(
  hash: string,
  ...bodies: readonly string[]
): { drawing: WrittenElement; body: string } | null {
  for (const body of bodies) {
    const drawings = elementsOf(
      body,
      (tag) =>
        isFormula(body, tag) ||
        (tag.name === 'svg' && isDrawing(attributesOf(body, tag).get('class') ?? '')),
    );
    for (const drawing of drawings)
      if (drawingHash(drawing.outer) === hash) return { drawing, body };
  }
  return null;
}

/**
 * Feed readers and mail programs show no SVG.
 *
 * @param pageUrl of the post, below which `src/posts/feeds/pictures.ts` serves it
 */
export function drawingPicture({ attributes, outer }: WrittenElement, pageUrl: string): string {
  const alt = attributes.get('aria-label') ?? 'Structure';
  const src = `${pageUrl}/drawings/${drawingHash(outer)}.png`;
  const size = `width="${attributes.get('width')}" height="${attributes.get('height')}"`;
  return `<img src="${src}" alt="${escapeHtml(alt)}" ${size}>`;
}

/** CSS pixels of an em in an email. */
const EM_PX = 16;
/** The largest picture that fits into an email, in em. */
const [MAX_WIDTH, MAX_HEIGHT] = [120, 60];
/** The ink of the light palette: pictures know no theme. */
const INK = '#0B1B24';

export function labelText(element: Element): string {
  return element.children
    .map((child) => {
      if (child.type !== 'element') return textOf(child);
      return String(child.properties.dataTex ?? labelText(child));
    })
    .join('');
}

/** Its drawing, in em; null for what is too large for a picture or has letters of the system's fonts. */
function readPicture({ inner }: WrittenElement) {
  const [svg, room] = elementsOf(inner, (tag) => tag.name === 'svg');
  if (svg === undefined) return null;
  const inEm = (value = '0') => Number(value.replace('em', ''));
  const width = inEm(svg.attributes.get('width'));
  const depth = inEm(room?.attributes.get('height'));
  const height = inEm(svg.attributes.get('height')) + depth;
  const isShown = width <= MAX_WIDTH && height <= MAX_HEIGHT && !svg.inner.includes('<text');
  return isShown ? { inner: svg.inner, width, height, depth } : null;
}

/** @param pageUrl of the post, below which `src/posts/feeds/pictures.ts` serves it */
export function standaloneFormula(formula: WrittenElement, pageUrl: string): string {
  const tex = escapeHtml(formula.attributes.get('data-tex') ?? '');
  const picture = readPicture(formula);
  if (picture === null) return `<code>${tex}</code>`;
  const { width, height, depth } = picture;
  const inEm = (value: number) => `${Number(value.toFixed(2))}em`;
  const pixels = `width="${Math.round(width * EM_PX)}" height="${Math.round(height * EM_PX)}"`;
  const style = `width:${inEm(width)};max-width:100%;height:auto;vertical-align:${inEm(-depth)}`;
  const src = `${pageUrl}/drawings/${drawingHash(formula.outer)}.png`;
  return `<img class="formula-picture" src="${src}" alt="${tex}" ${pixels} style="${style}">`;
}

export function standaloneDisplayFormula({ inner }: WrittenElement, pageUrl: string): string {
  const [formula] = elementsOf(inner, (tag) => isFormula(inner, tag));
  if (formula === undefined) return '';
  const number = textOfHtml(inner.slice(inner.lastIndexOf('</div>')));
  const shown = standaloneFormula(formula, pageUrl);
  return shown.startsWith('<img')
    ? `<p>${shown}${number && ` &nbsp; ${escapeHtml(number)}`}</p>`
    : `<pre>${shown.replace('</code>', `${number && `    ${escapeHtml(number)}`}</code>`)}</pre>`;
}

const GLYPH = /<path id="(tex-[^"]+)" d="[^"]*"><\/path>/g;

export function formulaFile(formula: WrittenElement, body: string): string | null {
  const picture = readPicture(formula);
  if (picture === null) return null;
  const { width, height, depth } = picture;
  const used = new Set([...picture.inner.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id));
  const glyphs = [...body.matchAll(GLYPH)].filter(([, id]) => used.has(id)).map(([path]) => path);
  const drawn = picture.inner
    .replace(/<defs>.*?<\/defs>/, '')
    .replace(/"light-dark\((\S+?),[^"]*"/g, '"$1"');
  const size = `width="${width * EM_PX}" height="${height * EM_PX}"`;
  const view = [0, depth - height, width, height].map((em) => Math.round(em * 1000)).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${view}" color="${INK}" fill="${INK}" stroke="${INK}"><defs>${glyphs.join('')}</defs>${drawn}</svg>`;
}
