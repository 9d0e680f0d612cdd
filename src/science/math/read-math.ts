import type { Literal, Nodes, Paragraph, Parents, PhrasingContent, RootContent } from 'mdast';
import { parseAttributes } from '../../text/attributes.ts';
import type { Report } from '../../text/finding.ts';
import { h, text } from '../../text/hast.ts';
import { LABEL, placeholderProperties } from '../../text/placeholders.ts';
import type { FromMarkdownExtension, Syntax } from '../markdown-syntax.ts';
import { dollarFlow } from './dollar-flow.ts';
import { dollarText } from './dollar-text.ts';
import { DOLLAR } from './dollar-tokens.ts';

/** A formula in a line of text. */
interface InlineMath extends Literal {
  type: 'inlineMath';
  /** Whether it stands between `$$`. */
  isDisplay: boolean;
}

/** A formula in lines of its own. `value` begins right after the opening dollars. */
interface DisplayMath extends Literal {
  type: 'math';
  /** Attributes in braces, as they are written. */
  meta: string;
}

declare module 'mdast' {
  interface PhrasingContentMap {
    inlineMath: InlineMath;
  }
  interface BlockContentMap {
    math: DisplayMath;
  }
  interface RootContentMap {
    inlineMath: InlineMath;
    math: DisplayMath;
  }
}

const nodes: FromMarkdownExtension = {
  enter: {
    mathFlow(token) {
      this.enter({ type: 'math', value: '', meta: '' }, token);
    },
    mathText(token) {
      this.enter({ type: 'inlineMath', value: '', isDisplay: false }, token);
    },
  },
  exit: {
    mathFlowValue(token) {
      const node = this.stack.at(-1);
      if (node?.type === 'math') node.value = withLineFeeds(this.sliceSerialize(token));
    },
    mathFlowAttributes(token) {
      const node = this.stack.at(-1);
      if (node?.type === 'math') node.meta += this.sliceSerialize(token);
    },
    mathFlow(token) {
      this.exit(token);
    },
    mathTextSequence(token) {
      const node = this.stack.at(-1);
      if (node?.type === 'inlineMath') node.isDisplay = this.sliceSerialize(token) === '$$';
    },
    mathTextValue(token) {
      const node = this.stack.at(-1);
      if (node?.type !== 'inlineMath') return;
      const value = withLineFeeds(this.sliceSerialize(token));
      // A cell of a table ends at a bar that is not escaped.
      node.value = this.data.inTable ? value.replace(/\\([\\|])/g, unescapeBar) : value;
    },
    mathText(token) {
      this.exit(token);
    },
  },
};

/** Parsers of HTML change line ends. */
function withLineFeeds(value: string): string {
  return value.replace(/\r\n?/g, '\n');
}

function unescapeBar(written: string, character: string): string {
  return character === '|' ? character : written;
}

/** Formulas in dollars. */
export const dollars: Syntax = {
  tokens: { flow: { [DOLLAR]: dollarFlow }, text: { [DOLLAR]: dollarText } },
  nodes,
};

/** Turns formulas into placeholders, in place. */
export function readMath(parent: Parents, report: Report): void {
  for (const node of parent.children) {
    if (node.type === 'inlineMath') writeInline(node);
    else if ('children' in node) readMath(node, report);
  }
  if (parent.children.some(hasDisplayMath)) readBlocks(parent, report);
}

function readBlocks(parent: Parents, report: Report): void {
  const children: RootContent[] = parent.children;
  const blocks = children.flatMap((node): RootContent[] =>
    node.type === 'paragraph' ? split(node) : [node],
  );
  parent.children = blocks as typeof parent.children;
  for (const node of blocks) if (node.type === 'math') writeDisplay(node, report);
}

function writeInline(node: InlineMath): void {
  const { line, column } = node.position?.start ?? { line: 1, column: 1 };
  const skipped = node.isDisplay ? 2 : 1;
  node.data = {
    hName: 'code',
    hProperties: placeholderProperties({ kind: 'math', line, column: column + skipped }),
    hChildren: [text(node.value)],
  };
}

function writeDisplay(node: DisplayMath, report: Report): void {
  const { line, column } = node.position?.start ?? { line: 1, column: 1 };
  const attributes = parseAttributes(node.meta);
  if (attributes === null) {
    const message = `${node.meta} is not understood. Write the label of a formula as {#eq-name}.`;
    report('malformed-attributes', { line }, message);
  }
  const { label } = attributes ?? {};
  const isLabel = label?.startsWith('eq-') === true && LABEL.test(label);
  if (label !== undefined && !isLabel) {
    const message = `#${label} is not a formula label: those begin with eq-.`;
    report('malformed-label', { line }, message, 'error');
  }
  const properties = placeholderProperties({
    kind: 'math',
    line,
    column: column + 2,
    label: isLabel ? label : undefined,
  });
  node.data = { hName: 'pre', hChildren: [h('code', properties, node.value)] };
}

const ATTRIBUTES = /^[ \t]*(\{#[^{}\n]*\})/;

/** Display formulas end the paragraph that they are written in, as in TeX. */
function split(paragraph: Paragraph): (Paragraph | DisplayMath)[] {
  if (!paragraph.children.some(isDisplay)) return [paragraph];
  const blocks: (Paragraph | DisplayMath)[] = [];
  let words: PhrasingContent[] = [];
  const endWords = () => {
    if (words.some(hasText)) blocks.push(paragraphOf(words));
    words = [];
  };
  for (const node of paragraph.children) {
    const last = blocks.at(-1);
    if (isDisplay(node)) {
      endWords();
      const { value, position } = node;
      blocks.push({ type: 'math', value, meta: '', ...(position && { position }) });
    } else if (node.type === 'text' && words.length === 0 && last?.type === 'math') {
      const [taken = '', meta = ''] = ATTRIBUTES.exec(node.value) ?? [];
      last.meta ||= meta;
      words.push({ ...node, value: node.value.slice(taken.length).trimStart() });
    } else words.push(node);
  }
  endWords();
  return blocks;
}

function hasDisplayMath(node: RootContent): boolean {
  return node.type === 'math' || (node.type === 'paragraph' && node.children.some(isDisplay));
}

function isDisplay(node: PhrasingContent): node is InlineMath {
  return node.type === 'inlineMath' && node.isDisplay;
}

function hasText(node: Nodes): boolean {
  return node.type !== 'text' || node.value.trim() !== '';
}

function paragraphOf(children: PhrasingContent[]): Paragraph {
  const [start, end] = [children[0]?.position?.start, children.at(-1)?.position?.end];
  return { type: 'paragraph', children, ...(start && end && { position: { start, end } }) };
}
