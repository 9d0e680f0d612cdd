import type { Element, ElementContent, Nodes, Properties, Root, RootContent, Text } from 'hast';
import type { Nodes as MarkdownNodes } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { isFragmentLink, LINK_SCHEMES, SOURCE_SCHEMES, safeSrcset, safeUrl } from './safe-url.ts';

/**
 * Stands before every id and name that an author wrote, so that none of them can shadow a property
 * of `window` or `document` (DOM clobbering) or meet an id of the page around the body.
 */
export const ID_PREFIX = 'user-content-';

/**
 * How deep elements may lie in one another. No author nests like this; browsers flatten a document
 * below 512 levels, and the tree walkers recurse.
 */
const MAX_DEPTH = 200;

/** How often a tree is written and read again before its markup counts as hostile. */
const MAX_ROUNDS = 8;

type Value = Properties[string];
type Definition = NonNullable<NonNullable<Schema['attributes']>[string]>[number];

const CELL: Definition[] = [
  'abbr',
  ['align', 'left', 'center', 'right'],
  ['colSpan', /^\d{1,3}$/],
  ['rowSpan', /^\d{1,3}$/],
  'headers',
];
const MEDIA: Definition[] = ['src', 'controls', 'loop', 'muted', ['preload', 'none', 'metadata']];
const SIZE: Definition[] = [
  ['width', /^\d{1,5}$/],
  ['height', /^\d{1,5}$/],
];

/**
 * What a body may hold: the elements of a good scientific article and nothing that runs, loads a
 * document, submits, or draws outside the article. An element that is missing here is replaced by
 * its content; those under `strip` go with everything in them.
 */
const schema: Schema = {
  tagNames:
    `a abbr address audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn
     div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p picture
     pre q rp rt ruby s samp section small source span strong sub summary sup table tbody td tfoot
     th thead time tr track u ul var video wbr`.split(/\s+/),
  strip: 'iframe math noembed noframes noscript script select style svg template title'.split(' '),
  attributes: {
    '*': [
      'ariaDescribedBy',
      'ariaLabelledBy',
      ['dir', 'ltr', 'rtl', 'auto'],
      'id',
      'lang',
      'title',
    ],
    a: ['ariaLabel', 'dataFootnoteBackref', 'dataFootnoteRef', 'href', 'hrefLang', 'name'],
    audio: MEDIA,
    blockquote: ['cite'],
    code: [['className', /^language-[\w#+.-]{1,40}$/]],
    col: [['span', /^\d{1,3}$/]],
    colgroup: [['span', /^\d{1,3}$/]],
    del: ['cite', 'dateTime'],
    details: ['open'],
    img: ['alt', 'sizes', 'src', 'srcSet', ...SIZE],
    input: ['checked', ['type', 'checkbox']],
    ins: ['cite', 'dateTime'],
    li: [
      ['className', 'task-list-item'],
      ['value', /^-?\d{1,9}$/],
    ],
    ol: [
      ['className', 'contains-task-list'],
      'reversed',
      ['start', /^-?\d{1,9}$/],
      ['type', '1', 'a', 'A', 'i', 'I'],
    ],
    q: ['cite'],
    section: ['dataFootnotes'],
    source: ['media', 'sizes', 'src', 'srcSet', 'type', ...SIZE],
    td: CELL,
    th: [...CELL, ['scope', 'col', 'row', 'colgroup', 'rowgroup']],
    time: ['dateTime'],
    track: ['default', 'kind', 'label', 'src', 'srcLang'],
    ul: [['className', 'contains-task-list']],
    video: [...MEDIA, 'playsInline', 'poster', ...SIZE],
  },
  required: { audio: { controls: true }, video: { controls: true } },
  // Addresses, ids and names are the business of `refine`: the library compares schemes letter by
  // letter, and would prefix an id again each time.
  protocols: {},
  clobber: [],
};

const allowlist = rehypeSanitize(schema);
const reader = unified().use(rehypeParse, { fragment: true }).freeze();
const writer = unified().use(rehypeStringify).freeze();

/** Properties that hold an address, and the schemes it may have. */
const ADDRESSES: Readonly<Record<string, ReadonlySet<string>>> = {
  href: LINK_SCHEMES,
  src: SOURCE_SCHEMES,
  poster: SOURCE_SCHEMES,
  cite: SOURCE_SCHEMES,
};
/** Properties that name an element, and those that list the names of others. */
const NAMES = ['id', 'name'];
const REFERENCES = ['ariaDescribedBy', 'ariaLabelledBy', 'headers'];

/** A body's tree together with its markup: reading `html` gives `tree`, and both are safe. */
export type SafeBody = {
  tree: Root;
  html: string;
  /** Where each element at the top of the tree begins in the source; null when that is unknown. */
  blockLines: BlockLines;
};

/** Lines of a source, counted from 1. */
export type BlockLines = (number | null)[];

/** Reads markup as a browser with scripting off does; null when it is nested beyond all reason. */
export function readFragment(html: string): Root | null {
  return boundedTree(() => reader.parse(html));
}

/** Writes a tree as markup in which every element is closed where it belongs. */
export function writeFragment(tree: Root): string {
  return writer.stringify(tree);
}

/**
 * Makes a tree safe, and settled: its markup, read again by a browser, gives the same tree. A tree
 * can be safe and still change its meaning on the way through text (a link in a link, a paragraph
 * in a paragraph, a table's stray child), which is how mutation attacks work; so it is written and
 * read until nothing changes any more. Null when it does not settle.
 */
export function settle(tree: Root): SafeBody | null {
  const first = makeSafe(tree);
  let body = first;
  for (let round = 0; body !== null && round < MAX_ROUNDS; round++) {
    const parsed = readFragment(body.html);
    const again = parsed && makeSafe(parsed);
    // The same markup is the same tree: what was read from the source tells where its blocks began.
    if (again?.html === body.html) {
      return { ...again, blockLines: body === first ? linesOfBlocks(first.tree) : [] };
    }
    body = again;
  }
  return null;
}

function linesOfBlocks({ children }: Root): BlockLines {
  return children
    .filter(({ type }) => type === 'element')
    .map(({ position }) => position?.start.line ?? null);
}

/** What is shown for a source that cannot be made safe and keep its form: itself, as text. */
export function sourceAsBody(source: string): SafeBody {
  const value = source.replace(/\r\n?/g, '\n').replace(/^\n+/, '').replaceAll('\0', '\u{FFFD}');
  const pre: Element = {
    type: 'element',
    tagName: 'pre',
    properties: {},
    children: [{ type: 'text', value }],
  };
  const tree: Root = { type: 'root', children: [pre] };
  return { tree, html: writeFragment(tree), blockLines: [1] };
}

/** The tree that `make` makes; null when it is too deep for the walks that follow, or for its own. */
export function boundedTree<T extends Tree>(make: () => T): T | null {
  const tree = withinLimits(make);
  return tree === null || isTooDeep(tree) ? null : tree;
}

function makeSafe(tree: Root): Omit<SafeBody, 'blockLines'> | null {
  return withinLimits(() => {
    const safe = allowlist(tree);
    const ids = new Set<string>();
    safe.children = safe.children.flatMap((child) => refine(child, ids));
    return { tree: safe, html: writeFragment(safe) };
  });
}

/** Null when the call stack, or the longest possible string or argument list, is exceeded. */
function withinLimits<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Tree = Nodes | MarkdownNodes;

function isTooDeep(tree: Tree): boolean {
  let level: readonly Tree[] = [tree];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap((node): readonly Tree[] => ('children' in node ? node.children : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** What a list of elements and properties cannot say. */
function refine(node: RootContent, ids: Set<string>): ElementContent[] {
  if (node.type === 'text') return [node];
  if (node.type !== 'element') return [];
  refineProperties(node.properties, ids);
  node.children = node.children.flatMap((child) => refine(child, ids));
  return refineElement(node);
}

function refineElement(element: Element): ElementContent[] {
  const { properties, children } = element;
  const hasSource = properties.src !== undefined || properties.srcSet !== undefined;
  switch (element.tagName) {
    case 'img':
      return hasSource ? [element] : textOf(properties.alt);
    case 'source':
    case 'track':
      return hasSource ? [element] : [];
    case 'audio':
    case 'video':
      return hasSource || children.some(isSource) ? [element] : children;
    case 'input':
      properties.disabled = true;
      return properties.type === 'checkbox' ? [element] : [];
    case 'pre':
      dropFirstLineBreaks(children[0]);
      return [element];
    default:
      return [element];
  }
}

function refineProperties(properties: Properties, ids: Set<string>): void {
  for (const [key, value] of Object.entries(properties)) {
    const safe = refineProperty(key, value);
    if (safe === null || (key === 'id' && ids.has(String(safe)))) {
      delete properties[key];
      continue;
    }
    properties[key] = safe;
    if (key === 'id') ids.add(String(safe));
  }
}

function refineProperty(key: string, value: Value): NonNullable<Value> | null {
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    return REFERENCES.includes(key) ? value.map((name) => prefixed(String(name))) : value;
  }
  if (NAMES.includes(key)) return value === '' ? null : prefixed(String(value));
  if (key === 'srcSet') return safeSrcset(String(value));
  const schemes = ADDRESSES[key];
  if (schemes !== undefined) return refineAddress(String(value).trim(), schemes);
  // A data attribute that is set without a value reads back as an empty one.
  if (value === true && key.startsWith('data')) return '';
  return value ?? null;
}

function refineAddress(address: string, schemes: ReadonlySet<string>): string | null {
  return isFragmentLink(address) ? `#${prefixed(address.slice(1))}` : safeUrl(address, schemes);
}

function prefixed(name: string): string {
  return name.startsWith(ID_PREFIX) ? name : ID_PREFIX + name;
}

function isSource(node: ElementContent): boolean {
  return node.type === 'element' && node.tagName === 'source';
}

function textOf(value: Value): Text[] {
  return typeof value === 'string' && value !== '' ? [{ type: 'text', value }] : [];
}

/** The first line break in a `pre` is not part of it, so each reading would take another one away. */
function dropFirstLineBreaks(node: ElementContent | undefined): void {
  if (node?.type === 'text') node.value = node.value.replace(/^\n+/, '');
}
