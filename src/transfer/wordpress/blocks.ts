import { listed, type Note } from '../source.ts';
import { replaceDelimited } from './delimited.ts';
import { formula, link } from './shortcodes.ts';

/** `<!-- wp:name {…} -->`, `<!-- wp:name {…} /-->` and `<!-- /wp:name -->`. */
const DELIMITER =
  /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)\s(?:(?!<!--)[\s\S])*?(\/)?-->\n?/g;

const EMBED = /<div class="wp-block-embed__wrapper">\s*(https?:\/\/[^\s<]+)\s*<\/div>/g;

export function hasBlocks(content: string): boolean {
  return content.includes('<!-- wp:');
}

const REUSABLE = /<!--\s+wp:block\s+\{"ref":(\d+)[^\n]{0,500}?\/-->/g;

/** Reusable blocks may hold others; one that holds itself is left out. */
const MAX_NESTED = 5;
/** UTF-16 code units, beyond which no more of them are filled in. */
const MAX_LENGTH = 2_000_000;

/** A text with the reusable blocks of the export where it shows them. */
export function withReusableBlocks(content: string, blocks: ReadonlyMap<string, string>): string {
  let filled = content;
  for (let depth = 0; depth < MAX_NESTED; depth += 1) {
    let { length } = filled;
    const next = filled.replace(REUSABLE, (whole, id: string) => {
      const block = blocks.get(id) ?? whole;
      length += block.length - whole.length;
      return length > MAX_LENGTH ? whole : block;
    });
    if (next === filled) break;
    filled = next;
  }
  return filled;
}

const FOOTNOTES = /<!--\s+wp:footnotes\s[^\n]{0,500}?\/-->/g;

type Footnote = { id?: unknown; content?: unknown } | null;

/** A text with its footnotes, which WordPress keeps in a field of the post: a list in JSON. */
export function withFootnotes(content: string, field: string | undefined): string {
  let notes: unknown;
  try {
    notes = JSON.parse(field ?? '');
  } catch {
    return content;
  }
  const items = (Array.isArray(notes) ? notes : []).flatMap((note: Footnote) => {
    const [id, words] = [String(note?.id ?? ''), String(note?.content ?? '')];
    return /^[\w-]+$/.test(id) ? `<li id="${id}">${words} <a href="#${id}-link">↩</a></li>` : [];
  });
  const list = items.length === 0 ? '' : `<ol>${items.join('')}</ol>`;
  // A text has one such block: at each of many, the list would multiply it.
  let shown = 0;
  return content.replace(FOOTNOTES, () => (shown++ === 0 ? list : ''));
}

/** `<math data-latex="…">`, which shows what the author typed. */
const MATH = {
  opening: /<math\b[^<>]{0,2000}\sdata-latex="([^"]{0,5000})"[^<>]{0,2000}>/g,
  closing: /<\/math>/g,
};

/**
 * The HTML of a text of the block editor, without the comments that delimit its blocks. Blocks without HTML, which
 * WordPress makes when a page is read (lists of posts, forms), are noted.
 */
export function withoutBlockComments(content: string): { html: string; notes: Note[] } {
  const dynamic: string[] = [];
  const html = replaceDelimited(content, MATH, ([, tex = '']) => formula(tex))
    .replace(DELIMITER, (_whole, closes, name: string, isEmpty) => {
      if (isEmpty && !closes && !SILENT.has(name)) dynamic.push(name);
      return '';
    })
    .replace(EMBED, (whole, url: string) => link(url.replace(/&amp;/g, '&'))?.trim() ?? whole)
    .replace(FILE_EXTRAS, '$1')
    .replace(COVER, '<div$1$3><img src="$2" alt="">')
    .replace(/<!--(?:more|nextpage)[^<>]*-->\n?|<!--noteaser-->\n?/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const what = 'Dynamic blocks, which WordPress creates when a page is viewed';
  return { html, notes: listed('lost', what, dynamic, 20) };
}

/** A file is a link; behind it stand the same as a button, and before it a viewer. Bounds keep time linear for tags without end. */
const FILE_EXTRAS =
  /<object\b[^<>]{0,2000}wp-block-file__embed[^<>]{0,2000}><\/object>|(<\/a>)<a\b[^<>]{0,2000}wp-block-file__button[^<>]{0,2000}>[^<]*<\/a>/g;
/** Before 2020, the picture of a cover was its background. */
const COVER =
  /<div((?=[^<>]{0,2000}wp-block-cover)[^<>]{0,2000}?)\sstyle="[^"]{0,2000}?background-image:\s*url\((?:&quot;|')?([^)"']{1,2000}?)(?:&quot;|')?\)[^"]{0,2000}"([^<>]{0,2000})>/g;

/** Empty blocks that show nothing by themselves. */
const SILENT = new Set(['spacer', 'separator']);
