import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { SHARED } from '../../server/http/cache/cache-control.ts';
import { cachePictures } from '../../server/http/cache/picture-cache.ts';
import type { Site } from '../../site.ts';
import { drawAsPng, findPostDrawing } from '../drawings.ts';

const CACHE_BYTES = 16 * 1024 * 1024;

/** The drawings of public posts and sent issues as PNG: mail programs and feed readers show no SVG. */
export function createDrawingRoutes(site: Site) {
  const draw = cachePictures(drawAsPng, CACHE_BYTES);
  return new Hono().get('/blog/:slug/drawings/:file{[0-9a-f]+\\.png}', etag(), async (c) => {
    const { slug, file } = c.req.param();
    const drawing = await findPostDrawing(site, slug, file.replace(/\.png$/, ''));
    if (drawing === null) {
      return c.text('There is nothing here.\n', 404, { 'Cache-Control': 'no-cache' });
    }
    return c.body(await draw(drawing), 200, {
      'Content-Type': 'image/png',
      'Cache-Control': SHARED,
      // Mail programs show pictures in pages of another origin.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });
}
