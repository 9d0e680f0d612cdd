import type { Element, ElementContent, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';
import { h } from '../../text/hast.ts';
import { attribute, type Changes, classesOf, formula, linkTo } from '../html.ts';
import { listed } from '../source.ts';

/** `<!-- wp:name {…} -->`, `<!-- wp:name {…} /-->` and `<!-- /wp:name -->`. */
const DELIMITER =
  /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)\s(?:(?!<!--)[\s\S])*?(\/)?-->\n?/g;

const REUSABLE = /<!--\s+wp:block\s+\{"ref":(\d+)[^\n]{0,500}?\/-->/g;

/** Reusable blocks may hold others; one that holds itself is left out. */
const MAX_NESTED = 5;
/** UTF-16 code units, beyond which no more of them are filled in. */
const MAX_LENGTH = 2_000_000;

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

export function withFootnotes(content: string, field = ''): string {
  let notes: unknown;
  try {
    notes = JSON.parse(field);
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

/**
 * Blocks without HTML, which WordPress makes when a page is read (lists of posts, forms), are
 * noted.
 */
export function withoutBlockComments(content: string): { html: string; notes: string[] } {
  const dynamic: string[] = [];
  const html = content
    .replace(DELIMITER, (_whole, closes, name: string, isEmpty) => {
      if (isEmpty && !closes && !/^(?:spacer|separator)$/.test(name)) dynamic.push(name);
      return '';
    })
    .replace(/<!--(?:more|nextpage)[^<>]*-->\n?|<!--noteaser-->\n?/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const what = 'Dynamic blocks, which WordPress creates when a page is viewed';
  return { html, notes: listed(what, dynamic, 20) };
}

export function showBlocks(tree: Root, { touched, replaced }: Changes): void {
  visit(tree, 'element', (element) => {
    const { tagName, properties } = element;
    const classes = classesOf(element);
    const instead = insteadOf(element, classes);
    if (instead !== null) replaced.set(element, instead);
    // The classic editor gave each picture the name of its file as a tooltip; here the title is a caption.
    if (tagName === 'img' && properties.title !== undefined) {
      delete properties.title;
      touched.add(element);
    }
    // Before 2020, the picture of a cover was its background.
    const style = classes.includes('wp-block-cover') ? attribute(element, 'style') : '';
    const [, src] = /background-image:\s*url\(["']?([^)"']+)/.exec(style) ?? [];
    if (src === undefined) return;
    element.children.unshift(h('img', { src, alt: '' }));
    delete properties.style;
    touched.add(element);
  });
}

/** Null for an element that stays. */
function insteadOf(element: Element, classes: readonly string[]): ElementContent[] | null {
  const tex = element.tagName === 'math' ? attribute(element, 'dataLatex') : '';
  if (tex !== '') return [formula(tex)];
  // A file is a link; behind it stands the same as a button, and before it a viewer.
  if (classes.some((name) => /^wp-block-file__(?:embed|button)$/.test(name))) return [];
  const url = classes.includes('wp-block-embed__wrapper') ? textOf(element).trim() : '';
  return /^https?:\/\/\S+$/.test(url) ? [h('p', {}, linkTo(url))] : null;
}
