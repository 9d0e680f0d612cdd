/**
 * The addresses of the library's pictures. They say everything that a page needs to show a picture,
 * so that nothing has to be looked up:
 *
 * - `/media/{id}/{width}x{height}.{format}`: the picture itself;
 * - `/media/{id}/{width}x{height}-moving.{format}`: one that moves, of which there is nothing else;
 * - `/media/{id}/{width}.avif` and `.webp`: a still picture in another width.
 *
 * `id` is made from the content of the uploaded file, and what lies at an address never changes.
 * Runs in the browser too.
 */

export const PICTURE_FORMATS = ['png', 'jpg', 'webp', 'avif', 'gif'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** What variants are made in, the better ones first. */
export const VARIANT_FORMATS = ['avif', 'webp'] as const;
export type VariantFormat = (typeof VARIANT_FORMATS)[number];

/** A kept picture is scaled down to so many pixels on its longer side. */
export const MAX_SIDE = 4096;

/** Widths in pixels for a phone's column, a column of text, and twice that on dense screens. */
const VARIANT_WIDTHS = [480, 960, 1600, 2400];
const WIDEST_VARIANT = 2400;

/** A picture as its address tells it. */
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
const ADDRESS = new RegExp(`^/media/([0-9a-f]{32})/(${SIDE})x(${SIDE})(-moving)?\\.(${FORMAT})$`);
const VARIANT = new RegExp(`^/media/[0-9a-f]{32}/${SIDE}\\.(?:${VARIANT_FORMATS.join('|')})$`);

export function isPictureId(id: string): boolean {
  return ID.test(id);
}

/** The file in which the picture itself is kept, within the folder of its id. */
export function pictureFile(picture: Omit<PictureUrlParts, 'id'>): string {
  const { width, height, format, moving } = picture;
  return `${width}x${height}${moving ? '-moving' : ''}.${format}`;
}

export function pictureUrl(picture: PictureUrlParts): string {
  return `/media/${picture.id}/${pictureFile(picture)}`;
}

/** What an address tells; null when it is not exactly that of a picture. */
export function parsePictureUrl(address: string): PictureUrlParts | null {
  const [, id, width, height, moving, format] = ADDRESS.exec(address) ?? [];
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
 * The widths that a picture has variants in, the smallest first: those below its own, and its own
 * up to the widest, so that a wide screen is not given less than there is. None for one that moves.
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

/** The candidates of a `srcset` in one format: every variant with its width. */
export function variantSrcset(picture: PictureUrlParts, format: VariantFormat): string {
  return variantWidths(picture)
    .map((width) => `${variantUrl(picture.id, width, format)} ${width}w`)
    .join(', ');
}

/** Whether an address has the form of one that a picture or a variant lies at. */
export function isMediaUrl(address: string): boolean {
  return ADDRESS.test(address) || VARIANT.test(address);
}

/** The ids of the pictures that are named in texts, each once. */
export function referencedPictures(...texts: string[]): string[] {
  const named = texts.flatMap((text) => [...text.matchAll(/\/media\/([0-9a-f]{32})\//g)]);
  return [...new Set(named.map(([, id = '']) => id))];
}
