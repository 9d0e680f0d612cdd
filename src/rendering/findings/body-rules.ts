import type { Element, Nodes, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { connectivityOf } from '../../science/chemistry/chemistry.ts';
import type { ShownMolecule } from '../../science/molecules/molecules.ts';
import { isDoi } from '../../science/references/reference.ts';
import { decodeUri } from '../../server/html/urls.ts';
import { inline, type Place, quoted } from '../../text/finding.ts';
import { visitElements } from '../../text/hast.ts';
import type { LABEL_NAMES, Label } from '../../text/placeholders.ts';
import { publicId } from '../../text/public-ids.ts';
import { ALLOWED } from '../../text/sanitizer/allowlist.ts';
import { ID_PREFIX, isAllowedUrl } from '../../text/sanitizer/refine.ts';
import { error, matchesAt, type Remark, type Rules, warning } from './rule.ts';

type PlacedElement = { element: Element; line: number; column: number | undefined };
type PlacedText = {
  text: string;
  line: number;
  /** Headings begin sections. */
  section: number;
  isHeading: boolean;
  isStart: boolean;
  citation: string;
};

export type InternalLink = { path: string; line: number };

export type BodyParts = ReturnType<typeof readParts>;

type Body = BodyParts & {
  source: string;
  format: 'html' | 'markdown';
  tree: Root;
  labels: readonly Label[];
  molecules: readonly ShownMolecule[];
};

const MAX_LINKS = 2_000;
const BLOCKS = new Set(
  'p li td th figcaption caption dt dd blockquote div section summary h1 h2 h3 h4 h5 h6'.split(' '),
);

/** @param tree as parsed, with positions in the source */
export function readParts(tree: Root) {
  const parts = {
    /** Without those inside of elements that are removed with their content. */
    elements: [] as PlacedElement[],
    /** Without code and formulas. */
    texts: [] as PlacedText[],
    comments: [] as { value: string; line: number; end: number | undefined }[],
    links: [] as (Omit<PlacedElement, 'element'> & { href: string })[],
    structures: new Set<number>(),
  };
  let [line, section, isStart] = [1, 0, true];
  visit(tree, false, false);
  return parts;

  function visit({ children }: Root | Element, isHeading: boolean, isCode: boolean) {
    for (const [index, node] of children.entries()) {
      line = node.position?.start.line ?? line;
      if (node.type === 'text' && !isCode) {
        const citation = citationIn(children[index + 1]);
        parts.texts.push({ text: node.value, line, section, isHeading, isStart, citation });
        isStart &&= node.value.trim() === '';
      } else if (node.type === 'comment') {
        parts.comments.push({ value: node.value, line, end: node.position?.end.offset });
      } else if (node.type === 'element') visitElement(node, isHeading, isCode);
    }
  }

  function visitElement(element: Element, isInHeading: boolean, isInCode: boolean) {
    const { tagName, properties, position } = element;
    const place = { line, column: position?.start.column };
    parts.elements.push({ element, ...place });
    if (ALLOWED.stripped.has(tagName)) return;
    parts.links.push(...linksOf(element).map((href) => ({ href, ...place })));
    const isHeading = /^h[1-6]$/.test(tagName);
    if (isHeading) section += 1;
    if (/^(?:smiles|molfile)$/.test(String(properties.dataScience))) parts.structures.add(section);
    const isCode = tagName === 'code' || tagName === 'pre';
    const isBlock = BLOCKS.has(tagName);
    isStart = !isCode && (isStart || isBlock);
    visit(element, isInHeading || isHeading, isInCode || isCode);
    isStart ||= isBlock;
  }
}

function citationIn(node: Nodes | undefined): string {
  return node?.type === 'element' && node.properties.dataScience === 'citation' ? textOf(node) : '';
}

function linksOf({ tagName, properties }: Element): string[] {
  if (!/^(?:a|img|source|video|audio|track)$/.test(tagName)) return [];
  const { href, src, poster, srcSet } = properties;
  const candidates = String(srcSet ?? '').split(/,\s+/);
  return [href, src, poster, ...candidates.map((candidate) => candidate.trim().split(/\s/)[0])]
    .filter((url) => typeof url === 'string')
    .map((url) => url.trim());
}

export function internalLinks({ links }: BodyParts): InternalLink[] {
  return links
    .slice(0, MAX_LINKS)
    .filter(({ href }) => /^(?:https?:|(?![a-z][a-z\d+.-]*:|[#?]|$))/i.test(href))
    .map(({ href, line }) => ({ path: href, line }));
}

export const BODY_RULES: Rules<Body> = {
  'unclosed-comment': error(({ source, format }) =>
    format === 'html' ? unclosedComments(source) : [],
  ),
  'unclosed-tag': error(({ source, format }) => (format === 'html' ? unclosedTags(source) : [])),
  'text-as-tag': error(function* ({ elements, source }) {
    for (const { element, line, column } of elements) {
      const { tagName, position } = element;
      if (ALLOWED.elements.has(tagName) || OF_HTML.has(tagName)) continue;
      const written = source.slice(position?.start.offset ?? source.length);
      const [, tag = tagName] = /^<([a-z][^<>]{0,60})/i.exec(written) ?? [];
      const message = `“<${inline(tag, 80)}>” is read as an HTML tag and is not shown. Write &lt;${inline(tag, 80)}> instead.`;
      yield { line, column, message };
    }
  }),
  'removed-element': warning(function* ({ elements }) {
    for (const { element, line, column } of elements) {
      const { tagName, properties, children } = element;
      const isInput = tagName === 'input' && properties.type !== 'checkbox';
      if (!isInput && (ALLOWED.elements.has(tagName) || !OF_HTML.has(tagName))) continue;
      if (UNMISSED.has(tagName)) continue;
      const isStripped = ALLOWED.stripped.has(tagName);
      const content = isStripped ? ', with everything in it' : ', but its content stays';
      const message = `<${tagName}> is removed${children.length === 0 ? '' : content}.`;
      yield { line, column, message };
    }
  }),
  'removed-styling': warning(
    inAttributes(({ tagName }, name) =>
      STYLING.has(name) && !ALLOWED.isProperty(tagName, name)
        ? 'Styling in the markup (style, align, colours) is removed: the site’s own style applies.'
        : null,
    ),
  ),
  'removed-script': warning(
    inAttributes((_, name) =>
      /^on[A-Z]/.test(name) ? `The script in ${name.toLowerCase()} is removed.` : null,
    ),
  ),
  'refused-link': warning(
    inAttributes((element, name, value) =>
      /^(?:href|cite)$/.test(name) && isRefused(element, name, value)
        ? `The address ${quoted(value)} is removed: links can lead to pages (http, https), email addresses or telephone numbers.`
        : null,
    ),
  ),
  'refused-source': error(
    inAttributes((element, name, value) => {
      if (!/^(?:src|poster|srcSet)$/.test(name) || !isRefused(element, name, value)) return null;
      return /^\s*data:/i.test(value)
        ? 'A picture embedded in the text (data:) is not shown. Upload it instead.'
        : `${quoted(value)} is not shown: its address must be on this site or on the web.`;
    }),
  ),
  'comment-in-public': warning(function* ({ comments, source }) {
    for (const { value, line, end } of comments) {
      const message = `The comment ${quoted(value)} is not shown on the page, but it is public in the post’s Markdown and in the API.`;
      const isClosed = CLOSED.test(source.slice(0, end).slice(-5));
      // A mark of WordPress and Hugo.
      if (isClosed && value.trim() !== 'more') yield { line, message };
    }
  }),
  'heading-level-skipped': warning(function* ({ elements }) {
    let above = 6;
    for (const { element, line } of elements) {
      const level = Number(/^h([1-6])$/.exec(element.tagName)?.[1] ?? Number.NaN);
      const message = `${quoted(textOf(element))} is a level ${level} heading below a level ${above} one: a level is skipped.`;
      if (level > above + 1) yield { line, message };
      if (!Number.isNaN(level)) above = level;
    }
  }),
  'picture-without-alt': warning(function* ({ elements }) {
    for (const { element, line, column } of elements) {
      const { alt, src } = element.properties;
      // `alt=""` says that a picture is decoration.
      if (element.tagName !== 'img' || alt !== undefined || src === undefined) continue;
      yield { line, column, message: pictureWithoutAlt(String(src)) };
    }
  }),
  'dead-link': error(function* ({ links, tree }) {
    const fragments = links.filter(({ href }) => /^#./.test(href));
    const ids = fragments.length === 0 ? new Set<string>() : idsOf(tree);
    for (const { href, line, column } of fragments.slice(0, MAX_LINKS)) {
      const id = decodeUri(href.slice(1));
      const name = id.startsWith(ID_PREFIX) ? id.slice(ID_PREFIX.length) : id;
      const names = ['top', id, name, publicId(ID_PREFIX + name), ID_PREFIX + name];
      const message = `The link to ${href} leads nowhere: nothing in this post has that name.`;
      if (id !== 'top' && !names.some((known) => ids.has(known))) yield { line, column, message };
    }
  }),
  'left-to-write': warning(
    inTexts(
      // A note to oneself begins a text, stands in brackets, or has a colon: changelogs speak of such notes.
      /(?:^|[[(])\s{0,3}(?:TODO|FIXME|XXX)\b|\b(?:TODO|FIXME)(?=\s?:|[.!?]?\s{0,3}$)|\bTBD\b|\bXXX?(?=\s(?:[nµm]M|%))|Lorem ipsum|\?\?\?|\[citation needed\]/g,
      ({ 0: note, index }, { isStart, text }) => {
        const isFirst = index === 0 && /^\s*(?:TODO|FIXME|XXX)(?!\s?:)/.test(text);
        return isFirst && !isStart ? null : `${quoted(note)} is still to be written.`;
      },
    ),
  ),
  'malformed-doi': warning(
    inTexts(/(?<![\w/.])doi:?\s?(?=\d)(\S{3,200})/gi, ([, written = '']) => {
      const doi = written.replace(/[.,;:)\]]+$/, '');
      return isDoi(doi) ? null : `${quoted(doi)} is not a DOI.`;
    }),
  ),
  'label-not-referred': warning(function* ({ elements, labels }) {
    const referred = referredIn(elements);
    for (const { label, text, line } of labels) {
      const message = `${text} is not referred to. Write @${label} in the text where it belongs.`;
      if (!referred.has(label)) yield { line, message };
    }
  }),
  'number-by-hand': warning(function* (body) {
    for (const [kind, pattern] of Object.entries(TYPED)) {
      if (!body.labels.some(({ label }) => label.startsWith(`${kind}-`))) continue;
      yield* inTexts(pattern, ({ 0: typed, index }, { text, citation, isHeading }) =>
        isHeading ||
        OF_OTHERS.test(text.slice(index + typed.length) + citation) ||
        IN_OTHERS.test(text.slice(0, index))
          ? null
          : `${quoted(typed)} is typed by hand and will not change when figures move. Refer to its label with @.`,
      )(body);
    }
  }),
  'foreign-identifier': warning(function* (body) {
    const { molecules, structures } = body;
    if (molecules.length === 0) return;
    yield* inTexts(/(?<![A-Z])[A-Z]{14}-[A-Z]{10}-[A-Z](?![A-Z])/g, ([key], { section }) =>
      foreignKey(key, molecules, structures.has(section)),
    )(body);
    yield* inTexts(/InChI=1S?\/[^\s"'<>]{1,2000}/g, ([written], { section }) => {
      const inchi = written.replace(/[.,;:)\]]+$/, '');
      const isDrawn = molecules.some(({ molecule }) => molecule.inchi === inchi);
      return isDrawn || !structures.has(section)
        ? null
        : `${quoted(inchi)} is not one of the structures drawn here.`;
    })(body);
  }),
};

function inTexts(
  pattern: RegExp,
  messageOf: (match: RegExpExecArray, text: PlacedText) => string | null,
) {
  return function* ({ texts }: BodyParts): Generator<Remark> {
    for (const placed of texts) {
      for (const { match, place } of matchesAt(placed.text, pattern, { line: placed.line })) {
        const message = messageOf(match, placed);
        if (message !== null) yield { ...place, message };
      }
    }
  };
}

function inAttributes(messageOf: (element: Element, name: string, value: string) => string | null) {
  return function* ({ elements }: BodyParts): Generator<Remark> {
    for (const { element, line, column } of elements) {
      if (!ALLOWED.elements.has(element.tagName)) continue;
      for (const name in element.properties) {
        const message = messageOf(element, name, String(element.properties[name]));
        if (message !== null) yield { line, column, message };
      }
    }
  };
}

/** Attributes that only style; `class` is not among them, since pasted HTML always has it. */
const STYLING = new Set(
  'align bgColor border cellPadding cellSpacing color face hSpace style vAlign vSpace'.split(' '),
);

const UNMISSED = new Set(
  `article aside base body content data fieldset footer form head header hgroup html label legend link
   main meta nav search`.split(/\s+/),
);
/** Elements of HTML that bodies may not have; any other name is text in angle brackets. */
const OF_HTML = new Set([
  ...UNMISSED,
  ...ALLOWED.stripped,
  ...`acronym applet area basefont bgsound big blink button canvas center datalist dialog dir embed font
   frame frameset image input isindex keygen listing map marquee menu menuitem meter multicol nobr
   object optgroup option output param plaintext portal progress rb rtc shadow slot spacer strike
   textarea tt xmp`.split(/\s+/),
]);

function isRefused({ tagName }: Element, name: string, url: string): boolean {
  return ALLOWED.isProperty(tagName, name) && !isAllowedUrl(name, url);
}

export function pictureWithoutAlt(src: string): string {
  const [path = ''] = src.split(/[?#]/);
  const name = path.slice(path.lastIndexOf('/') + 1) || path;
  return `The picture ${quoted(name)} has no alternative text for people who cannot see it. If it is decorative, write <img alt="" src="…">.`;
}

/** Each comment, element with a text of its own, and tag; one without an end is a match to the end of the text. */
const MARKUP =
  /<!--(?:-?>|[\s\S]*?--!?>|[\s\S]*$)|<(script|style|textarea|title|xmp|iframe|noembed|noframes)\b[\s\S]*?(?:<\/\1|$)|<\/?[a-z][^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>?/gi;

const CLOSED = /-!?>$/;

export function* unclosedComments(html: string, start: Place = AT_FIRST): Generator<Remark> {
  for (const { match, place } of matchesAt(html, MARKUP, start)) {
    const message = 'This comment is not closed: nothing after it is shown. Close it with -->.';
    if (match[0].startsWith('<!--') && !CLOSED.test(match[0])) yield { ...place, message };
  }
}

export function* unclosedTags(html: string, start: Place = AT_FIRST): Generator<Remark> {
  for (const { match, place } of matchesAt(html, MARKUP, start)) {
    const [tag, element] = match;
    const isTag = !tag.startsWith('<!--') && element === undefined;
    const message = `${quoted(tag)} begins a tag that is not closed, and is not shown. Write &lt; for the character.`;
    if (isTag && !tag.endsWith('>')) yield { ...place, message };
  }
}

const AT_FIRST = { line: 1, column: 1 };

function idsOf(tree: Root): Set<string> {
  const ids = new Set<string>();
  visitElements(tree, ({ properties: { id, name } }) => {
    for (const value of [id, name]) if (value !== undefined) ids.add(String(value));
  });
  return ids;
}

const TYPED: Readonly<Record<keyof typeof LABEL_NAMES, RegExp>> = {
  fig: /(?<!\w)(?:Figure|Fig\.|Figs?\.?|figure)\s?\d{1,2}(?![\d.]*\d)[A-Za-z]?\b/g,
  tbl: /(?<!\w)(?:Table|Tab\.|table)\s?\d{1,2}(?![\d.]*\d)[A-Za-z]?\b/g,
  eq: /(?<!\w)(?:Equation|Eq\.|Eqn\.?|equation)\s?\(?\d{1,2}\)?(?![\d.]*\d)/g,
};
/** It is that of another work: “Figure 3 of [@smith2019]”, “Fig. 2B and Table 1 there”. */
const OF_OTHERS = /^\)?(?:,? and [\w.]+ [\w.]+)?\s?(?:(?:of|in|from|by)\s|there)|^\s?\[?-?@/;
const IN_OTHERS = /(?:\b(?:their|his|her|supplementary|extended data)|['’]s|\bet al\.,?)\s$/i;

function referredIn(elements: readonly PlacedElement[]): Set<string> {
  const referred = new Set<string>();
  for (const { element } of elements) {
    const { dataScience, href } = element.properties;
    if (dataScience === 'citation') {
      for (const [, label = ''] of textOf(element).matchAll(CITED)) {
        // A period may end the sentence.
        referred.add(label).add(label.replace(/[.-]+$/, ''));
      }
    } else if (typeof href === 'string') referred.add(href.replace(/^#(?:user-content-)?/, ''));
  }
  return referred;
}

const CITED = /@((?:fig|eq|tbl)-[\p{L}\p{N}_.-]+)/gu;

function foreignKey(
  key: string,
  molecules: readonly ShownMolecule[],
  isBeside: boolean,
): string | null {
  const keys = molecules.map(({ molecule }) => molecule.inchikey);
  if (keys.includes(key)) return null;
  if (keys.some((known) => connectivityOf(known) === connectivityOf(key))) {
    return `${key} differs in stereochemistry, isotopes or charge from the structure drawn here.`;
  }
  return isBeside ? `${key} does not belong to any structure drawn here.` : null;
}
