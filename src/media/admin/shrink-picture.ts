import { MAX_SIDE } from '../picture-url.ts';

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
export function shrinkPicture(file: File): Promise<File | null> {
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
    return new File(
      [blob],
      file.name.replace(ENDING, `.${blob.type.slice('image/'.length)}`),
      blob,
    );
  } catch (error) {
    if (error instanceof DOMException || error instanceof RangeError) return null;
    throw error;
  }
}
