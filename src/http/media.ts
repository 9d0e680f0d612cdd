import { type Context, Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import type { PictureStore, StoredFile } from '../domain/media/picture-store.ts';
import { isMediaUrl } from '../domain/media/picture-url.ts';

/** What lies at an address never changes: it is made from the content of the uploaded file. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** A file that is opened as a page by itself is a picture, whatever a browser takes it for. */
const PICTURE_ALONE = "sandbox; default-src 'none'";

/** Serves the library's pictures, in parts too, and nothing else that lies where they are kept. */
export function createMedia(files: Pick<PictureStore, 'find'>) {
  const media = new Hono();
  media.get('/media/*', async (c) => {
    const { path } = c.req;
    const [, , id = '', name = ''] = path.split('/');
    const found = isMediaUrl(path) ? await files.find(id, name) : null;
    const answer = found === null ? null : await answerWith(c, found);
    return answer ?? c.text('There is no such picture.\n', 404, { 'Cache-Control': 'no-cache' });
  });
  return media;
}

/** Null when the file has gone meanwhile. */
async function answerWith(c: Context, file: StoredFile): Promise<Response | null> {
  const { path } = c.req;
  const tag = `"${path}"`;
  const headers = new Headers({
    ETag: tag,
    'Cache-Control': FOR_EVER,
    'Content-Security-Policy': PICTURE_ALONE,
    'Last-Modified': file.modified.toUTCString(),
    'Accept-Ranges': 'bytes',
  });
  if (isKept(c, tag)) return new Response(null, { status: 304, headers });
  headers.set('Content-Type', getMimeType(path) ?? 'application/octet-stream');
  const whole = { first: 0, last: file.bytes - 1 };
  const part = isOfThisFile(c, tag) ? partOf(c.req.header('Range'), file.bytes) : null;
  if (part === 'beyond') {
    headers.set('Content-Range', `bytes */${file.bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { first, last } = part ?? whole;
  headers.set('Content-Length', String(last - first + 1));
  if (part !== null) headers.set('Content-Range', `bytes ${first}-${last}/${file.bytes}`);
  const status = part === null ? 200 : 206;
  if (c.req.method === 'HEAD') return new Response(null, { status, headers });
  const content = await file.read(first, last);
  return content && new Response(content, { status, headers });
}

/** Whether the asker has what the tag names (RFC 9110, section 13.1.2). */
function isKept(c: Context, tag: string): boolean {
  const tags = c.req.header('If-None-Match')?.split(',') ?? [];
  return tags.some((each) => ['*', tag, `W/${tag}`].includes(each.trim()));
}

/** Whether a part that is asked for belongs to what the asker has of this file (section 13.1.5). */
function isOfThisFile(c: Context, tag: string): boolean {
  const condition = c.req.header('If-Range');
  return c.req.method === 'GET' && (condition === undefined || condition === tag);
}

type Part = { first: number; last: number };

/**
 * The one part of a file that is asked for (section 14.2); null when the whole is sent, as for several
 * parts and for what cannot be understood.
 */
function partOf(range: string | undefined, bytes: number): Part | 'beyond' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return null;
  const [first, last] =
    from === ''
      ? [Math.max(bytes - Number(to), 0), bytes - 1]
      : [Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)];
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return first < bytes && first <= last ? { first, last } : 'beyond';
}
