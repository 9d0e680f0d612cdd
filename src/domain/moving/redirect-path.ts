/** UTF-16 code units. */
const MAX_LENGTH = 1_000;

/**
 * The form in which the path of a former site is kept and looked up: decoded, in lower case, without `index.html` and
 * the slash at the end. Null for the home page, which is never redirected, and for what is no path.
 */
export function redirectPath(pathname: string): string | null {
  const decoded = decode(pathname);
  // PostgreSQL stores no NUL, and neither engine half of a surrogate pair.
  if (decoded === null || !decoded.startsWith('/') || decoded.includes('\0')) return null;
  const path = decoded
    .normalize('NFC')
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/\/index\.html?$/, '/')
    .replace(/\/$/, '');
  return path === '' || path.length > MAX_LENGTH || !path.isWellFormed() ? null : path;
}

function decode(pathname: string): string | null {
  if (pathname.length > 3 * MAX_LENGTH) return null;
  try {
    return decodeURIComponent(pathname);
  } catch {
    // A percent sign that encodes nothing is itself.
    return pathname;
  }
}
