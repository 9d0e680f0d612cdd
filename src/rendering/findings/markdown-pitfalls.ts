import type { Nodes, Root } from 'mdast';
import type { Report } from '../../text/finding.ts';
import { checkBlock } from './markdown-blocks.ts';
import { checkInline } from './markdown-inline.ts';
import { createReferenceCheck } from './markdown-references.ts';
import { checkText } from './markdown-text.ts';

/**
 * Reports where Markdown loses text, or reads it as syntax that its writer probably did not mean.
 *
 * @param tree as parsed, with positions in `source`
 */
export function findMarkdownPitfalls(tree: Root, source: string, report: Report): void {
  let line = 1;
  const references = createReferenceCheck();
  function visit(node: Nodes, previous: Nodes | undefined): void {
    line = node.position?.start.line ?? line;
    const context = { source, report, line, previous };
    if (node.type === 'text') checkText(node, context);
    else {
      checkBlock(node, context);
      checkInline(node, context);
      references.collect(node);
    }
    if (!('children' in node)) return;
    let before: Nodes | undefined;
    for (const child of node.children) {
      visit(child, before);
      before = child;
    }
  }
  visit(tree, undefined);
  references.check(report);
}
