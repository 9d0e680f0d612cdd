import type { Element, Properties } from 'hast';
import { createElement as h, type ReactNode } from 'react';
import { link } from '../../mail/email-layout.ts';
import { COLUMN_PX, classes, styles } from '../../mail/email-styles.ts';
import {
  type PictureUrlParts,
  parsePictureUrl,
  variantUrl,
  variantWidths,
} from '../../media/picture-url.ts';

/** Formats that every mail program shows: Outlook for Windows shows no WebP, and few show AVIF. */
const EVERYWHERE = new Set(['png', 'jpg', 'gif']);

/** Originals that are wider cost readers more than they show them. */
const WIDEST_ORIGINAL = 1600;

/** The least width of a variant: sharp on a screen with twice the density. */
const VARIANT_PX = 2 * COLUMN_PX;

/**
 * A picture of a post, no wider than the column of a mail; a link where mail programs show none (SVG, no https).
 * Its URL is the same for all readers, so that it does not tell who has opened the mail.
 *
 * @param element an `img` with an absolute `src`
 * @param url of the post
 */
export function postPicture(
  { properties }: Element,
  { url, inLink }: { url: string; inLink: boolean },
): ReactNode {
  const alt = typeof properties.alt === 'string' ? properties.alt.trim() : '';
  const src = URL.parse(String(properties.src ?? ''));
  if (src === null) return alt;
  if (!/^https?:$/.test(src.protocol) || /\.svgz?$/i.test(src.pathname)) {
    const label = alt === '' ? 'Picture' : `Picture: ${alt}`;
    return inLink ? label : link(src.href, label);
  }
  if (isFormula(properties)) return formulaPicture(src, alt, properties);
  const own = src.origin === new URL(url).origin ? parsePictureUrl(src.pathname) : null;
  const width = Number(properties.width ?? own?.width);
  return h('img', {
    src: own === null ? src.href : new URL(mailVariant(own) ?? src.pathname, src).href,
    alt,
    // Outlook for Windows ignores `max-width`.
    ...(width > 0 ? { width: Math.min(width, COLUMN_PX) } : {}),
    // Otherwise React writes an element that preloads it.
    loading: 'lazy',
    className: classes.picture,
    style: styles.picture,
  });
}

const isFormula = ({ className }: Properties) => String(className) === 'formula-picture';

/** As large as the letters around it, with its line on theirs: as `standaloneFormula` says. */
function formulaPicture(src: URL, alt: string, { width, height, style }: Properties): ReactNode {
  const inEm = (name: string) => new RegExp(`${name}:(-?[\\d.]+em)`).exec(String(style))?.[1];
  return h('img', {
    src: src.href,
    alt,
    width: Number(width),
    height: Number(height),
    loading: 'lazy',
    className: classes.formula,
    style: { ...styles.formula, width: inEm('width'), verticalAlign: inEm('vertical-align') },
  });
}

/** Null when the original itself suits mail programs. */
function mailVariant(picture: PictureUrlParts): string | null {
  const { id, width, format, moving } = picture;
  if (moving || (EVERYWHERE.has(format) && width <= WIDEST_ORIGINAL)) return null;
  const widths = variantWidths(picture);
  const fitting = widths.find((each) => each >= VARIANT_PX) ?? widths.at(-1);
  return fitting === undefined ? null : variantUrl(id, fitting, 'webp');
}
