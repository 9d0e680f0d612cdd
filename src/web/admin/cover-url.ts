/**
 * The cover's address between the form, whose URL input takes absolute addresses only, and the API,
 * which stores a picture of this site as a path.
 */

/** A stored address as the form shows it: a path becomes an address of this origin. */
export function coverField(stored: string, origin: string): string {
  return isPath(stored) ? origin + stored : stored;
}

/** What to store: an address of this origin becomes a path again. */
export function storedCover(field: string, origin: string): string {
  const address = field.trim();
  const path = address.startsWith(origin) ? address.slice(origin.length) : '';
  return isPath(path) ? path : address;
}

/** `//host` names another site. */
function isPath(address: string): boolean {
  return /^\/(?!\/)/.test(address);
}
