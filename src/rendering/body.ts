import type { Element, Nodes, Root, RootContent } from 'hast';

import { type Chemistry, createChemistry } from '../science/chemistry/rdkit.ts';
import { drawScience } from '../science/draw-science.ts';
import { formulaWords } from '../science/math/formula-words.ts';
import { type Typesetter, typesetFormula as typesetHere } from '../science/math/typeset.ts';
import type { CitationStyle, Reference } from '../science/references/reference.ts';
import { readFragment, writeFragment } from '../server/html/fragment.ts';
import { lowered, raised } from '../server/html/unicode-scripts.ts';
import { createFindings } from '../text/finding.ts';
import { h, visitElements } from '../text/hast.ts';
import { locateElements } from '../text/placeholders.ts';
import { shortenIds } from '../text/public-ids.ts';
import { sourceAsBody, stabilize } from '../text/sanitizer/sanitize.ts';
import { BODY_RULES, internalLinks, readParts } from './findings/body-rules.ts';
import { REFERENCE_RULES } from './findings/reference-rules.ts';
import { applyRules } from './findings/rule.ts';
import { readMarkdown } from './markdown.ts';
import { addNoBreakSpaces } from './no-break-spaces.ts';
import { addPageMarkup, numberFootnotes } from './page-markup.ts';
import { findUnfinished, unfinishedText } from './unfinished.ts';

const INLINE = new Set(
  `a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub
   sup time u var wbr`.split(/\s+/),
);

/**
 * The text of a safe tree: words separated by one space, each block and table cell on its own line.
 * Low and raised digits stay low and raised. Without the links back from footnotes and to headings, buttons and computed tables. A structure in a line of text is
 * its formula, and a formula its words.
 */
export function plainText(tree: Root): string {
  return textIn(tree)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

function textIn(node: Nodes, isPreformatted = false): string {
  if (node.type === 'text') return isPreformatted ? node.value : node.value.replace(/\s+/g, ' ');
  if (!('children' in node)) return '';
  const element = node.type === 'element' ? node : undefined;
  if (element !== undefined && isLeftOut(element)) return '';
  const drawn = element && drawnText(element);
  if (drawn !== undefined) return drawn;
  const isPre = isPreformatted || element?.tagName === 'pre';
  const text = node.children.map((child) => textIn(child, isPre)).join('');
  return element === undefined || INLINE.has(element.tagName) ? text : `\n${text}\n`;
}

function drawnText(element: Element): string | undefined {
  if (element.tagName === 'math') return formulaWords(element);
  if (element.tagName === 'sub' || element.tagName === 'sup') return script(element);
  if (element.tagName !== 'svg') return undefined;
  const name = hasClass(element, 'inline-structure') ? String(element.properties.ariaLabel) : '';
  return name.replace(/^(?:Structure of|Reaction:) /, '');
}

/** Digits and signs as they stand in the post: IC₅₀, 10⁻⁸. */
function script({ tagName, children }: Element): string | undefined {
  const [only, ...others] = children;
  if (only?.type !== 'text' || others.length > 0) return undefined;
  return (tagName === 'sub' ? lowered(only.value) : raised(only.value)) ?? undefined;
}

const LEFT_OUT = ['heading-anchor', 'structure-data', 'chart-data', 'formula-number'];

function isLeftOut(element: Element): boolean {
  if (element.tagName === 'button') return true;
  const isBackLink = element.properties.dataFootnoteBackref !== undefined;
  return isBackLink || LEFT_OUT.some((name) => hasClass(element, name));
}

function hasClass({ properties: { className } }: Element, name: string): boolean {
  return Array.isArray(className) && className.includes(name);
}

export type BodyFormat = 'html' | 'markdown';

export type RenderedBody = Awaited<ReturnType<typeof renderBodyAs>>;

type RenderOptions = Omit<BodyContext, 'chemistry' | 'typesetFormula'> & {
  /** Whose body it is: no owner may use up the render pool. */
  owner?: string | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Null if the body exceeds the limits on time or memory, which only hostile bodies do, or if the
 * renderer has a bug, which is reported.
 *
 * @throws BusyError when the body could not be rendered in time now
 */
export type RenderBody = (content: string, options?: RenderOptions) => Promise<RenderedBody | null>;

export type Cited = {
  references?: readonly Reference[] | undefined;
  citationStyle?: CitationStyle | undefined;
};

export type BodyContext = Cited & {
  chemistry?: Chemistry | undefined;
  typesetFormula?: Typesetter | undefined;
};

/** Processes that render few bodies load RDKit with the first structure. */
const IN_THIS_PROCESS = createChemistry();

/**
 * Renders content to safe HTML with everything that the page needs. Deterministic, and no string makes it
 * throw: markup that cannot be made safe and stay stable (nested hundreds deep, or built to change
 * whenever it is parsed) is shown as its own source.
 *
 * Hostile content can take much time and memory: servers call this through `createThreads`.
 */
export async function renderBody(content: string, context?: BodyContext): Promise<RenderedBody> {
  return renderBodyAs(detectFormat(content), content, context);
}

export async function renderBodyAs(
  format: BodyFormat,
  content: string,
  {
    references = [],
    citationStyle = 'numbered',
    chemistry = IN_THIS_PROCESS,
    typesetFormula = typesetHere,
  }: BodyContext = {},
) {
  // UTF-8 cannot encode half of a surrogate pair.
  const source = content.replace(/^\u{FEFF}/u, '').toWellFormed();
  const { report, list } = createFindings();
  const keys = new Set(references.flatMap(({ key }) => key ?? []));
  const read = format === 'html' ? readFragment(source) : readMarkdown(source, { report, keys });
  if (read !== null) locateElements(read);
  // Before the sanitizer changes the tree.
  const parts = readParts(read ?? { type: 'root', children: [] });
  const safe = read && stabilize(read);
  if (safe === null) report('shown-as-source', { line: 1 }, NOT_RENDERED, 'error');
  const { tree, blockLines } = safe ?? sourceAsBody(source);
  const context = { report, references, citationStyle, chemistry, typesetFormula };
  const { labels, molecules, dataFiles } = await drawScience(tree, source, context);
  captionPictures(tree);
  const text = plainText(tree);
  await addPageMarkup(tree);
  numberFootnotes(tree);
  addNoBreakSpaces(tree);
  shortenIds(tree);
  const html = writeFragment(tree);
  applyRules(BODY_RULES, { ...parts, source, format, tree, labels, molecules }, report);
  applyRules(REFERENCE_RULES, { references, html }, report);
  const unfinished = findUnfinished(source);
  if (unfinished !== null) {
    const { kind, line } = unfinished;
    report(`unfinished-${kind}`, { line }, unfinishedText(unfinished), 'error');
  }
  return {
    /** Safe, well-formed markup for insertion into an element of the page. */
    html,
    text,
    // A run with a letter or a digit is one.
    words: text.split(/\s+/).filter((run) => /[\p{L}\p{N}]/u.test(run)).length,
    molecules,
    format,
    blockLines,
    /** Text that readers do not get, and text that Markdown changes. */
    findings: list(),
    links: internalLinks(parts),
    dataFiles,
  };
}

const NOT_RENDERED =
  'The markup is nested too deeply to be read, so the whole text is shown as typed.';

/**
 * Makes figures, in place, of paragraphs that hold one picture with a title and nothing else,
 * linked or not. In Markdown: `![Alternative text](picture.png "Caption")`.
 * Runs on a safe tree: the caption is a text node, so that no markup in a title is ever parsed.
 */
function captionPictures(tree: Root): void {
  visitElements(tree, (paragraph) => {
    const content = paragraph.tagName === 'p' ? onlyElement(paragraph) : null;
    const image = content && imageIn(content);
    const title = image?.properties.title;
    if (content === null || image == null || typeof title !== 'string') return;
    const caption = title.trim().replace(/\s+/g, ' ');
    delete image.properties.title;
    if (caption === '') return;
    paragraph.tagName = 'figure';
    paragraph.children = [content, h('figcaption', {}, caption)];
  });
}

function imageIn(element: Element): Element | null {
  if (element.tagName === 'img') return element;
  if (element.tagName === 'picture') {
    const image = element.children.find(
      (node) => node.type === 'element' && node.tagName === 'img',
    );
    return (image as Element | undefined) ?? null;
  }
  const content = element.tagName === 'a' ? onlyElement(element) : null;
  return content === null || content.tagName === 'a' ? null : imageIn(content);
}

function onlyElement({ children }: Element): Element | null {
  const content = children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  const [only] = content;
  return content.length === 1 && only?.type === 'element' ? only : null;
}

const BLOCKS = new Set(
  `address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption
   figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search
   section summary table ul`.split(/\s+/),
);
/** Elements that may be siblings of blocks: none of their text belongs to the article. */
const TEXTLESS = new Set(
  `audio base br embed iframe img link math meta noscript object picture script style svg template
   title video`.split(/\s+/),
);
/** Elements whose content is never read as Markdown. */
const VERBATIM = new Set('math pre script style svg textarea title'.split(' '));

const BLANK_LINE = /\n[ \t]*\n/;

/** The start of a heading, fence, list, quotation, table or link definition. */
const MARKDOWN_BLOCK =
  /^(?:#{1,6}[ \t]|`{3}|~{3}|[-*+][ \t]|\d{1,9}[.)][ \t]|>|\||\[[^\]\n]{1,200}\]:|[^\n]+\n {0,3}(?:=+|-+)[ \t]*(?:\n|$))/;
/** A formula, strong text, code, a link, a footnote, emphasis. */
const MARKDOWN_INLINE =
  /(?:^|[\s(])\${1,2}[^\s$](?:[^$\n]{0,200}[^\s$\\])?\${1,2}(?!\d)|\*\*\S|__\S|`[^`\n]{1,200}`|\]\(|\[\^[^\]\n]{1,200}\]|(?:^|\s)([*_])[^\s*_][^*_\n]{0,200}\1(?:\W|$)/;

/**
 * Detects whether a body is HTML or Markdown.
 *
 * A body is HTML when it has at least one block element (`p`, `ul`, `table`, `section`, `details`…), all
 * of its text is inside block elements, and no paragraph of that text after a blank line is Markdown.
 * Everything else is Markdown, which may contain HTML. In doubtful cases (one paragraph in tags, text
 * without any), both formats render the same. Blank lines, indentation, comments and the content of
 * `pre` do not matter. CommonMark parses Markdown between tags only after a blank line and with an indentation of less
 * than four spaces.
 */
export function detectFormat(content: string): BodyFormat {
  if (!content.trimStart().startsWith('<')) return 'markdown';
  const tree = readFragment(content);
  if (tree === null) return 'html';
  const isHtml =
    tree.children.some(isBlock) &&
    tree.children.every((node) => isBlock(node) || isTextless(node)) &&
    !hasMarkdown(tree);
  return isHtml ? 'html' : 'markdown';
}

function isBlock(node: RootContent): boolean {
  return node.type === 'element' && BLOCKS.has(node.tagName);
}

/** True of white space, too. */
function isTextless(node: RootContent): boolean {
  if (node.type === 'element') return TEXTLESS.has(node.tagName);
  return node.type !== 'text' || node.value.trim() === '';
}

function hasMarkdown(node: Nodes): boolean {
  if (node.type === 'text') return node.value.split(BLANK_LINE).slice(1).some(isMarkdown);
  if (!('children' in node)) return false;
  if (node.type === 'element' && VERBATIM.has(node.tagName)) return false;
  return node.children.some(hasMarkdown);
}

function isMarkdown(paragraph: string): boolean {
  const text = paragraph.trimStart();
  const isCode = /^(?: {4}| {0,3}\t)/.test(paragraph);
  return !isCode && (MARKDOWN_BLOCK.test(text) || MARKDOWN_INLINE.test(text));
}
