/** ISO 26324: the prefix is its registrant's, the suffix any text; or the abbreviation of one, `10/abc1`. */
const DOI = /^10(?:\.\d{4,9}(?:\.\d+)*\/\S+|\/[a-z0-9]{3,10})$/i;

const RESOLVER = /^(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/+/i;

/** UTF-16 code units. DOIs have no limit; real ones are far shorter. */
const MAX_DOI = 500;

export function isDoi(text: string): boolean {
  return text.length <= MAX_DOI && DOI.test(text) && text.isWellFormed();
}

/** Reads a text that is a DOI, with or without its resolver; null for any other text. */
export function readDoi(text: string): string | null {
  const written = text.trim();
  const doi = resolvedDoi(written) ?? written.replace(/^doi:\s*/i, '');
  return isDoi(doi) ? doi : null;
}

/** The path of a resolver's URL, which need not be a DOI; null for other URLs. */
export function resolvedDoi(url: string): string | null {
  const rest = url.replace(RESOLVER, '');
  return rest === url ? null : decoded(rest);
}

/** The URL of a DOI at its resolver. The suffix may contain `?` and `#`. */
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
