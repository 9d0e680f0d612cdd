import { drawingsAsPictures } from '../science/drawings/body-drawings.ts';
import { formulasAsTex } from '../science/math/formula-source.ts';

/**
 * These patterns are correct for the output of `renderBody` only: all attribute values are in double quotes,
 * and every `<` that starts no tag is escaped.
 */
const ATTRIBUTES = '(?:\\s+[^\\s=>"]+(?:="[^"]*")?)*';
const TAG = new RegExp(`<[a-z][a-z0-9]*${ATTRIBUTES}\\s*/?>`, 'g');
const ATTRIBUTE = /([^\s=>"]+)="([^"]*)"/g;
const BUTTON = new RegExp(`<button${ATTRIBUTES}></button>`, 'g');
const HEADING_LINK = new RegExp(`<a class="heading-anchor"${ATTRIBUTES}>#</a>`, 'g');

const URL_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'cite']);

/**
 * A rendered body for feeds and mails: its URLs are absolute, resolved against `pageUrl`, drawings are pictures,
 * formulas their TeX, and the links beside headings and the buttons of citations are removed.
 */
export function standaloneBody(contentHtml: string, pageUrl: string): string {
  return drawingsAsPictures(formulasAsTex(contentHtml), pageUrl)
    .replace(HEADING_LINK, '')
    .replace(BUTTON, '')
    .replace(TAG, (tag) =>
      tag.replace(ATTRIBUTE, (attribute, name: string, value: string) =>
        URL_ATTRIBUTES.has(name)
          ? `${name}="${toAbsolute(value, pageUrl)}"`
          : name === 'srcset'
            ? `${name}="${toAbsoluteSrcset(value, pageUrl)}"`
            : attribute,
      ),
    );
}

function toAbsoluteSrcset(srcset: string, base: string): string {
  return srcset
    .split(', ')
    .map((candidate) => {
      const [source = '', ...descriptor] = candidate.split(' ');
      return [toAbsolute(source, base), ...descriptor].join(' ');
    })
    .join(', ');
}

/** Absolute URLs and values that cannot be parsed are unchanged. */
function toAbsolute(escaped: string, base: string): string {
  const written = unescapeValue(escaped);
  if (URL.canParse(written)) return escaped;
  return escapeValue(URL.parse(written, base)?.href ?? written);
}

/** rehype-stringify escapes by hexadecimal references only. */
function unescapeValue(value: string): string {
  return value.replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

function escapeValue(value: string): string {
  return value.replaceAll('&', '&#x26;').replaceAll('"', '&#x22;');
}
