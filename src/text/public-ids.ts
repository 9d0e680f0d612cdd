import type { Properties, Root } from 'hast';
import { decodeUri } from '../server/html/urls.ts';
import { visitElements } from './hast.ts';
import { ID_PREFIX } from './sanitizer/refine.ts';

/** Properties that refer to ids of the same body. */
const REFERENCES = ['ariaDescribedBy', 'ariaLabelledBy', 'headers'] as const;

/**
 * A hyphen keeps an id from shadowing a property of `window` or `document`: their names are identifiers, which have
 * none. What is not a letter or digit in front is React's (`_r_1_`).
 */
const HARMLESS = /^[\p{L}\p{N}].*-/su;

/** Ids of pages that show bodies: of references, citations, terms, footnotes of copy, glyphs, and single parts. */
const RESERVED =
  /^(?:(?:ref|cite|peek|term|mark|note|tex)-.*|sign-up|mobile-menu|part-of-a-dot|preview-link|publication-findings|unsaved-drafts)$/s;

/**
 * The id that readers see of an id that the sanitizer prefixed: without the prefix where that is safe, else with a
 * plainer one.
 */
export function publicId(id: string): string {
  if (!id.startsWith(ID_PREFIX)) return id;
  const name = id.slice(ID_PREFIX.length);
  return HARMLESS.test(name) && !RESERVED.test(name) ? name : `section-${name}`;
}

/** Replaces the ids of a safe tree, and what refers to them, in place. Of two that would be the same, the second stays. */
export function shortenIds(tree: Root): void {
  const shortened = new Map<string, string>();
  const taken = new Set<string>();
  visitElements(tree, ({ properties }) => {
    if (typeof properties.id !== 'string' || !properties.id.startsWith(ID_PREFIX)) return;
    const wanted = publicId(properties.id);
    const id = taken.has(wanted) ? properties.id : wanted;
    taken.add(id);
    shortened.set(properties.id, id);
    properties.id = id;
  });
  visitElements(tree, ({ properties }) => refer(properties, shortened, taken));
}

function refer(
  properties: Properties,
  shortened: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): void {
  const { href } = properties;
  if (typeof href === 'string' && href.startsWith(`#${ID_PREFIX}`)) {
    const id = decodeUri(href.slice(1));
    // A link that was copied from the page has the public id already.
    const found = shortened.get(id) ?? publicId(id);
    if (taken.has(found)) properties.href = `#${found}`;
  }
  for (const name of REFERENCES) {
    const ids = properties[name];
    if (Array.isArray(ids)) properties[name] = ids.map((id) => shortened.get(String(id)) ?? id);
  }
}
