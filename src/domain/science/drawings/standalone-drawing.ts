import { escapeValues, TAG } from './tags.ts';

const CLASS = / class="([^"]*)"/;

/** The light palette, as in `structure-drawing.css`: mails, feeds and files know no theme. */
const INK = '#0B1B24';
const TEAL = '#0B7A6F';
const TINT = '#FDF0D2';

/**
 * A drawing of a page as a file of its own: its colours, which the page's style sheet gives it by classes, become
 * attributes.
 *
 * @param title the accessible name, where the drawing has none
 */
export function standaloneDrawing(svg: string, title?: string): string {
  let isRoot = true;
  return svg.replace(TAG, (tag) => {
    const name = CLASS.exec(tag)?.[1] ?? '';
    const plain = escapeValues(tag.replace(CLASS, ''));
    if (isRoot) {
      isRoot = false;
      const isNamed = / aria-label="/.test(tag);
      const root = plain
        .replace(/^<svg(?: xmlns="[^"]*")?/, '<svg xmlns="http://www.w3.org/2000/svg"')
        .replaceAll('currentColor', INK);
      return title === undefined || isNamed ? root : `${root}<title>${escapeText(title)}</title>`;
    }
    // What has no paint of its own inherits that of the root.
    return name === 'match'
      ? plain.replace('<path', `<path stroke="${TINT}"`)
      : plain.replaceAll('currentColor', isLetter(name) ? TEAL : INK);
  });
}

/** Letters of other elements than carbon and hydrogen. */
function isLetter(name: string): boolean {
  return name.startsWith('atom-') && !/^atom-[CH]$/.test(name);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
