import { type ApiResult, sendSigned } from '../../admin/api.ts';
import { caller, type OutputOf } from '../../admin/caller.ts';
import { settled } from '../../admin/use-submit.ts';
import type { media } from '../api/media.ts';
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from '../attachment-url.ts';
import type { Attachment, Media } from '../library.ts';
import { MAX_PICTURE_BYTES, MAX_SIDE } from '../picture-url.ts';

/** Formats of one picture each: of an animation a canvas would keep the first frame. */
const STILL = /^image\/(?:jpeg|png|hei[cf])$/;

const ENDING = /\.(?:jpe?g|png|hei[cf])$/i;

const QUALITY = 0.9;

/** One at a time: the pixels of a single photograph can take 200 MB of memory. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * A photograph as the library keeps it: upright, at most `MAX_SIDE` pixels a side, in a format that browsers show. Null
 * for a file that is not a still picture, and where the browser cannot read it: of HEIC, Safari alone can.
 */
function shrinkPicture(file: File): Promise<File | null> {
  const shrunk = previous.then(() => shrink(file));
  previous = shrunk.catch(() => undefined);
  return shrunk;
}

async function shrink(file: File): Promise<File | null> {
  if (!STILL.test(file.type) && !ENDING.test(file.name)) return null;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
    const [width, height] = [picture.width, picture.height].map((side) => Math.round(side * scale));
    const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    // Only a PNG can be transparent.
    const type = file.type === 'image/png' ? 'image/webp' : 'image/jpeg';
    const blob = await canvas.convertToBlob({ type, quality: QUALITY });
    const name = file.name.replace(ENDING, `.${blob.type.slice('image/'.length)}`);
    return new File([blob], name, blob);
  } catch (error) {
    if (error instanceof DOMException || error instanceof RangeError) return null;
    throw error;
  }
}

/** Endings of pictures, also of those that the server refuses with a reason. */
const PICTURE = /\.(?:png|jpe?g|webp|avif|gif|svgz?|hei[cf]|tiff?|bmp)$/i;

/** The server detects from the content what a file really is. */
export function isPictureFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return type.startsWith('image/') || PICTURE.test(name);
}

export function isAttachmentFile({ name }: Pick<File, 'name'>): boolean {
  return ATTACHMENT_TYPES.some((type) => name.toLowerCase().endsWith(`.${type}`));
}

export function isAttachment(item: Media): item is Attachment {
  return 'sha256' in item;
}

/** What the library answers: `isNew` is false for a file that it has already, which it returns unchanged. */
export type Uploaded = OutputOf<typeof media, 'POST', '/admin/media'>;

/**
 * A picture that the library would not take is made smaller first: a large photograph, or one in
 * HEIC.
 */
export function uploadMedia(chosen: File, signal: AbortSignal): Promise<ApiResult<Uploaded>> {
  return settled(async () => {
    const isPicture = isPictureFile(chosen);
    const isTaken = chosen.size <= MAX_PICTURE_BYTES && !/\.hei[cf]$/i.test(chosen.name);
    const body = isTaken || !isPicture ? chosen : ((await shrinkPicture(chosen)) ?? chosen);
    const limit = isPicture ? MAX_PICTURE_BYTES : MAX_ATTACHMENT_BYTES;
    if (body.size > limit) return tooLarge(isPicture ? 'A picture' : 'A file', limit, body);
    if (!(await canBeRead(body))) return UNREADABLE;
    const api = caller<typeof media>((method, path) => sendSigned(method, path, { body, signal }));
    return api('POST', '/admin/media', { query: { name: body.name } });
  });
}

/** Checked here: a browser reports a response sent before the end of the body as a network error. */
function tooLarge(what: string, limit: number, { size }: File): ApiResult<never> {
  // As systems show sizes: in millions of bytes.
  const [most, has] = [Math.floor(limit / 1e6), (size / 1e6).toFixed(1)];
  return rejected(413, `${what} can be up to ${most} MB; this file is ${has} MB.`);
}

/** A dropped folder looks like a file, and a file may be deleted before it is sent. */
function canBeRead(file: File): Promise<boolean> {
  const start = file.slice(0, 1).arrayBuffer();
  return start.then(
    () => true,
    () => false,
  );
}

const UNREADABLE = rejected(422, 'This file cannot be read. Is it a folder, or has it been moved?');
export const NOT_A_PICTURE = rejected(415, 'This file is not a picture.');

function rejected(status: number, detail: string): ApiResult<never> {
  return { ok: false, failure: { kind: 'rejected', status, detail, issues: [] } };
}
