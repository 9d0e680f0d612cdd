import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { isMediaAddress } from '../domain/media/address.ts';

/** What lies at an address never changes: it is made from the content of the uploaded file. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** A file that is opened as a page by itself is a picture, whatever a browser takes it for. */
const PICTURE_ALONE = "sandbox; default-src 'none'";

/** Serves the library's pictures, in parts too, and nothing else that lies in their folder. */
export function createMedia(mediaDir: string) {
  const serve = serveStatic({
    root: mediaDir,
    rewriteRequestPath: (path) => path.slice('/media'.length),
  });
  const media = new Hono();
  media.get('/media/*', async (c) => {
    const file = isMediaAddress(c.req.path) ? await serve(c, () => Promise.resolve()) : undefined;
    if (file === undefined) {
      return c.text('There is no such picture.\n', 404, { 'Cache-Control': 'no-cache' });
    }
    const tag = `"${c.req.path}"`;
    file.headers.set('ETag', tag);
    file.headers.set('Cache-Control', FOR_EVER);
    file.headers.set('Content-Security-Policy', PICTURE_ALONE);
    return isKept(c, tag) ? notModified(file) : file;
  });
  return media;
}

/** Whether the asker has what the tag names (RFC 9110, section 13.1.2). */
function isKept(c: Context, tag: string): boolean {
  const tags = c.req.header('If-None-Match')?.split(',') ?? [];
  return tags.some((each) => ['*', tag, `W/${tag}`].includes(each.trim()));
}

async function notModified(file: Response): Promise<Response> {
  // Else the file would stay open.
  await file.body?.cancel();
  const headers = new Headers(file.headers);
  for (const name of ['Content-Length', 'Content-Range', 'Content-Type']) headers.delete(name);
  return new Response(null, { status: 304, headers });
}
