/** The pictures of documents: their URLs expire, or need a session. */
const CLOSED_HOST =
  /^(?:lh\d.*\.googleusercontent\.com|docs\.google\.com|.*\.officeapps\.live\.com)$/;

/** Pages put tiny pictures where one is loaded later. */
const SPACER_LENGTH = 200;

const LOST = {
  lost: 'The program that you copied from did not include this picture. Save it as a file and choose it here.',
};

/**
 * Where the picture of a pasted `img` is: its URL, a file, or what the writer can do. Null for one without a picture.
 *
 * @param origin of the site, whose own pictures stay
 */
export function pictureSource(
  src: string,
  origin: string,
): string | File | { lost: string } | null {
  if (src === '' || (/^data:/i.test(src) && src.length < SPACER_LENGTH)) return null;
  if (/^data:/i.test(src)) return fileOfDataUrl(src) ?? LOST;
  const url = URL.parse(src, origin);
  if (url?.origin === origin && url.pathname.startsWith('/media/')) return url.pathname;
  const isWeb = /^(?:https?:)?\/\//i.test(src) && url !== null && !CLOSED_HOST.test(url.hostname);
  return isWeb ? url.href : LOST;
}

/** Decoded here: the content policy lets nothing fetch a data URL. */
function fileOfDataUrl(url: string): File | null {
  const [, type = '', data = ''] = /^data:image\/([a-z]+)[^,]*;base64,([\s\S]+)$/.exec(url) ?? [];
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return data === '' ? null : new File([bytes], `pasted.${type}`, { type: `image/${type}` });
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
