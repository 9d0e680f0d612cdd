import { type Context, Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { matchesTag } from '../../server/http/cache/stored-response.ts';
import type { Site } from '../../site.ts';
import {
  ATTACHMENT_MEDIA_TYPES,
  attachmentDisposition,
  parseAttachmentUrl,
  storedAttachment,
} from '../attachment-url.ts';
import type { StoredFile } from '../picture-store.ts';
import { isMediaUrl } from '../picture-url.ts';

/** The content of a URL never changes: the id is a digest of the uploaded file. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Compressing would take the whole file into memory. */
const DOWNLOAD = `${IMMUTABLE}, no-transform`;

/** A file that is opened in a tab of its own must not run as a page, whatever the browser takes it for. */
const SANDBOX = "sandbox; default-src 'none'";

type Found = { file: StoredFile; contentType: string; headers?: Record<string, string> };

export function createMedia(site: Site) {
  return new Hono().get('/media/*', async (c) => {
    const { path } = c.req;
    const found = (await findAttachment(site, path)) ?? (await findPicture(site, path));
    const response = found && (await respondWith(c, found));
    return response ?? c.text('There is no such picture.\n', 404, { 'Cache-Control': 'no-cache' });
  });
}

async function findPicture({ db: { query }, files }: Site, path: string): Promise<Found | null> {
  if (!isMediaUrl(path)) return null;
  const [, , id = '', name = ''] = path.split('/');
  // The files of a removed picture stay for a day.
  const row = await query.selectFrom('pictures').select('id').where('id', '=', id).execute();
  const file = row.length > 0 ? await files.find(id, name) : null;
  return file && { file, contentType: getMimeType(path) ?? 'application/octet-stream' };
}

async function findAttachment({ db: { query }, files }: Site, path: string): Promise<Found | null> {
  const url = parseAttachmentUrl(path);
  if (url === null) return null;
  const row = await query
    .selectFrom('attachments')
    .select(['name', 'type'])
    .where('id', '=', url.id)
    .where('file', '=', url.file)
    .executeTakeFirst();
  const file = row && (await files.find(url.id, storedAttachment(row.type)));
  if (!file) return null;
  const headers = {
    'Content-Disposition': attachmentDisposition(row.name, url.file),
    'Cache-Control': DOWNLOAD,
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  return { file, contentType: ATTACHMENT_MEDIA_TYPES[row.type], headers };
}

/** Null when the file was deleted in the meantime. */
async function respondWith(
  c: Context,
  { file, contentType, headers: own }: Found,
): Promise<Response | null> {
  const { path } = c.req;
  const tag = `"${path}"`;
  const headers = new Headers({
    ETag: tag,
    'Cache-Control': IMMUTABLE,
    'Content-Security-Policy': SANDBOX,
    'Last-Modified': file.modified.toUTCString(),
    'Accept-Ranges': 'bytes',
    // Letters and feeds show pictures on the pages of mail programs and readers.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...own,
  });
  if (matchesTag(c.req.header('If-None-Match'), tag))
    return new Response(null, { status: 304, headers });
  headers.set('Content-Type', contentType);
  // Ignores the range when `If-Range` names another version of the file (section 13.1.5).
  const isWanted = c.req.method === 'GET' && (c.req.header('If-Range') ?? tag) === tag;
  const range = isWanted ? parseRange(c.req.header('Range'), file.bytes) : null;
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 };
  headers.set('Content-Length', String(last - first + 1));
  if (range !== null) headers.set('Content-Range', `bytes ${first}-${last}/${file.bytes}`);
  const status = range === null ? 200 : 206;
  if (c.req.method === 'HEAD') return new Response(null, { status, headers });
  const content = await file.read(first, last);
  return content && new Response(content, { status, headers });
}

type ByteRange = { first: number; last: number };

/**
 * Parses a single byte range (section 14.2); null when the whole file is sent, as for several ranges and
 * invalid ones.
 */
function parseRange(range: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return null;
  const [first, last] =
    from === ''
      ? [Math.max(bytes - Number(to), 0), bytes - 1]
      : [Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)];
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return first < bytes && first <= last ? { first, last } : 'unsatisfiable';
}
