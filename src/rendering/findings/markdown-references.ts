import type { Definition, FootnoteDefinition, Nodes } from 'mdast';
import { inline, quoted, type Report } from '../../text/finding.ts';
import { textOf } from './markdown-node.ts';

/** Collects definitions of footnotes and links, and reports those that nothing leads to: they are not shown. */
export function createReferenceCheck() {
  const used = { footnotes: new Set<string>(), links: new Set<string>() };
  const footnotes: FootnoteDefinition[] = [];
  const links: Definition[] = [];

  function collect(node: Nodes): void {
    if (node.type === 'footnoteReference') used.footnotes.add(node.identifier);
    else if (node.type === 'linkReference' || node.type === 'imageReference') {
      used.links.add(node.identifier);
    } else if (node.type === 'footnoteDefinition') footnotes.push(node);
    else if (node.type === 'definition') links.push(node);
  }

  function check(report: Report): void {
    checkFootnotes(footnotes, used.footnotes, report);
    checkLinks(links, used.links, report);
  }

  return { collect, check };
}

function checkFootnotes(
  footnotes: readonly FootnoteDefinition[],
  used: ReadonlySet<string>,
  report: Report,
): void {
  const defined = new Set<string>();
  for (const node of footnotes) {
    const mark = `[^${inline(node.label ?? node.identifier)}]`;
    if (defined.has(node.identifier)) {
      report(
        'footnote-twice',
        placeOf(node),
        `The footnote ${mark} already has a text: ${quoted(textOf(node))} is not shown.`,
        'error',
      );
    } else if (!used.has(node.identifier)) {
      report(
        'footnote-unused',
        placeOf(node),
        `Nothing in the text refers to footnote ${mark}, so it is not shown: ${quoted(textOf(node))}.`,
        'error',
      );
    }
    defined.add(node.identifier);
  }
}

function checkLinks(links: readonly Definition[], used: ReadonlySet<string>, report: Report): void {
  const addresses = new Map<string, string>();
  for (const node of links) {
    const first = addresses.get(node.identifier);
    const label = `[${inline(node.label ?? node.identifier)}]`;
    if (first !== undefined && first !== node.url) {
      report(
        'link-defined-twice',
        placeOf(node),
        `${label} already has an address: its links lead to ${quoted(first)}, not to ${quoted(node.url)}.`,
      );
    } else if (first === undefined && !used.has(node.identifier) && /^[^/.#:]+$/.test(node.url)) {
      report(
        'definition-not-shown',
        placeOf(node),
        `${quoted(`${label}: ${node.url}`, 80)} is read as the address of a link and is not shown. Write \\[ for the bracket.`,
        'error',
      );
    }
    addresses.set(node.identifier, first ?? node.url);
  }
}

function placeOf({ position }: Nodes) {
  return { line: position?.start.line ?? 1, column: position?.start.column };
}
