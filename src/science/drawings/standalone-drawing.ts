import { attributesOf, mapAttributes, mapTags } from '../../text/read-tags.ts';

/** The light palette, as in `structure-drawing.css`: mails, feeds and files know no theme. */
const INK = '#0B1B24';
const TEAL = '#0B7A6F';
const TINT = '#F3C969';

/**
 * A drawing of a page as a file of its own: its colours, which the page's style sheet gives it by classes, become
 * attributes.
 *
 * @param title the accessible name, where the drawing has none
 */
export function standaloneDrawing(svg: string, title?: string): string {
  return mapTags(svg, (source, tag) => {
    if (tag.isEnd) return source;
    const attributes = attributesOf(svg, tag);
    const name = attributes.get('class') ?? '';
    const paint = isLetter(name) ? TEAL : INK;
    const plain = mapAttributes(source, (key, value) => {
      if (key === 'class' || key === 'xmlns') return null;
      // What has no paint of its own inherits that of the root.
      return value === 'currentColor' && name !== 'match' ? paint : value;
    });
    if (tag.start === 0) {
      const root = plain.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
      const isNamed = title === undefined || attributes.has('aria-label');
      return isNamed ? root : `${root}<title>${escapeText(title)}</title>`;
    }
    return name === 'match' ? plain.replace('<path', `<path stroke="${TINT}"`) : plain;
  });
}

/** Letters of other elements than carbon and hydrogen. */
function isLetter(name: string): boolean {
  return name.startsWith('atom-') && !/^atom-[CH]$/.test(name);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
