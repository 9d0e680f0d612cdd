import { createHash } from 'node:crypto';
import {
  attributesOf,
  elementsOf,
  escapeHtml,
  type Tag,
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

export function isFormula(html: string, tag: Tag): boolean {
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
