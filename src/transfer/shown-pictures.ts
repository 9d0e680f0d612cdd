import type { Element, Nodes, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { attribute, type Changes, elementsIn } from './html.ts';
import { isPicturePath } from './pictures.ts';

/** Attributes that scripts show in place of any `src`. */
const LAZY = ['dataLazySrc', 'dataSrc'];
/** Attributes that they show in place of a placeholder: of jQuery, of Squarespace, and the file that WordPress.com has resized. */
const ORIGINAL = ['dataOriginal', 'dataImage', 'dataOrigFile', 'dataLargeFile'];
const SETS = ['srcSet', 'dataSrcSet', 'dataSrcset', 'dataLazySrcSet', 'dataLazySrcset'];
const REPLACED = [...LAZY, ...ORIGINAL, ...SETS, 'sizes', 'dataSizes', 'dataLazySizes'];

const PLACEHOLDER =
  /^(?:$|#|about:|data:.{0,1000}$)|\/[\w.-]{0,99}(?:1x1|blank|spacer|transparent|placeholder|pixel|lazy|loading)[\w.-]{0,99}\.\w{3,4}(?:[?#]|$)/i;

/**
 * Shows the pictures that scripts of the former site loaded: lazy ones get their real URLs, and those in `noscript`, for
 * readers without scripts, move into the text unless they are copies.
 */
export function showPictures(tree: Root, { touched, replaced }: Changes): void {
  const noscripts = elementsIn(tree, 'noscript');
  const hidden = new Set(noscripts.flatMap((element) => elementsIn(element, 'img')));
  const sourcesOf = new Map<Element, Element[]>();
  for (const picture of elementsIn(tree, 'picture')) {
    const sources = elementsIn(picture, 'source');
    for (const img of elementsIn(picture, 'img')) sourcesOf.set(img, sources);
  }
  /** Placeholders and lazy pictures, with what they show if it is known. */
  const lazy = new Map<Nodes, string | null>();
  const shown = new Set<string>();
  for (const picture of elementsIn(tree, 'img')) {
    const sources = sourcesOf.get(picture) ?? [];
    const url = lazyUrl(picture, sources);
    if (url !== undefined) lazy.set(picture, url);
    if (!hidden.has(picture)) shown.add(keyOf(url ?? attribute(picture, 'src')));
    if (!url) continue;
    const others = Object.entries(picture.properties).filter(([name]) => !REPLACED.includes(name));
    picture.properties = { ...Object.fromEntries(others), src: url };
    touched.add(picture);
    for (const source of sources) replaced.set(source, []);
  }
  visit(tree, 'element', (noscript, _index, parent) => {
    const pictures = noscript.tagName === 'noscript' ? elementsIn(noscript, 'img') : [];
    const visible = pictures.filter((picture) => !isPixel(picture));
    if (visible.length === 0 || parent === undefined) return;
    const [beside] = neighbours(noscript, parent.children).filter((node) => lazy.has(node));
    const isCopy =
      (beside !== undefined && lazy.get(beside) !== null) ||
      visible.every((picture) => shown.has(keyOf(attribute(picture, 'src'))));
    replaced.set(noscript, isCopy ? [] : noscript.children);
    if (!isCopy && beside !== undefined) replaced.set(beside as Element, []);
  });
}

/** The nodes before and after an element, beyond white space. */
function neighbours(element: Element, siblings: readonly Nodes[]): Nodes[] {
  const nodes = siblings.filter((node) => node.type !== 'text' || node.value.trim() !== '');
  const at = nodes.indexOf(element);
  return [nodes[at - 1], nodes[at + 1]].flatMap((node) => node ?? []);
}

/** The URL that a script showed; null for a placeholder of which nothing tells what it stands for, undefined for other pictures. */
function lazyUrl(picture: Element, sources: readonly Element[]): string | null | undefined {
  const first = (names: readonly string[]) =>
    names.map((name) => attribute(picture, name)).find(isPictureUrl);
  const src = attribute(picture, 'src');
  const isPlaceholder =
    PLACEHOLDER.test(src) || (isPixel(picture) && first(REPLACED) !== undefined);
  if (!isPlaceholder) return first(LAZY);
  const sets = [picture, ...sources].flatMap((node) => SETS.map((name) => attribute(node, name)));
  return first([...LAZY, ...ORIGINAL]) ?? largest(sets) ?? null;
}

/** A tracking pixel shows nothing. */
function isPixel(picture: Element): boolean {
  const sides = [attribute(picture, 'width'), attribute(picture, 'height')];
  const isHidden = /display:\s*none/.test(attribute(picture, 'style'));
  return isHidden || sides.some((side) => /^[01](?:px)?$/.test(side));
}

/** A template such as `a_{width}.jpg` is not a URL. */
function isPictureUrl(url: string): boolean {
  return (/^(?:https?:)?\/\/|^\.{0,2}\/./i.test(url) || isPicturePath(url)) && !/[{}]/.test(url);
}

/** The largest candidate of sets: the widest, or the densest. */
function largest(sets: readonly string[]): string | undefined {
  const candidates = sets
    .flatMap((set) => set.split(/,\s+|,(?=(?:https?:)?\/)/))
    .map((candidate) => candidate.trim().split(/\s+/))
    .filter(([url = '']) => isPictureUrl(url) && !PLACEHOLDER.test(url))
    .map(([url, size = '1x']) => ({ url, size: Number.parseFloat(size) || 1 }));
  return candidates.toSorted((a, b) => b.size - a.size)[0]?.url;
}

/** The same for all sizes of a picture that WordPress and its servers have made. */
function keyOf(url: string): string {
  return url
    .replace(/^(?:https?:)?\/\/(?:i\d\.wp\.com\/)?(?:www\.)?|[?#].*$/gs, '')
    .replace(/-(?:\d+x\d+|scaled)(\.\w+)$/, '$1');
}
