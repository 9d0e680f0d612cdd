import type { Element, Root } from 'hast';
import { inline, type Place, quoted, type Report } from '../../text/finding.ts';
import type { AllowedMarkup } from '../../text/sanitizer/allowlist.ts';
import { isAllowedUrl } from '../../text/sanitizer/refine.ts';

/** Attributes that only style; `class` is not among them, since pasted HTML always has it. */
const STYLING = new Set(
  'align bgColor border cellPadding cellSpacing color face hSpace style vAlign vSpace'.split(/\s+/),
);
const LINKS = new Set(['href', 'cite']);
const SOURCES = new Set(['src', 'poster', 'srcSet']);

/** Addresses of ordinary hosts, which need no second parsing. */
const ORDINARY_URL = /^https?:\/\/(?:[a-z]\w*\.)+[a-z]+(?:[/?#]|$)/i;

function isPassing(key: string, url: string): boolean {
  return (key !== 'srcSet' && ORDINARY_URL.test(url)) || isAllowedUrl(key, url);
}

/** Reports what is taken out of the attributes of elements that stay. */
function createAttributeCheck(allowed: AllowedMarkup, report: Report) {
  const ids = new Set<string>();

  function checkId(id: string, place: Place): void {
    const message = `The id ${quoted(id)} is used twice: links lead to the first one.`;
    if (ids.has(id)) report('duplicate-id', place, message);
    ids.add(id);
  }

  function checkAttribute(tagName: string, key: string, value: unknown, place: Place): void {
    const isUrl = LINKS.has(key) || SOURCES.has(key);
    const isAllowed = allowed.isProperty(tagName, key);
    if (key === 'id') checkId(String(value), place);
    else if (isUrl && isAllowed && !isPassing(key, String(value))) {
      report(...refusedUrl(key, String(value), place));
    } else if (STYLING.has(key) && !isAllowed) report('removed-styling', place, STYLING_REMOVED);
    else if (/^on[A-Z]/.test(key)) {
      report('removed-script', place, `The script in ${key.toLowerCase()} is removed.`);
    }
  }

  return ({ tagName, properties }: Element, place: Place): void => {
    for (const key in properties) checkAttribute(tagName, key, properties[key], place);
  };
}

const STYLING_REMOVED =
  'Styling in the markup (style, align, colours) is removed: the site’s own style applies.';

function refusedUrl(key: string, url: string, place: Place): Parameters<Report> {
  if (LINKS.has(key)) {
    const message = `The address ${quoted(url)} is removed: links can lead to pages (http, https), email addresses or telephone numbers.`;
    return ['refused-link', place, message];
  }
  const message = /^\s*data:/i.test(url)
    ? 'A picture embedded in the text (data:) is not shown. Upload it instead.'
    : `${quoted(url)} is not shown: its address must be on this site or on the web.`;
  return ['refused-source', place, message, 'error'];
}

/** HTML elements that bodies may not have; any other name is text in angle brackets, not a tag. */
const REMOVED = new Set(
  `acronym applet area basefont bgsound big blink button canvas center datalist dialog dir embed font
   frame frameset image isindex keygen listing map marquee menu menuitem meter multicol nobr
   object optgroup option output param plaintext portal progress rb rtc select shadow slot spacer
   strike tt xmp`.split(/\s+/),
);
/** Elements without which their content reads the same. */
const UNMISSED = new Set(
  `article aside base body content data fieldset footer form head header hgroup html label legend link
   main meta nav search`.split(/\s+/),
);

/** Advice by element. */
const ADVICE: Readonly<Record<string, string>> = {
  iframe: 'Link to the page instead.',
  embed: 'Link to the file instead.',
  object: 'Link to the file instead.',
  svg: 'Add the drawing as a picture instead.',
  style: 'The site’s own style applies.',
  font: 'The site’s own style applies.',
  strike: 'Use <del> or <s> instead.',
  tt: 'Use <code> instead.',
};

/** Attributes of HTML that may stand without a value. */
const VALUELESS = new Set(
  `allowFullScreen allowTransparency alt async autoFocus autoPlay checked cite class className clear
   compact content contentEditable controls default defer dir disabled download draggable frameBorder
   height hidden href id inert isMap itemProp itemScope itemType lang loop multiple muted name noShade
   noValidate noWrap open playsInline popover readOnly rel required reversed role scoped seamless
   selected span spellCheck src style tabIndex target title translate type useMap value width
   allowfullscreen mozallowfullscreen webkitallowfullscreen`.split(/\s+/),
);

type RemovedMarkupOptions = { source: string; allowed: AllowedMarkup; report: Report };

/**
 * Reports what the sanitizer takes out of a tree: elements, addresses, styling and scripts in attributes,
 * and text in angle brackets that reads as a tag.
 *
 * @param tree as parsed, with positions in `source`
 */
export function findRemovedMarkup(tree: Root, options: RemovedMarkupOptions): void {
  const { source, allowed, report } = options;
  const elements: PlacedElement[] = [];
  collect(tree, allowed, 1, elements);
  /** Tags by offset: the parser copies formatting elements into each block that they span. */
  const seen = new Set<string>();
  const checkAttributes = createAttributeCheck(allowed, report);
  for (const { element, line } of elements) {
    const { offset, column } = element.position?.start ?? {};
    const key = `${offset} ${element.tagName}`;
    if (offset !== undefined && seen.has(key)) continue;
    seen.add(key);
    const written = tagAt(source, element);
    const place = { line, column: written === null ? undefined : column };
    const isRemoved = checkElement(element, written ?? element.tagName, place, options);
    if (!isRemoved) checkAttributes(element, place);
  }
}

type PlacedElement = { element: Element; line: number };

/** Elements to check, in document order; one without a position has the line of the one before. */
function collect(
  node: Root | Element,
  allowed: AllowedMarkup,
  line: number,
  elements: PlacedElement[],
): number {
  let last = line;
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    last = child.position?.start.line ?? last;
    if (!isPlain(child, allowed)) elements.push({ element: child, line: last });
    if (!allowed.stripped.has(child.tagName)) last = collect(child, allowed, last, elements);
  }
  return last;
}

/** Nothing can be taken out of it; nearly all elements of a text are plain. */
function isPlain({ tagName, properties }: Element, allowed: AllowedMarkup): boolean {
  for (const _ in properties) return false;
  return allowed.elements.has(tagName) && tagName !== 'input';
}

/** @returns whether the element does not reach the page */
function checkElement(
  element: Element,
  written: string,
  place: Place,
  { allowed, report }: RemovedMarkupOptions,
): boolean {
  const { tagName, properties, children } = element;
  const isStripped = allowed.stripped.has(tagName);
  const isInput = tagName === 'input' && properties.type !== 'checkbox';
  const isRemoved = isStripped || isInput || REMOVED.has(tagName);
  const isKnown = isRemoved || allowed.elements.has(tagName) || UNMISSED.has(tagName);
  if (!isKnown || hasProseAttributes(element)) {
    const tag = inline(written, 80);
    const message = `“<${tag}>” is read as an HTML tag and is not shown. Write &lt;${tag}> instead.`;
    report('text-as-tag', place, message, 'error');
    return true;
  }
  if (isRemoved) {
    const rest =
      children.length === 0
        ? ''
        : isStripped
          ? ', with everything in it'
          : ', but its content stays';
    report(
      'removed-element',
      place,
      [`<${inline(tagName)}> is removed${rest}.`, ADVICE[tagName]].join(' ').trim(),
    );
  }
  return isRemoved || UNMISSED.has(tagName);
}

/** Attributes that are words of a sentence: `a <b and c> d`. */
function hasProseAttributes({ properties }: Element): boolean {
  return Object.entries(properties).some(
    ([key, value]) => value === '' && /^[a-z]+[,.;]?$/.test(key) && !VALUELESS.has(key),
  );
}

/** The tag as written; null where the position does not lead to it. */
function tagAt(source: string, { tagName, position }: Element): string | null {
  const offset = position?.start.offset;
  if (offset === undefined || source[offset] !== '<') return null;
  const start = source.slice(offset, offset + 200);
  const [tag = '', name = ''] = /^<([a-z][^\s/>]*)[^>]{0,60}/i.exec(start) ?? [];
  return name.toLowerCase() === tagName ? tag.slice(1).trim().replace(/\s+/g, ' ') : null;
}
