import type { Element, Properties } from 'hast';
import {
  type PictureUrlParts,
  parsePictureUrl,
  VARIANT_FORMATS,
  type VariantFormat,
  variantSrcset,
} from '../media/picture-url.ts';
import { h } from '../text/hast.ts';

/** The width of the text column: the viewport, up to 68 characters. */
const SIZES = '(min-width: 48rem) 46rem, 100vw';

/**
 * Turns an image of the media library, in place, into a `picture` with sources for each format and width.
 * Sets the size, unless the author did, so that the layout does not shift. Other images, and images with
 * a `srcset`, are unchanged.
 */
export function makeResponsive(element: Element): void {
  const { properties } = element;
  const own = parsePictureUrl(String(properties.src ?? ''));
  if (own === null || properties.srcSet !== undefined) return;
  if (properties.width === undefined && properties.height === undefined) {
    properties.width = own.width;
    properties.height = own.height;
  }
  if (own.moving) return;
  const image: Element = { ...element };
  const sizes = String(properties.sizes ?? SIZES);
  element.tagName = 'picture';
  element.properties = {};
  element.children = [
    ...VARIANT_FORMATS.map((format) => sourceIn(format, own, sizes)),
    { ...image, properties: withoutSizes(properties) },
  ];
}

function sourceIn(format: VariantFormat, own: PictureUrlParts, sizes: string): Element {
  return h('source', { type: `image/${format}`, srcSet: variantSrcset(own, format), sizes });
}

/** `sizes` has no effect without a `srcset`. */
function withoutSizes({ sizes: _, ...properties }: Properties): Properties {
  return properties;
}
