import type { Literal, Nodes, Paragraph, Parents, PhrasingContent, RootContent } from 'mdast';
import {
  markdownLineEnding,
  markdownLineEndingOrSpace,
  markdownSpace,
} from 'micromark-util-character';
import type { Code, State, Tokenizer, TokenType } from 'micromark-util-types';
import { parseAttributes } from '../../text/attributes.ts';
import type { Report } from '../../text/finding.ts';
import { h, text } from '../../text/hast.ts';
import { LABEL } from '../../text/placeholders.ts';
import type { FromMarkdownExtension, Syntax } from '../markdown-syntax.ts';

/** `value` starts right after the opening dollars. */
export interface MathNode extends Literal {
  type: 'math';
  /** True between `$$`. */
  isDisplay: boolean;
  isBlock: boolean;
  meta: string;
}

declare module 'mdast' {
  interface PhrasingContentMap {
    math: MathNode;
  }
  interface BlockContentMap {
    math: MathNode;
  }
  interface RootContentMap {
    math: MathNode;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathFlow: 'mathFlow';
    mathText: 'mathText';
    /** A line of either: subtokenizing never ends where a line has no token. */
    mathLine: 'mathLine';
  }
}

const [DOLLAR, BACKSLASH, BRACE_OPEN, BRACE_CLOSE] = [36, 92, 123, 125];

/**
 * In a line by Pandoc's rule: `$…$` without a space inside the dollars or a digit after the closing
 * one, which only the next dollar can be; `$$…$$` may have spaces and single dollars inside.
 * `mathFlow` is `$$…$$` that starts its line, has no blank line, and is followed only by attributes
 * in braces; otherwise the paragraph has it.
 */
function tokenizer(type: TokenType & ('mathFlow' | 'mathText')): Tokenizer {
  return function tokenize(effects, ok, nok) {
    const { parser, now } = this;
    const isFlow = type === 'mathFlow';
    let isDouble = false;
    let isAfterSpace = false;
    return start;

    function start(code: Code): State | undefined {
      effects.enter(type);
      effects.enter('mathLine');
      effects.consume(code);
      return opened;
    }

    function opened(code: Code): State | undefined {
      if (code === DOLLAR && !isDouble) {
        isDouble = true;
        effects.consume(code);
        return opened;
      }
      const canOpen = isDouble ? code !== DOLLAR : !isFlow && !markdownLineEndingOrSpace(code);
      return canOpen ? content(code) : nok(code);
    }

    function content(code: Code): State | undefined {
      if (code === null) return nok(code);
      if (code === DOLLAR) return dollar(code);
      isAfterSpace = markdownLineEndingOrSpace(code);
      if (markdownLineEnding(code)) return lineEnd(code);
      effects.consume(code);
      return code === BACKSLASH ? escaped : content;
    }

    function dollar(code: Code): State | undefined {
      if (isAfterSpace && !isDouble) return nok(code);
      effects.consume(code);
      return isDouble ? second : closed;
    }

    function lineEnd(code: Code): State {
      effects.exit('mathLine');
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return lineStart;
    }

    function escaped(code: Code): State | undefined {
      if (code === null || markdownLineEnding(code)) return content(code);
      isAfterSpace = false;
      effects.consume(code);
      return content;
    }

    /** A line of the paragraph around a quotation or list does not belong to the formula in it. */
    function lineStart(code: Code): State | undefined {
      if (code === null || (isFlow && parser.lazy[now().line] === true)) return nok(code);
      effects.enter('mathLine');
      return isFlow ? indentation(code) : content(code);
    }

    function indentation(code: Code): State | undefined {
      if (!markdownSpace(code)) return markdownLineEnding(code) ? nok(code) : content(code);
      effects.consume(code);
      return indentation;
    }

    /** A single dollar, as in `\text{if $x$}`, closes nothing. */
    function second(code: Code): State | undefined {
      if (code !== DOLLAR) return content(code);
      effects.consume(code);
      return isFlow ? afterFlow : closed;
    }

    function closed(code: Code): State | undefined {
      const isDigit = code !== null && code >= 48 && code <= 57;
      return !isDouble && isDigit ? nok(code) : end(code);
    }

    function afterFlow(code: Code): State | undefined {
      if (code === null || markdownLineEnding(code)) return end(code);
      if (code !== BRACE_OPEN && !markdownSpace(code)) return nok(code);
      effects.consume(code);
      return code === BRACE_OPEN ? attributes : afterFlow;
    }

    function attributes(code: Code): State | undefined {
      if (code === null || markdownLineEnding(code)) return nok(code);
      effects.consume(code);
      return code === BRACE_CLOSE ? afterFlow : attributes;
    }

    function end(code: Code): State | undefined {
      effects.exit('mathLine');
      effects.exit(type);
      return ok(code);
    }
  };
}

const FLOW = /^\$\$([\s\S]*)\$\$([^$\n]*)$/;

const nodes: FromMarkdownExtension = {
  enter: {
    mathFlow(token) {
      const [, value = '', meta = ''] = FLOW.exec(withLineFeeds(this.sliceSerialize(token))) ?? [];
      this.enter({ type: 'math', value, isDisplay: true, isBlock: true, meta: meta.trim() }, token);
    },
    mathText(token) {
      const written = withLineFeeds(this.sliceSerialize(token));
      const isDisplay = written.startsWith('$$');
      const inner = isDisplay ? written.slice(2, -2) : written.slice(1, -1);
      // A cell of a table ends at a bar that is not escaped.
      const value = this.data.inTable ? inner.replace(/\\([\\|])/g, unescapeBar) : inner;
      this.enter({ type: 'math', value, isDisplay, isBlock: false, meta: '' }, token);
    },
  },
  exit: {
    mathFlow(token) {
      this.exit(token);
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

export const dollars: Syntax = {
  tokens: {
    flow: {
      [DOLLAR]: { name: 'mathFlow', tokenize: tokenizer('mathFlow'), concrete: true },
    },
    text: {
      [DOLLAR]: {
        name: 'mathText',
        tokenize: tokenizer('mathText'),
        /** A dollar after a dollar that is text does not open a formula. */
        previous(code) {
          const before = this.events.at(-1)?.[1].type;
          return code !== DOLLAR || before === 'mathText' || before === 'characterEscape';
        },
      },
    },
  },
  nodes,
};

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
