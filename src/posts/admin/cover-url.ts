/** The form's URL input takes absolute URLs only; the API stores a picture of this site as a path. */

/** A stored cover as the form's URL: a path becomes absolute. */
export function coverField(stored: string, origin: string): string {
  return isPath(stored) ? origin + stored : stored;
}

/** The form's URL as it is stored: a URL of this origin becomes a path. */
export function storedCover(field: string, origin: string): string {
  const url = field.trim();
  const path = url.startsWith(origin) ? url.slice(origin.length) : '';
  return isPath(path) ? path : url;
}

/** `//host` is a URL of another host. */
function isPath(url: string): boolean {
  return /^\/(?!\/)/.test(url);
}
