import type { Element, Properties } from 'hast';
import {
  type PictureUrlParts,
  parsePictureUrl,
  VARIANT_FORMATS,
  type VariantFormat,
  variantSrcset,
} from '../media/picture-url.ts';

/** How wide the column of text is: as wide as the screen, up to its measure of 68 characters. */
const SIZES = '(min-width: 48rem) 46rem, 100vw';

/**
 * Turns an image of our own library into a picture that browsers load in the width and format that
 * suits them, in place. Its size is stated, so that nothing moves when it arrives; one that an
 * author has set stays. Any other image stays as it is, and so does one with candidates of its own.
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
  return {
    type: 'element',
    tagName: 'source',
    properties: { type: `image/${format}`, srcSet: variantSrcset(own, format), sizes },
    children: [],
  };
}

/** Sizes say nothing where there is one candidate only. */
function withoutSizes({ sizes: _, ...properties }: Properties): Properties {
  return properties;
}
