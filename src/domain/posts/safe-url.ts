/**
 * Addresses in bodies are read by the WHATWG URL parser, which is the one that browsers have, so
 * that no spelling (entities, tabs, letter case, backslashes) means one thing here and another there.
 */
const SITE = new URL('https://site.invalid/');

/** Schemes that a link may lead to; relative and in-page addresses always may. */
export const LINK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);
/** Schemes that images, media and citations may come from; relative addresses always may. */
export const SOURCE_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:']);

/**
 * The address as it may stand in a document, or null when its scheme is not among `schemes` or it
 * is no address at all. Protocol-relative addresses (`//host`, `\\host`) become `https:` ones;
 * everything else stays as written.
 */
export function safeUrl(address: string, schemes: ReadonlySet<string>): string | null {
  const absolute = URL.parse(address);
  const url = absolute ?? URL.parse(address, SITE);
  if (url === null || !schemes.has(url.protocol)) return null;
  return absolute === null && url.origin !== SITE.origin ? url.href : address;
}

/** `srcset`: comma-separated candidates, each an address and at most one width or density. */
export function safeSrcset(srcset: string): string | null {
  const candidates = srcset.split(/,\s+/).map((candidate) => candidate.trim());
  const safe = candidates.every((candidate) => {
    const [address = '', descriptor = '1x', ...rest] = candidate.split(/\s+/);
    return (
      rest.length === 0 &&
      /^[^,\s]+$/.test(address) &&
      /^\d{1,5}(?:\.\d{1,3})?[wx]$/.test(descriptor) &&
      safeUrl(address, SOURCE_SCHEMES) === address
    );
  });
  return safe ? candidates.join(', ') : null;
}

/** Whether a link leads to an element of its own document. `#` and `#top` lead to its beginning. */
export function isFragmentLink(address: string): boolean {
  return address.startsWith('#') && !/^#(?:top)?$/i.test(address);
}

/** Whether a link leaves the site: any absolute address of the web does. */
export function isExternalUrl(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}
