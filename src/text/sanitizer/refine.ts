import type { Element, ElementContent, Properties, RootContent, Text } from 'hast';
import { isFragmentLink, LINK_SCHEMES, SOURCE_SCHEMES, safeSrcset, safeUrl } from './safe-url.ts';

/**
 * Prefix of every id and name that an author wrote: none can shadow a property of `window` or `document`
 * (DOM clobbering) or collide with an id of the page.
 */
export const ID_PREFIX = 'user-content-';

type Value = Properties[string];

const URL_SCHEMES: Readonly<Record<string, ReadonlySet<string>>> = {
  href: LINK_SCHEMES,
  src: SOURCE_SCHEMES,
  poster: SOURCE_SCHEMES,
  cite: SOURCE_SCHEMES,
};
const NAMES = ['id', 'name'];
const REFERENCES = ['ariaDescribedBy', 'ariaLabelledBy', 'headers'];

export function isAllowedUrl(key: string, value: string): boolean {
  return value.trim() === '' || refineProperty(key, value) !== null;
}

/** Applies the rules that an allowlist of elements and properties cannot express. */
export function refine(node: RootContent, ids: Set<string>): ElementContent[] {
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
  if (schemes !== undefined) {
    const url = String(value).trim();
    return isFragmentLink(url) ? `#${prefixed(url.slice(1))}` : safeUrl(url, schemes);
  }
  // A data attribute without a value is parsed again as an empty string.
  if (value === true && key.startsWith('data')) return '';
  return value ?? null;
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
