import { createHash } from 'node:crypto';
import { ATTRIBUTES } from './tags.ts';

/** A structure or chart in a rendered body. Drawings hold no other `svg`. */
const DRAWING = new RegExp(
  `(<svg class="(?:structure-drawing|dose-response-chart)[^"]*"${ATTRIBUTES}>).*?</svg>`,
  'gs',
);

/** What names a drawing by its content. */
export const DRAWING_HASH = /^[0-9a-f]{32}$/;

export function drawingHash(svg: string): string {
  return createHash('sha256').update(svg).digest('hex').slice(0, 32);
}

/** The drawing with a hash in the HTML of bodies; null where there is none. */
export function findDrawing(hash: string, ...bodies: readonly string[]): string | null {
  for (const html of bodies) {
    for (const [svg] of html.matchAll(DRAWING)) {
      if (drawingHash(svg) === hash) return svg;
    }
  }
  return null;
}

/**
 * Puts pictures of the drawings in their place, for feed readers and mail programs, which show no SVG.
 *
 * @param pageUrl of the post, below which `src/http/drawings.ts` serves them
 */
export function drawingsAsPictures(html: string, pageUrl: string): string {
  return html.replace(DRAWING, (svg, tag: string) => {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const alt = attribute('aria-label') ?? /<title>([^<]*)<\/title>/.exec(svg)?.[1] ?? 'Structure';
    const src = `${pageUrl}/drawings/${drawingHash(svg)}.png`;
    return `<img src="${src}" alt="${alt.replaceAll('"', '&#x22;')}" width="${attribute('width')}" height="${attribute('height')}">`;
  });
}
