/** ISO 26324: the prefix is its registrant's, the suffix any text; or the abbreviation of one, `10/abc1`. */
const DOI = /^10(?:\.\d{4,9}(?:\.\d+)*\/\S+|\/[a-z0-9]{3,10})$/i;

const RESOLVER = /^(?:https?:\/\/)?(?:dx\.)?doi\.org\/+/i;

/** Code units; there is no limit, and none comes near. */
const MAX_DOI = 500;

export function isDoi(text: string): boolean {
  return text.length <= MAX_DOI && DOI.test(text) && text.isWellFormed();
}

/** The DOI in a text that holds nothing else, without its resolver; null when it is none. */
export function readDoi(text: string): string | null {
  const written = text.trim();
  const doi = resolvedDoi(written) ?? written.replace(/^doi:\s*/i, '');
  return isDoi(doi) ? doi : null;
}

/** What the address of a resolver leads to, which need not be a DOI; null for other addresses. */
export function resolvedDoi(url: string): string | null {
  const rest = url.replace(RESOLVER, '');
  return rest === url ? null : decoded(rest);
}

/** The address of a DOI at its resolver. The suffix may contain `?` and `#`. */
export function doiUrl(doi: string): string {
  return `https://doi.org/${encodeURI(doi).replace(/[?#]/g, encodeURIComponent)}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
