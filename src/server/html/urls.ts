/** Only such URLs may be shown as links or loaded as pictures. */
export function isHttpUrl(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}

/** Decodes a part of a URL as browsers do; a malformed one stays as it is. */
export function decodeUri(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
