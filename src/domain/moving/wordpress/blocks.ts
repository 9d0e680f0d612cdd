import type { Note } from '../source.ts';
import { link } from './shortcodes.ts';

/** `<!-- wp:name {…} -->`, `<!-- wp:name {…} /-->` and `<!-- /wp:name -->`. */
const DELIMITER =
  /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)\s([\s\S]*?)(\/)?-->\n?/g;

const EMBED = /<div class="wp-block-embed__wrapper">\s*(https?:\/\/[^\s<]+)\s*<\/div>/g;

export function hasBlocks(content: string): boolean {
  return content.includes('<!-- wp:');
}

/**
 * The HTML of a text of the block editor, without the comments that delimit its blocks. Blocks without HTML, which
 * WordPress makes when a page is read (lists of posts, forms), are noted.
 */
export function withoutBlockComments(content: string): { html: string; notes: Note[] } {
  const lost = new Map<string, number>();
  const html = content
    .replace(DELIMITER, (_whole, closes, name: string, _attributes, isEmpty) => {
      if (isEmpty && !closes && !SILENT.has(name)) lost.set(name, (lost.get(name) ?? 0) + 1);
      return '';
    })
    .replace(EMBED, (whole, url: string) => link(url.replace(/&amp;/g, '&'))?.trim() ?? whole)
    .replace(/<!--(?:more|nextpage)[^>]*-->\n?|<!--noteaser-->\n?/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (lost.size === 0) return { html, notes: [] };
  const named = [...lost].map(([name, count]) => (count > 1 ? `${name} (${count})` : name));
  const message = `Blocks that WordPress makes when the page is read: ${named.join(', ')}.`;
  return { html, notes: [{ kind: 'lost', message }] };
}

/** Empty blocks that show nothing by themselves. */
const SILENT = new Set(['spacer', 'separator', 'block']);
