import type { Nodes, Paragraph, Parents, PhrasingContent, RootContent } from 'mdast';
import { parseAttributes } from '../../text/attributes.ts';
import type { Report } from '../../text/finding.ts';
import { h, text } from '../../text/hast.ts';
import { LABEL } from '../../text/placeholders.ts';
import type { MathNode } from './dollars.ts';

/** Turns formulas into placeholders, in place. */
export function readMath(parent: Parents, report: Report): void {
  const children: RootContent[] = parent.children;
  const blocks = children.flatMap((node): RootContent[] =>
    node.type === 'paragraph' ? split(node) : [node],
  );
  parent.children = blocks as typeof parent.children;
  for (const node of blocks) {
    if (node.type === 'math') write(node, report);
    else if ('children' in node) readMath(node, report);
  }
}

function write(node: MathNode, report: Report): void {
  const { line } = node.position?.start ?? { line: 1 };
  const dataLabel = labelOf(node, line, report);
  const properties = { dataScience: 'math', dataLine: line, dataLabel };
  node.data = node.isBlock
    ? { hName: 'pre', hChildren: [h('code', properties, node.value)] }
    : { hName: 'code', hProperties: properties, hChildren: [text(node.value)] };
}

function labelOf({ meta }: MathNode, line: number, report: Report): string | undefined {
  const attributes = parseAttributes(meta);
  if (attributes === null) {
    const message = `${meta} is not understood. Write the label of a formula as {#eq-name}.`;
    report('malformed-attributes', { line }, message);
  }
  const { label } = attributes ?? {};
  if (label === undefined || (label.startsWith('eq-') && LABEL.test(label))) return label;
  const message = `#${label} is not a formula label: those begin with eq-.`;
  report('malformed-label', { line }, message, 'error');
  return undefined;
}

const ATTRIBUTES = /^[ \t]*(\{#[^{}\n]*\})/;

/** Display formulas end the paragraph that they are written in, as in TeX. */
function split(paragraph: Paragraph): (Paragraph | MathNode)[] {
  if (!paragraph.children.some(isDisplay)) return [paragraph];
  const blocks: (Paragraph | MathNode)[] = [];
  let words: PhrasingContent[] = [];
  const endWords = () => {
    if (words.some(hasText)) blocks.push(paragraphOf(words));
    words = [];
  };
  for (const node of paragraph.children) {
    const last = blocks.at(-1);
    if (isDisplay(node)) {
      endWords();
      blocks.push({ ...node, isBlock: true });
    } else if (node.type === 'text' && words.length === 0 && last?.type === 'math') {
      const [taken = '', meta = ''] = ATTRIBUTES.exec(node.value) ?? [];
      last.meta ||= meta;
      words.push({ ...node, value: node.value.slice(taken.length).trimStart() });
    } else words.push(node);
  }
  endWords();
  return blocks;
}

function isDisplay(node: PhrasingContent): node is MathNode {
  return node.type === 'math' && node.isDisplay;
}

function hasText(node: Nodes): boolean {
  return node.type !== 'text' || node.value.trim() !== '';
}

function paragraphOf(children: PhrasingContent[]): Paragraph {
  const [start, end] = [children[0]?.position?.start, children.at(-1)?.position?.end];
  return { type: 'paragraph', children, ...(start && end && { position: { start, end } }) };
}
