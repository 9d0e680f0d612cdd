/** Where the picture of a pasted `img` is; `lost` with what the writer can do. */
type PictureSource =
  | { kind: 'url'; url: string }
  | { kind: 'file'; file: File }
  | { kind: 'lost'; reason: string };

const AGAIN = 'Save the picture as a file and choose it here.';
const ON_DISK = `The program that you copied from did not include this picture. ${AGAIN}`;
const CLOSED = `The pictures in this document cannot be copied from here. ${AGAIN}`;

/** The pictures of documents: their URLs expire, or need a session. */
const CLOSED_HOST =
  /^(?:lh\d.*\.googleusercontent\.com|docs\.google\.com|.*\.officeapps\.live\.com)$/;

/** Pages put tiny pictures where one is loaded later. */
const SPACER_LENGTH = 200;

/**
 * Null for an `img` without a picture.
 *
 * @param onDisk the pictures that word processors name by a path of the writer's disk, in order
 * @param origin of the site, whose own pictures stay
 */
export function pictureSource(
  src: string,
  onDisk: (File | null)[],
  origin: string,
): PictureSource | null {
  if (src === '' || (/^data:/i.test(src) && src.length < SPACER_LENGTH)) return null;
  if (/^data:/i.test(src)) return found(fileOfDataUrl(src));
  if (/^file:/i.test(src)) return found(onDisk.shift() ?? null);
  const url = URL.parse(src, origin);
  if (url?.origin === origin && url.pathname.startsWith('/media/')) {
    return { kind: 'url', url: url.pathname };
  }
  if (!/^(?:https?:)?\/\//i.test(src) || url === null) return found(null);
  return CLOSED_HOST.test(url.hostname)
    ? { kind: 'lost', reason: CLOSED }
    : { kind: 'url', url: url.href };
}

function found(file: File | null): PictureSource {
  return file === null ? { kind: 'lost', reason: ON_DISK } : { kind: 'file', file };
}

/** Decoded here: the content policy lets nothing fetch a data URL. */
function fileOfDataUrl(url: string): File | null {
  const [, type, data] = /^data:image\/([a-z]+)[^,]*;base64,([\s\S]+)$/i.exec(url) ?? [];
  if (type === undefined || data === undefined) return null;
  try {
    return fileOf(
      Uint8Array.from(atob(data), (character) => character.charCodeAt(0)),
      type,
    );
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
      const digits = group.replace(/\\[a-z]+-?\d* ?/g, '').replace(/\s+/g, '');
      return type === undefined ? null : fileOf(bytesOfHex(digits), type);
    });
}

/** The text of the group at an offset, without the groups in it. */
function ownText(rtf: string, start: number): string {
  const parts: string[] = [];
  const braces = /[{}]/g;
  braces.lastIndex = start + 1;
  let [from, depth] = [start + 1, 1];
  for (let brace = braces.exec(rtf); brace !== null && depth > 0; brace = braces.exec(rtf)) {
    if (depth === 1) parts.push(rtf.slice(from, brace.index));
    depth += brace[0] === '{' ? 1 : -1;
    from = brace.index + 1;
  }
  return parts.join('');
}

function bytesOfHex(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length >> 1);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  }
  return bytes;
}

function fileOf(bytes: Uint8Array<ArrayBuffer>, type: string): File {
  return new File([bytes], `pasted.${type.toLowerCase()}`, { type: `image/${type.toLowerCase()}` });
}
