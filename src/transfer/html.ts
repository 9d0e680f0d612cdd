import type { Element, ElementContent, Nodes, Parents, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { detectFormat } from '../rendering/body.ts';
import { boundedTree, writeFragment } from '../server/html/fragment.ts';
import { h } from '../text/hast.ts';
import { isPicturePath } from './pictures.ts';
import { SourceError, type SourcePost } from './source.ts';

const LAZY = ['dataLazySrc', 'dataSrc'];
/** Attributes that they show in place of a placeholder: of jQuery, of Squarespace, and the file that WordPress.com has resized. */
const ORIGINAL = ['dataOriginal', 'dataImage', 'dataOrigFile', 'dataLargeFile'];
const SETS = ['srcSet', 'dataSrcSet', 'dataSrcset', 'dataLazySrcSet', 'dataLazySrcset'];

const PLACEHOLDER =
  /^(?:$|#|about:|data:.{0,1000}$)|\/[\w.-]{0,99}(?:1x1|blank|spacer|transparent|placeholder|pixel|lazy|loading)[\w.-]{0,99}\.\w{3,4}(?:[?#]|$)/i;

/**
 * Lazy pictures get their real URLs, and those in `noscript` move into the text unless they are
 * copies.
 */
function showPictures(tree: Root, { touched, replaced }: Changes): void {
  const noscripts = elementsIn(tree, 'noscript').filter((node) => picturesIn(node).length > 0);
  const hidden = new Set(noscripts.flatMap((noscript) => elementsIn(noscript, 'img')));
  const sourcesOf = new Map(
    elementsIn(tree, 'picture').flatMap((picture) =>
      elementsIn(picture, 'img').map((img) => [img, elementsIn(picture, 'source')]),
    ),
  );
  const shown = new Set<string>();
  for (const img of elementsIn(tree, 'img')) {
    const sources = sourcesOf.get(img) ?? [];
    const url = lazyUrl(img, sources);
    if (!hidden.has(img)) shown.add(keyOf(url ?? attribute(img, 'src')));
    // What stands for nothing known stands for the picture in `noscript`, if there is one.
    if (url === null && noscripts.length > 0) replaced.set(img, []);
    if (!url) continue;
    const { alt, title, width, height } = img.properties;
    img.properties = { src: url, alt, title, width, height };
    touched.add(img);
    for (const source of sources) replaced.set(source, []);
  }
  for (const noscript of noscripts) {
    const isCopy = picturesIn(noscript).every((img) => shown.has(keyOf(attribute(img, 'src'))));
    replaced.set(noscript, isCopy ? [] : noscript.children);
  }
}

function picturesIn(node: Element): Element[] {
  return elementsIn(node, 'img').filter((img) => !isPixel(img));
}

/** The URL that a script showed; null for a placeholder of which nothing tells what it stands for, undefined for other pictures. */
function lazyUrl(picture: Element, sources: readonly Element[]): string | null | undefined {
  const first = (names: readonly string[]) =>
    names.map((name) => attribute(picture, name)).find(isPictureUrl);
  const src = attribute(picture, 'src');
  if (!PLACEHOLDER.test(src) && !isPixel(picture)) return first(LAZY);
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

function largest(sets: readonly string[]): string | undefined {
  const sizeOf = (candidate: string) => Number.parseFloat(/\s(\S+)$/.exec(candidate)?.[1] ?? '1');
  return sets
    .flatMap((set) => set.split(/,\s+|,(?=(?:https?:)?\/)/))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .map((candidate) => candidate.trim().replace(/\s.*/s, ''))
    .find((url) => isPictureUrl(url) && !PLACEHOLDER.test(url));
}

/** The same for all sizes of a picture that WordPress and its servers have made. */
function keyOf(url: string): string {
  return url
    .replace(/^(?:https?:)?\/\/(?:i\d\.wp\.com\/)?(?:www\.)?|[?#].*$/gs, '')
    .replace(/-(?:\d+x\d+|scaled)(\.\w+)$/, '$1');
}

const parser = unified().use(rehypeParse, { fragment: true, verbose: true }).freeze();

/** @throws SourceError when it is nested too deeply */
export function parseHtml(html: string): Root {
  const tree = boundedTree(() => parser.parse(html));
  if (tree === null) throw new SourceError('its text is nested too deeply');
  return tree;
}

export function printHtml(children: readonly Nodes[]): string {
  return writeFragment({ type: 'root', children: children as RootContent[] });
}

export function elementsIn(node: Nodes, ...names: string[]): Element[] {
  const elements: Element[] = [];
  visit(node, 'element', (element) => {
    if (element !== node && names.includes(element.tagName)) elements.push(element);
  });
  return elements;
}

export function attribute({ properties }: Element, name: string): string {
  return String(properties[name] ?? '').trim();
}

export function classesOf({ properties }: Element): string[] {
  return [properties.className ?? []].flat().map(String);
}

export type Changes = { touched: Set<Element>; replaced: Map<Element, ElementContent[]> };

export function applyReplacements(tree: Root, { replaced }: Changes): void {
  const applied = (children: readonly Nodes[]): ElementContent[] =>
    children.flatMap((child) => {
      if (child.type !== 'element') return [child as ElementContent];
      const instead = replaced.get(child);
      if (instead !== undefined) return applied(instead);
      child.children = applied(child.children);
      return [child];
    });
  tree.children = applied(tree.children) as RootContent[];
}

/** Replaces embedded pages and videos by links, since the sanitizer removes them. @returns their hosts */
function linkEmbeds(tree: Root, { replaced }: Changes): Set<string> {
  const hosts = new Set<string>();
  for (const embed of elementsIn(tree, 'iframe', 'embed')) {
    const url = URL.parse(attribute(embed, 'src').replace(/^\/\//, 'https://'));
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    hosts.add(url.host);
    replaced.set(embed, [linkTo(url.href.replace(YOUTUBE, 'https://www.youtube.com/watch?v=$1'))]);
  }
  return hosts;
}

const YOUTUBE = /^.*?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|v)\/([\w-]+).*$/s;

export function linkTo(href: string): Element {
  return h('a', { href }, href);
}

export type UrlKind = 'link' | 'picture' | 'media';

/** Returns null for a URL that stays as it is. */
export type NewUrl = (url: string, kind: UrlKind) => Promise<string | null>;

/** Attributes that hold URLs; the `src` of a picture is one of a picture. */
const URLS: [property: string, kind: UrlKind][] = [
  ['href', 'link'],
  ['src', 'media'],
  ['poster', 'picture'],
];

export async function changeTree(tree: Root, newUrl: NewUrl, adjust?: SourcePost['adjust']) {
  const changes: Changes = { touched: new Set(), replaced: new Map() };
  adjust?.(tree, changes);
  applyReplacements(tree, changes);
  showPictures(tree, changes);
  const hosts = linkEmbeds(tree, changes);
  await rewriteUrls(tree, newUrl, changes);
  return { changes, hosts };
}

/** Gives the URLs of a tree their new values. @param newUrl returns null for one that stays as it is */
async function rewriteUrls(tree: Root, newUrl: NewUrl, { touched, replaced }: Changes) {
  for (const element of elementsIn(tree, 'a', 'img', 'video', 'audio', 'source')) {
    for (const [property, other] of URLS) {
      const kind = element.tagName === 'img' ? 'picture' : other;
      const url = attribute(element, property);
      const moved = url && (await newUrl(url, kind));
      if (!moved) continue;
      // The renderer makes variants of pictures in the library.
      const { srcSet: _, sizes: __, ...properties } = element.properties;
      element.properties = { ...properties, [property]: moved };
      touched.add(element);
    }
  }
  const changed = elementsIn(tree, 'picture').filter((picture) =>
    elementsIn(picture, 'img').some((img) => touched.has(img)),
  );
  for (const source of changed.flatMap((picture) => elementsIn(picture, 'source'))) {
    replaced.set(source, []);
  }
}

/** Elements in which MathJax reads nothing. */
const VERBATIM = new Set(['pre', 'code', 'script', 'style', 'textarea', 'math', 'svg']);
/** A search for the end of a formula ends at the next delimiter. */
const TEX = '((?:[^$\\\\]|\\\\[^()[\\]]){1,2000}?)';
const DISPLAY = `\\$\\$${TEX}\\$\\$|\\\\\\[${TEX}\\\\\\]`;
const FORMULA = new RegExp(`${DISPLAY}|\\\\\\(${TEX}\\\\\\)`, 'g');
const WHOLE = new RegExp(`^\\s*(?:${DISPLAY})\\s*$`, 'g');

/**
 * Formulas that MathJax or KaTeX drew by the delimiters `$$…$$`, `\[…\]` and `\(…\)`. Single
 * dollars may be money, and stay.
 *
 * @returns how many
 */
export function markFormulas(tree: Root): number {
  let count = 0;
  visit(tree, (node, index, parent) => {
    if (node.type === 'element' && VERBATIM.has(node.tagName)) return SKIP;
    if (index === undefined || parent === undefined) return;
    const isDisplay = isParagraphOfText(node);
    if (!isDisplay && node.type !== 'text') return;
    const nodes = withFormulas(textOf(node), isDisplay ? WHOLE : FORMULA);
    if (nodes.length < 2) return;
    count += 1;
    const instead = isDisplay ? [h('pre', {}, ...nodes.slice(1, 2))] : nodes;
    (parent as Parents).children.splice(index, 1, ...(instead as RootContent[]));
    return index + instead.length;
  });
  return count;
}

export function formula(tex: string): Element {
  return h('code', { dataScience: 'math' }, tex.replace(/\s+/g, ' ').trim());
}

/** Editors make `<br>` of the lines of a formula. */
function isParagraphOfText(node: Nodes): boolean {
  return (
    node.type === 'element' &&
    node.tagName === 'p' &&
    node.children.every(
      (child) => child.type === 'text' || (child.type === 'element' && child.tagName === 'br'),
    )
  );
}

function withFormulas(source: string, pattern: RegExp): ElementContent[] {
  const nodes: ElementContent[] = [];
  let at = 0;
  for (const { 0: whole, index, ...groups } of source.matchAll(pattern)) {
    const tex = groups[1] ?? groups[2] ?? groups[3] ?? '';
    // Two sums of money in one paragraph are not a formula.
    if (!/[\\^_=+]/.test(tex)) continue;
    nodes.push(textNode(source.slice(at, index)), formula(tex));
    at = index + whole.length;
  }
  return [...nodes, textNode(source.slice(at))];
}

function textNode(value: string): ElementContent {
  return { type: 'text', value };
}

/** Prints a tree so that it is detected as HTML: in a block, and without blank lines, which would make it Markdown. */
export function toHtmlBody(tree: Root): string {
  visit(tree, (node) => {
    if (node.type === 'element' && node.tagName === 'pre') return SKIP;
    if (node.type === 'text') node.value = node.value.replace(/\n[ \t\r]*(?=\n)/g, '');
    return;
  });
  const dense = printHtml(tree.children).trim();
  return dense === '' || detectFormat(dense) === 'html' ? dense : `<div>\n${dense}\n</div>`;
}
