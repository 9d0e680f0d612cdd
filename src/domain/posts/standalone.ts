import { drawingPicture, isDrawing } from '../science/drawings/body-drawings.ts';
import { displayFormulaSource, formulaSource } from '../science/math/formula-source.ts';
import {
  attributesOf,
  elementAt,
  mapAttributes,
  readTags,
  type Tag,
  type WrittenElement,
} from './read-tags.ts';

const URL_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'cite']);

/**
 * A rendered body for feeds and mails: its URLs are absolute, resolved against `pageUrl`, drawings are pictures,
 * formulas their TeX, and the links beside headings and the buttons of citations are removed.
 */
export function standaloneBody(contentHtml: string, pageUrl: string): string {
  const tags = [...readTags(contentHtml)];
  let [written, from] = ['', 0];
  for (const [index, tag] of tags.entries()) {
    // Inside of an element that was replaced.
    if (tag.start < from || tag.isEnd) continue;
    const replace = replacementOf(contentHtml, tag);
    const element = replace && elementAt(contentHtml, tags, index);
    written += contentHtml.slice(from, tag.start);
    written += element
      ? replace(element, pageUrl)
      : mapAttributes(contentHtml.slice(tag.start, tag.end), (name, value) =>
          absoluteAttribute(name, value, pageUrl),
        );
    from = (element ?? tag).end;
  }
  return written + contentHtml.slice(from);
}

type Replace = (element: WrittenElement, pageUrl: string) => string;

/** What replaces the whole element of a start tag. The sanitizer lets no author write such an element. */
function replacementOf(html: string, tag: Tag): Replace | undefined {
  if (tag.name === 'math') return formulaSource;
  if (tag.name === 'button') return () => '';
  if (!['a', 'div', 'svg'].includes(tag.name)) return undefined;
  const className = attributesOf(html, tag).get('class') ?? '';
  if (tag.name === 'svg') return isDrawing(className) ? drawingPicture : undefined;
  if (className === 'formula') return displayFormulaSource;
  return className === 'heading-anchor' ? () => '' : undefined;
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
