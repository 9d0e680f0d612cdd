import type { Element, ElementContent, Nodes, Properties, Root, RootContent, Text } from 'hast';
import type { Nodes as MarkdownNodes } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { CONTAINER_ATTRIBUTES } from '../science/containers/containers.ts';
import { CAPTION_ATTRIBUTES, INERT_ATTRIBUTES } from '../science/inert.ts';
import { isFragmentLink, LINK_SCHEMES, SOURCE_SCHEMES, safeSrcset, safeUrl } from './safe-url.ts';

/**
 * Prefix of every id and name that an author wrote: none can shadow a property of `window` or `document`
 * (DOM clobbering) or collide with an id of the page.
 */
export const ID_PREFIX = 'user-content-';

/** Levels of nesting. Browsers flatten documents beyond 512, and the tree walkers recurse. */
const MAX_DEPTH = 200;

/** Rounds of serializing and parsing after which unstable markup counts as hostile. */
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
 * The allowlist: elements of a scientific article, and nothing that runs, loads a document, submits, or
 * draws outside the article. Other elements are replaced by their content; those under `strip` are
 * removed with their content.
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
    code: [['className', /^language-[\w#+.-]{1,40}$/], ...INERT_ATTRIBUTES],
    col: [['span', /^\d{1,3}$/]],
    colgroup: [['span', /^\d{1,3}$/]],
    del: ['cite', 'dateTime'],
    details: ['open'],
    figure: CAPTION_ATTRIBUTES,
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
    section: ['dataFootnotes', ...CONTAINER_ATTRIBUTES],
    source: ['media', 'sizes', 'src', 'srcSet', 'type', ...SIZE],
    table: CAPTION_ATTRIBUTES,
    td: CELL,
    th: [...CELL, ['scope', 'col', 'row', 'colgroup', 'rowgroup']],
    time: ['dateTime'],
    track: ['default', 'kind', 'label', 'src', 'srcLang'],
    ul: [['className', 'contains-task-list']],
    video: [...MEDIA, 'playsInline', 'poster', ...SIZE],
  },
  required: { audio: { controls: true }, video: { controls: true } },
  // URLs, ids and names are checked by `refine`: the library compares schemes as strings, and would
  // prefix an id again each time.
  protocols: {},
  clobber: [],
};

const allowlist = rehypeSanitize(schema);
const reader = unified().use(rehypeParse, { fragment: true }).freeze();
const writer = unified().use(rehypeStringify).freeze();

/** The allowed schemes of properties that hold a URL. */
const URL_SCHEMES: Readonly<Record<string, ReadonlySet<string>>> = {
  href: LINK_SCHEMES,
  src: SOURCE_SCHEMES,
  poster: SOURCE_SCHEMES,
  cite: SOURCE_SCHEMES,
};
/** Properties that name an element, and properties that refer to such names. */
const NAMES = ['id', 'name'];
const REFERENCES = ['ariaDescribedBy', 'ariaLabelledBy', 'headers'];

/** What the sanitizer lets pass, for those who tell authors what it does not. */
export type AllowedMarkup = {
  elements: ReadonlySet<string>;
  /** Elements that are removed with their content. */
  stripped: ReadonlySet<string>;
  /** An attribute of this name passes on the element, with some value at least. */
  isProperty: (tagName: string, key: string) => boolean;
};

/** The names of the attributes that an element, or `*` for every element, may have. */
const PROPERTIES = new Map(
  Object.entries(schema.attributes ?? {}).map(([tagName, definitions]) => [
    tagName,
    new Set(definitions.map((each) => (typeof each === 'string' ? each : each[0]))),
  ]),
);

export const ALLOWED: AllowedMarkup = {
  elements: new Set(schema.tagNames),
  stripped: new Set(schema.strip),
  isProperty: (tagName, key) =>
    PROPERTIES.get('*')?.has(key) === true || PROPERTIES.get(tagName)?.has(key) === true,
};

/** False for the value of an attribute that holds a URL, when the sanitizer removes it. */
export function isAllowedUrl(key: string, value: string): boolean {
  return value.trim() === '' || refineProperty(key, value) !== null;
}

/** A safe tree and its markup: parsing `html` gives `tree`. */
export type SafeBody = {
  tree: Root;
  html: string;
  /** For each top-level element. */
  blockLines: BlockLines;
};

/** The source lines at which elements start, from 1; null where unknown. */
export type BlockLines = (number | null)[];

/** Parses markup as a browser with scripting off does; null beyond `MAX_DEPTH`. */
export function readFragment(html: string): Root | null {
  return boundedTree(() => reader.parse(html));
}

/** Serializes a tree to well-formed markup. */
export function writeFragment(tree: Root): string {
  return writer.stringify(tree);
}

/**
 * Makes a tree safe and stable: its markup, parsed again by a browser, gives the same tree. A tree
 * can be safe and still change its meaning on the way through text (a link in a link, a paragraph
 * in a paragraph, a table's stray child), which is how mutation attacks work; so it is serialized and
 * parsed until nothing changes. Null when it does not become stable.
 */
export function stabilize(tree: Root): SafeBody | null {
  const first = makeSafe(tree);
  let body = first;
  for (let round = 0; body !== null && round < MAX_ROUNDS; round++) {
    const parsed = readFragment(body.html);
    const again = parsed && makeSafe(parsed);
    // The markup is unchanged, so the positions in the first tree, parsed from the source, still hold.
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

/** The source as preformatted text, shown when it cannot be made safe and stable. */
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

/** The tree that `make` returns; null when it is too deep for `make` or for later tree walkers. */
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

/** Applies the rules that an allowlist of elements and properties cannot express. */
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
  const schemes = URL_SCHEMES[key];
  if (schemes !== undefined) return refineUrl(String(value).trim(), schemes);
  // A data attribute without a value is parsed again as an empty string.
  if (value === true && key.startsWith('data')) return '';
  return value ?? null;
}

function refineUrl(url: string, schemes: ReadonlySet<string>): string | null {
  return isFragmentLink(url) ? `#${prefixed(url.slice(1))}` : safeUrl(url, schemes);
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

/** Parsers drop the first line break in a `pre`, so each round would remove another one. */
function dropFirstLineBreaks(node: ElementContent | undefined): void {
  if (node?.type === 'text') node.value = node.value.replace(/^\n+/, '');
}
