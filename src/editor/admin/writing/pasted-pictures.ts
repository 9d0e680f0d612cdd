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
 * @param onDisk the pictures that word processors name by a path of the writer's disk, in order
 * @param origin of the site, whose own pictures stay
 */
export function pictureSource(
  src: string,
  onDisk: (File | null)[],
  origin: string,
): string | File | { lost: string } | null {
  if (src === '' || (/^data:/i.test(src) && src.length < SPACER_LENGTH)) return null;
  if (/^data:/i.test(src)) return fileOfDataUrl(src) ?? LOST;
  if (/^file:/i.test(src)) return onDisk.shift() ?? LOST;
  const url = URL.parse(src, origin);
  if (url?.origin === origin && url.pathname.startsWith('/media/')) return url.pathname;
  const isWeb = /^(?:https?:)?\/\//i.test(src) && url !== null && !CLOSED_HOST.test(url.hostname);
  return isWeb ? url.href : LOST;
}

/** Decoded here: the content policy lets nothing fetch a data URL. */
function fileOfDataUrl(url: string): File | null {
  const [, type = '', data = ''] = /^data:image\/([a-z]+)[^,]*;base64,([\s\S]+)$/i.exec(url) ?? [];
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return data === '' ? null : fileOf(bytes, type);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/**
 * The pictures of RTF, in order; null for a format that browsers do not show. Word names its pictures by a
 * path in the HTML, and has their bytes here alone.
 */
export function picturesOfRtf(rtf: string): (File | null)[] {
  // Each picture is there a second time, for old programs.
  return [...rtf.matchAll(/(\{\\nonshppict\s*)?\{\\pict\b/g)]
    .filter(([, isCopy]) => isCopy === undefined)
    .map(({ index }) => {
      const group = ownText(rtf, index);
      const [, type] = /\\(png|jpeg)blip\b/.exec(group) ?? [];
      const digits = group.replace(/\\[a-z]+-?\d* ?|\s+/g, '').match(/[\da-f]{2}/gi) ?? [];
      const bytes = Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16));
      return type === undefined ? null : fileOf(bytes, type);
    });
}

/** The text of the group at an offset, without the groups in it. */
function ownText(rtf: string, start: number): string {
  let [own, from, depth] = ['', start + 1, 1];
  for (const { 0: brace, index } of rtf.slice(from).matchAll(/[{}]/g)) {
    const at = start + 1 + index;
    if (depth === 1) own += rtf.slice(from, at);
    depth += brace === '{' ? 1 : -1;
    from = at + 1;
    if (depth === 0) break;
  }
  return own;
}

function fileOf(bytes: Uint8Array<ArrayBuffer>, type: string): File {
  return new File([bytes], `pasted.${type.toLowerCase()}`, { type: `image/${type.toLowerCase()}` });
}
