/**
 * URLs of the library's pictures. They hold everything that a page needs to show a picture, so that nothing has
 * to be looked up:
 *
 * - `/media/{id}/{width}x{height}.{format}`: the original;
 * - `/media/{id}/{width}x{height}-moving.{format}`: an animation, which has no variants;
 * - `/media/{id}/{width}.avif` and `.webp`: a variant of a still picture.
 *
 * `id` is derived from the content of the uploaded file, so the content of a URL never changes. Runs in the
 * browser, too.
 */

export const PICTURE_FORMATS = ['png', 'jpg', 'webp', 'avif', 'gif'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

export const VARIANT_FORMATS = ['avif', 'webp'] as const;
export type VariantFormat = (typeof VARIANT_FORMATS)[number];

/** UTF-16 code units. */
export const PICTURE_LIMITS = { name: 255, alt: 500 } as const;

export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** Originals are scaled down to so many pixels on the longer side. */
export const MAX_SIDE = 4096;

/** Pixels: a column of text on a phone and on a desktop, each also at twice the density. */
const VARIANT_WIDTHS = [480, 960, 1600, 2400];
export const WIDEST_VARIANT = 2400;

export type PictureUrlParts = {
  id: string;
  /** Pixels. */
  width: number;
  height: number;
  format: PictureFormat;
  moving: boolean;
};

const SIDE = '[1-9]\\d{0,3}';
const FORMAT = PICTURE_FORMATS.join('|');
const ID = /^[0-9a-f]{32}$/;
const ORIGINAL = new RegExp(`^/media/([0-9a-f]{32})/(${SIDE})x(${SIDE})(-moving)?\\.(${FORMAT})$`);
const VARIANT = new RegExp(`^/media/[0-9a-f]{32}/${SIDE}\\.(?:${VARIANT_FORMATS.join('|')})$`);

export function isPictureId(id: string): boolean {
  return ID.test(id);
}

export function pictureFile(picture: Omit<PictureUrlParts, 'id'>): string {
  const { width, height, format, moving } = picture;
  return `${width}x${height}${moving ? '-moving' : ''}.${format}`;
}

export function pictureUrl(picture: PictureUrlParts): string {
  return `/media/${picture.id}/${pictureFile(picture)}`;
}

export function parsePictureUrl(path: string): PictureUrlParts | null {
  const [, id, width, height, moving, format] = ORIGINAL.exec(path) ?? [];
  if (id === undefined) return null;
  return {
    id,
    width: Number(width),
    height: Number(height),
    format: format as PictureFormat,
    moving: moving !== undefined,
  };
}

/**
 * Widths of a picture's variants, ascending: those below its own width, and its own width up to the widest, so
 * that a wide screen gets all pixels. Animations have none.
 */
export function variantWidths({ width, moving }: Pick<PictureUrlParts, 'width' | 'moving'>) {
  if (moving) return [];
  const widest = Math.min(width, WIDEST_VARIANT);
  return [...VARIANT_WIDTHS.filter((each) => each < widest), widest];
}

export function variantFile(width: number, format: VariantFormat): string {
  return `${width}.${format}`;
}

export function variantUrl(id: string, width: number, format: VariantFormat): string {
  return `/media/${id}/${variantFile(width, format)}`;
}

export function variantSrcset(picture: PictureUrlParts, format: VariantFormat): string {
  return variantWidths(picture)
    .map((width) => `${variantUrl(picture.id, width, format)} ${width}w`)
    .join(', ');
}

export function isMediaUrl(path: string): boolean {
  return ORIGINAL.test(path) || VARIANT.test(path);
}

export function referencedPictures(...texts: string[]): string[] {
  const ids = texts.flatMap((text) => [...text.matchAll(/\/media\/([0-9a-f]{32})\//g)]);
  return [...new Set(ids.map(([, id = '']) => id))];
}
