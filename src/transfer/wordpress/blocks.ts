import { escapeHtml } from '../html/escape-html.ts';
import type { Note } from '../source.ts';
import { replaceDelimited } from '../text/delimited.ts';
import { formula, link } from './shortcodes.ts';

/** `<!-- wp:name {…} -->`, `<!-- wp:name {…} /-->` and `<!-- /wp:name -->`. */
const DELIMITER =
  /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)\s(?:(?!<!--)[\s\S])*?(\/)?-->\n?/g;

const EMBED = /<div class="wp-block-embed__wrapper">\s*(https?:\/\/[^\s<]+)\s*<\/div>/g;

export function hasBlocks(content: string): boolean {
  return content.includes('<!-- wp:');
}

/** Code of the plugin SyntaxHighlighter, whose language is an attribute of its block. */
const HIGHLIGHTED = {
  opening: /<!--\s+wp:syntaxhighlighter\/code\s([^\n]{0,500}?)-->\s*<pre\b[^<>]*>/g,
  closing: /<\/pre>/g,
};

const REUSABLE = /<!--\s+wp:block\s+\{"ref":(\d+)[^\n]{0,500}?\/-->/g;

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

const MATH_BLOCK = {
  opening: /<!--\s+wp:math\s+(\{[^\n]{0,5000}?\})\s+-->/g,
  closing: /<!--\s+\/wp:math\s+-->/g,
};
const MATH_INLINE = {
  opening: /<math\b[^<>]{0,2000}\sdata-latex="([^"]{0,5000})"[^<>]{0,2000}>/g,
  closing: /<\/math>/g,
};

/** A text with its formulas as the TeX that was written, in place of MathML, which bodies may not have. */
function withFormulas(content: string): string {
  const blocks = replaceDelimited(content, MATH_BLOCK, ({ opening, start, end }) => {
    const tex = latexOf(opening[1] ?? '');
    return tex === '' ? content.slice(start, end) : `<pre>${formula(escapeHtml(tex))}</pre>`;
  });
  return replaceDelimited(blocks, MATH_INLINE, ({ opening }) => formula(opening[1] ?? ''));
}

function latexOf(attributes: string): string {
  try {
    const { latex } = JSON.parse(attributes) as { latex?: unknown };
    return typeof latex === 'string' ? latex : '';
  } catch {
    return '';
  }
}

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

function withCode(content: string): string {
  return replaceDelimited(content, HIGHLIGHTED, ({ opening, inside }) => {
    const [, language] = /"language":"([\w#+.-]+)"/.exec(opening[1] ?? '') ?? [];
    const named = language === undefined ? '' : ` class="language-${language}"`;
    return `<pre><code${named}>${inside}</code></pre>`;
  });
}

/**
 * The HTML of a text of the block editor, without the comments that delimit its blocks. Blocks without HTML, which
 * WordPress makes when a page is read (lists of posts, forms), are noted.
 */
export function withoutBlockComments(content: string): { html: string; notes: Note[] } {
  const lost = new Map<string, number>();
  const html = withCode(withFormulas(content))
    .replace(DELIMITER, (_whole, closes, name: string, isEmpty) => {
      if (isEmpty && !closes && !SILENT.has(name)) lost.set(name, (lost.get(name) ?? 0) + 1);
      return '';
    })
    .replace(EMBED, (whole, url: string) => link(url.replace(/&amp;/g, '&'))?.trim() ?? whole)
    .replace(FILE_EXTRAS, '$1')
    .replace(COVER, '<div$1$3><img src="$2" alt="">')
    .replace(/(<t[dh]\b[^<>]*?\s)data-(align="(?:left|center|right)")/g, '$1$2')
    .replace(/<!--(?:more|nextpage)[^<>]*-->\n?|<!--noteaser-->\n?/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (lost.size === 0) return { html, notes: [] };
  const named = [...lost].map(([name, count]) => (count > 1 ? `${name} (${count})` : name));
  const message = `Dynamic blocks, which WordPress creates when a page is viewed: ${named.join(', ')}.`;
  return { html, notes: [{ kind: 'lost', message }] };
}

/** A file is a link; behind it stand the same as a button, and before it a viewer. Bounds keep time linear for tags without end. */
const FILE_EXTRAS =
  /<object\b[^<>]{0,2000}wp-block-file__embed[^<>]{0,2000}><\/object>|(<\/a>)<a\b[^<>]{0,2000}wp-block-file__button[^<>]{0,2000}>[^<]*<\/a>/g;
/** Before 2020, the picture of a cover was its background. */
const COVER =
  /<div((?=[^<>]{0,2000}wp-block-cover)[^<>]{0,2000}?)\sstyle="[^"]{0,2000}?background-image:\s*url\((?:&quot;|')?([^)"']{1,2000}?)(?:&quot;|')?\)[^"]{0,2000}"([^<>]{0,2000})>/g;

/** Empty blocks that show nothing by themselves. */
const SILENT = new Set(['spacer', 'separator']);
