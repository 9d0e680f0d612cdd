import {
  drawingPicture,
  isDrawing,
  standaloneDisplayFormula,
  standaloneFormula,
} from '../science/drawings/body-drawings.ts';
import {
  attributesOf,
  mapAttributes,
  mapTags,
  replaceElements,
  type WrittenElement,
} from '../server/html/read-tags.ts';

const URL_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'cite']);

/**
 * URLs are absolute, resolved against `pageUrl`, drawings and formulas are pictures; links beside
 * headings and buttons of citations are removed.
 */
export function standaloneBody(contentHtml: string, pageUrl: string): string {
  const replaced = replaceElements(
    contentHtml,
    (tag) => replacementOf(tag.name, attributesOf(contentHtml, tag)) !== undefined,
    (element) => replacementOf(element.name, element.attributes)?.(element, pageUrl) ?? '',
  );
  return mapTags(replaced, (source) =>
    mapAttributes(source, (name, value) => absoluteAttribute(name, value, pageUrl)),
  );
}

type Replace = (element: WrittenElement, pageUrl: string) => string;

const remove: Replace = () => '';

/** The replacement of an element that only the renderer writes: the sanitizer removes such elements of authors. */
function replacementOf(
  name: string,
  attributes: WrittenElement['attributes'],
): Replace | undefined {
  const className = attributes.get('class') ?? '';
  if (attributes.has('data-tex')) return standaloneFormula;
  if (name === 'div') return className === 'formula' ? standaloneDisplayFormula : undefined;
  if (name === 'svg') return isDrawing(className) ? drawingPicture : undefined;
  if (name === 'button' || className === 'heading-anchor') return remove;
  return undefined;
}

function absoluteAttribute(name: string, value: string, base: string): string {
  if (URL_ATTRIBUTES.has(name)) return toAbsolute(value, base);
  if (name !== 'srcset') return value;
  return value
    .split(', ')
    .map((candidate) => {
      const [source = '', ...descriptor] = candidate.split(' ');
      return [toAbsolute(source, base), ...descriptor].join(' ');
    })
    .join(', ');
}

/** Absolute URLs and values that cannot be parsed are unchanged. */
function toAbsolute(written: string, base: string): string {
  return URL.canParse(written) ? written : (URL.parse(written, base)?.href ?? written);
}
