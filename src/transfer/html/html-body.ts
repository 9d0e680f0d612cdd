import type { RootContent } from 'hast';
import { detectFormat } from '../../rendering/body.ts';
import { isBlock, isTextless } from '../../rendering/html-document.ts';
import { findDelimited } from '../text/delimited.ts';
import { applyEdits, type Edit } from '../text/edits.ts';
import { findElements, parseHtml } from './tree.ts';

/**
 * Makes a body be detected as HTML: all of its text in blocks, and no blank lines, which would make it Markdown. A body
 * that is detected as HTML already stays byte for byte.
 */
export function asHtmlBody(html: string): string {
  if (html.trim() === '' || detectFormat(html) === 'html') return html;
  const dense = withoutBlankLines(html);
  if (detectFormat(dense) === 'html') return dense;
  const wrapped = withWrappedText(dense);
  return detectFormat(wrapped) === 'html' ? wrapped : `<div>\n${dense.trim()}\n</div>`;
}

/** Wraps text between blocks in paragraphs. One box around all of it would take the margins of the blocks. */
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
 * Splits HTML into what is outside of the named elements (even indexes) and these elements (odd indexes). An element that
 * never ends does not count.
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

/** Removes blank lines, which have a meaning only in `pre`. */
export function withoutBlankLines(html: string): string {
  return splitVerbatim(html, ['pre'])
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\n[ \t\r]*(?=\n)/g, '')))
    .join('');
}
