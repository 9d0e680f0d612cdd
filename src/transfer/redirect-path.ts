import { decodePercent } from './text/decode-percent.ts';

/** UTF-16 code units. */
const MAX_LENGTH = 1_000;

/** Bytes of UTF-8: an index of PostgreSQL holds no more than 2,704. */
const MAX_BYTES = 2_000;

/** The limit of a target, percent-encoded: it becomes a header. */
const MAX_TARGET = 2_000;

/**
 * The form in which the path of a former site is kept and looked up: decoded, in lower case, without `index.html` and
 * the slash at the end. Null for the home page, which is never redirected, and for what is not a path.
 */
export function redirectPath(pathname: string): string | null {
  if (pathname.length > 3 * MAX_BYTES) return null;
  const decoded = decodePercent(pathname);
  // PostgreSQL stores no NUL; neither engine stores half of a surrogate pair.
  if (!decoded.startsWith('/') || decoded.includes('\0')) return null;
  const path = decoded
    .normalize('NFC')
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/\/index\.html?$/, '/')
    .replace(/\/$/, '');
  if (path === '' || path.length > MAX_LENGTH || !path.isWellFormed()) return null;
  return Buffer.byteLength(path) > MAX_BYTES ? null : path;
}

const HERE = 'https://site.invalid';

/**
 * A path of this site as a `Location` holds it: percent-encoded, with its query and fragment. Null for what leads to
 * another site in any browser (`//host`, `/\\host`, `/.//host`), what no header holds, and what is too long.
 */
export function redirectLocation(target: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers take line breaks and tabs out of URLs.
  if (!/^\/[^\u0000-\u001f\u007f\\]*$/.test(target) || target.length > MAX_TARGET) return null;
  const url = target.isWellFormed() ? URL.parse(target, HERE) : null;
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return null;
  const location = url.href.slice(HERE.length);
  return location.length > MAX_TARGET ? null : location;
}
