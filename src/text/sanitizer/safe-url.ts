/**
 * URLs in bodies are parsed by the WHATWG parser, as browsers do, so that no spelling (entities, tabs,
 * letter case, backslashes) means one thing here and another there.
 */
const SITE = new URL('https://site.invalid/');

/** Schemes that links may have, besides relative URLs and fragments. */
export const LINK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);
/** Schemes that images, media and citations may have, besides relative URLs. */
export const SOURCE_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:']);

/**
 * The URL as written, or null when it cannot be parsed or its scheme is not among `schemes`.
 * Protocol-relative URLs (`//host`, `\\host`) become `https:` ones.
 */
export function safeUrl(written: string, schemes: ReadonlySet<string>): string | null {
  const absolute = URL.parse(written);
  const url = absolute ?? URL.parse(written, SITE);
  if (url === null || !schemes.has(url.protocol)) return null;
  return absolute === null && url.origin !== SITE.origin ? url.href : written;
}

/** A `srcset` whose candidates all have a safe URL and at most one width or density; otherwise null. */
export function safeSrcset(srcset: string): string | null {
  const candidates = srcset.split(/,\s+/).map((candidate) => candidate.trim());
  const safe = candidates.every((candidate) => {
    const [url = '', descriptor = '1x', ...rest] = candidate.split(/\s+/);
    return (
      rest.length === 0 &&
      /^[^,\s]+$/.test(url) &&
      /^\d{1,5}(?:\.\d{1,3})?[wx]$/.test(descriptor) &&
      safeUrl(url, SOURCE_SCHEMES) === url
    );
  });
  return safe ? candidates.join(', ') : null;
}

/** True for a link to an element of the same document. `#` and `#top` scroll to the top instead. */
export function isFragmentLink(href: string): boolean {
  return href.startsWith('#') && !/^#(?:top)?$/i.test(href);
}
