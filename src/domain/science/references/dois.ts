/** A DOI as quoted (ISO 26324): the prefix is its registrant's, the suffix any text; or its abbreviation, `10/abc1`. */
const DOI =
  /^(?:(?:https?:\/\/)?(?:dx\.)?doi\.org\/|doi:\s*)?(10\.\d{4,9}(?:\.\d+)*\/[^\s]+|10\/[a-z0-9]{3,10})$/i;

/** Code units; there is no limit, and none comes near. */
const MAX_DOI = 500;

/** The DOI in a text that holds nothing else, without its resolver; null when it is none. */
export function readDoi(text: string): string | null {
  const [, doi] = DOI.exec(text.trim()) ?? [];
  if (doi === undefined || doi.length > MAX_DOI || !doi.isWellFormed()) return null;
  const isUrl = /^(?:https?:|(?:dx\.)?doi\.org)/i.test(text.trim());
  return isUrl ? decoded(doi) : doi;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
