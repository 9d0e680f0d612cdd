import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast';
import { detectFormat } from '../../rendering/body.ts';
import { isBlock, isTextless } from '../../rendering/html-document.ts';
import { readFragment, writeFragment } from '../../text/sanitizer/fragment.ts';
import type { Note } from '../source.ts';
import { codeRanges, rangeFinder } from '../text/code-ranges.ts';
import { findDelimited } from '../text/delimited.ts';
import { applyEdits, type Edit } from '../text/edits.ts';

/** The embedded pages and films of a body become links: they would be taken out. Those in code are text. */
export function linkEmbeds(
  html: string,
  format: 'markdown' | 'html',
): { html: string; notes: Note[] } {
  if (!/<(?:iframe|embed)\b/i.test(html)) return { html, notes: [] };
  const hosts = new Set<string>();
  const isCode = rangeFinder(format === 'markdown' ? codeRanges(html) : []);
  const linked = html.replace(EMBEDDED, (whole, _tag, attributes: string, at: number) => {
    if (isCode(at)) return whole;
    const [, double, single] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? [];
    const url = URL.parse(
      (double ?? single ?? '').replace(/&(?:amp|#38|#x26);/g, '&').replace(/^\/\//, 'https://'),
    );
    if (url === null || !/^https?:$/.test(url.protocol)) return whole;
    hosts.add(url.host);
    const href = escapeHtml(watchUrl(url));
    return `<a href="${href}">${href}</a>`;
  });
  if (hosts.size === 0) return { html, notes: [] };
  const message = `Embedded pages become links: ${[...hosts].join(', ')}.`;
  return { html: linked, notes: [{ kind: 'changed', message }] };
}

const EMBEDDED = /<(iframe|embed)\b([^<>]*)>(?:[^<]*<\/\1>)?/gi;

/** The page of a video instead of its player. */
function watchUrl(url: URL): string {
  // Embedly, which Medium embeds by, shows the page of this parameter.
  const shown =
    url.host === 'cdn.embedly.com' ? URL.parse(url.searchParams.get('url') ?? '') : null;
  if (shown !== null && /^https?:$/.test(shown.protocol)) return shown.href;
  const [, youtube] = /^\/(?:embed|v)\/([\w-]+)(?:&|$)/.exec(url.pathname) ?? [];
  if (youtube !== undefined && /(?:^|\.)youtube(?:-nocookie)?\.com$/.test(url.host)) {
    return `https://www.youtube.com/watch?v=${youtube}`;
  }
  const [, vimeo] = /^\/video\/(\d+)$/.exec(url.pathname) ?? [];
  if (vimeo !== undefined && url.host === 'player.vimeo.com') return `https://vimeo.com/${vimeo}`;
  return url.href;
}

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

/**
 * HTML of another system so that it is read as HTML here: all of its text in blocks, without blank lines that would
 * make Markdown of it. What is so already stays byte for byte.
 */
export function asHtmlBody(html: string): string {
  if (html.trim() === '' || detectFormat(html) === 'html') return html;
  const dense = withoutBlankLines(html);
  if (detectFormat(dense) === 'html') return dense;
  const wrapped = withWrappedText(dense);
  return detectFormat(wrapped) === 'html' ? wrapped : `<div>\n${dense.trim()}\n</div>`;
}

/** Paragraphs around the text that stands between blocks. All else stays as it is: in one box, blocks would lose their margins. */
function withWrappedText(html: string): string {
  const edits: Edit[] = [];
  let run: RootContent[] = [];
  const wrap = () => {
    const isLoose = (node: RootContent) => !isTextless(node);
    const loose = run.slice(run.findIndex(isLoose), run.findLastIndex(isLoose) + 1);
    run = [];
    const start = loose[0]?.position?.start.offset;
    const end = loose.at(-1)?.position?.end.offset;
    if (start === undefined || end === undefined) return;
    const hasBlock = loose.some((node) => findElements(node, isBlock).length > 0);
    const tag = hasBlock ? 'div' : 'p';
    const text = html.slice(start, end).trim();
    edits.push({ start, end, text: `\n<${tag}>${text}</${tag}>\n` });
  };
  for (const node of parseHtml(html)?.children ?? []) {
    if (isBlock(node)) wrap();
    else run.push(node);
  }
  wrap();
  return withoutBlankLines(applyEdits(html, edits)).trim();
}

/**
 * Parts of HTML in turn: what is outside of the elements of these names, and each of these elements. One that never ends
 * is none.
 */
export function splitVerbatim(html: string, names: readonly string[]): string[] {
  const endOf = new Map(names.map((name) => [name, new RegExp(`</${name}>`, 'gi')]));
  const elements = findDelimited(html, {
    opening: new RegExp(`<(${names.join('|')})\\b`, 'gi'),
    closing: ([, name = '']) => endOf.get(name.toLowerCase()) as RegExp,
  });
  let at = 0;
  const parts: string[] = [];
  for (const { start, end } of elements) {
    parts.push(html.slice(at, start), html.slice(start, end));
    at = end;
  }
  return [...parts, html.slice(at)];
}

/** Blank lines mean something in `pre` alone. */
export function withoutBlankLines(html: string): string {
  return splitVerbatim(html, ['pre'])
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\n[ \t\r]*(?=\n)/g, '')))
    .join('');
}

/** Rewrites a tree from the leaves up: each element becomes what `change` returns for it. */
export function mapElements(node: Root, change: (element: Element) => ElementContent[]): Root {
  const visit = (children: readonly Nodes[]): ElementContent[] =>
    children.flatMap((child) => {
      if (child.type !== 'element') return [child as ElementContent];
      return change({ ...child, children: visit(child.children) });
    });
  return { ...node, children: visit(node.children) as RootContent[] };
}

/** Parses markup; null when it is nested too deeply. */
export function parseHtml(html: string): Root | null {
  return readFragment(html);
}

export function printHtml(children: readonly Nodes[]): string {
  return writeFragment({ type: 'root', children: children as RootContent[] });
}

export function hasClass({ properties }: Element, name: string): boolean {
  const { className } = properties;
  return Array.isArray(className) && className.includes(name);
}

/** All elements below a node that match, in document order. */
export function findElements(node: Nodes, matches: (element: Element) => boolean): Element[] {
  if (!('children' in node)) return [];
  return node.children.flatMap((child) =>
    child.type === 'element'
      ? [...(matches(child) ? [child] : []), ...findElements(child, matches)]
      : [],
  );
}
