import type { Nodes, Paragraph, Parents, PhrasingContent, RootContent } from 'mdast';
import {
  markdownLineEnding,
  markdownLineEndingOrSpace,
  markdownSpace,
} from 'micromark-util-character';
import type { Code, State, Tokenizer, TokenType } from 'micromark-util-types';
import type { Report } from '../../text/finding.ts';
import { h, text } from '../../text/hast.ts';
import {
  characterOf,
  exitNode,
  type FromMarkdownExtension,
  type MathNode,
  readAttributes,
  readLabel,
  type Syntax,
} from '../markdown-syntax.ts';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathFlow: 'mathFlow';
    mathText: 'mathText';
    /** A line of either: subtokenizing never ends where a line has no token. */
    mathLine: 'mathLine';
  }
}

const [DOLLAR, BACKSLASH] = [36, 92];

/** What may follow the dollars that close a block. */
const META = /^[ \t]*(?:\{[^}]*\}[ \t]*)*$/;

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
    let dollars = 0;
    let [isAfterSpace, isBlank] = [false, false];
    let meta = '';
    return function start(code) {
      effects.enter(type);
      effects.enter('mathLine');
      return open(code);
    };

    function open(code: Code): State | undefined {
      if (code === DOLLAR && dollars < 2) {
        dollars += 1;
        effects.consume(code);
        return open;
      }
      const canOpen = dollars === 2 ? code !== DOLLAR : !isFlow && !markdownLineEndingOrSpace(code);
      return canOpen ? content(code) : nok(code);
    }

    function content(code: Code): State | undefined {
      if (code === null || markdownLineEnding(code)) return lineEnd(code);
      if (code === DOLLAR) return dollar(code);
      isAfterSpace = markdownSpace(code);
      isBlank &&= isAfterSpace;
      effects.consume(code);
      return code === BACKSLASH ? escaped : content;
    }

    function dollar(code: Code): State | undefined {
      if (isAfterSpace && dollars === 1) return nok(code);
      isBlank = false;
      effects.consume(code);
      return dollars === 2 ? second : closed;
    }

    function lineEnd(code: Code): State | undefined {
      if (code === null || (isFlow && isBlank)) return nok(code);
      effects.exit('mathLine');
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      [isAfterSpace, isBlank] = [true, true];
      return lineStart;
    }

    /** A line of the paragraph around a quotation or list does not belong to the formula in it. */
    function lineStart(code: Code): State | undefined {
      if (code === null || (isFlow && parser.lazy[now().line] === true)) return nok(code);
      effects.enter('mathLine');
      return content(code);
    }

    function escaped(code: Code): State | undefined {
      if (code === null || markdownLineEnding(code)) return content(code);
      effects.consume(code);
      return content;
    }

    /** A single dollar, as in `\text{if $x$}`, closes nothing. */
    function second(code: Code): State | undefined {
      if (code !== DOLLAR) return content(code);
      effects.consume(code);
      return isFlow ? after : closed;
    }

    function closed(code: Code): State | undefined {
      const isDigit = code !== null && code >= 48 && code <= 57;
      return dollars === 1 && isDigit ? nok(code) : end(code);
    }

    function after(code: Code): State | undefined {
      if (code === null || markdownLineEnding(code)) return META.test(meta) ? end(code) : nok(code);
      meta += characterOf(code);
      effects.consume(code);
      return after;
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
      const value = this.data.inTable
        ? inner.replace(/\\([\\|])/g, (written, mark) => (mark === '|' ? mark : written))
        : inner;
      this.enter({ type: 'math', value, isDisplay, isBlock: false, meta: '' }, token);
    },
  },
  exit: { mathFlow: exitNode, mathText: exitNode },
};

/** Parsers of HTML change line ends. */
function withLineFeeds(value: string): string {
  return value.replace(/\r\n?/g, '\n');
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
  const place = { line: node.position?.start.line ?? 1 };
  const hint = 'Write the label of a formula as {#eq-name}.';
  const attributes = readAttributes(node.meta, place, report, hint);
  const dataLabel = readLabel(attributes, place, report, 'eq-');
  const properties = { dataScience: 'math', dataLine: place.line, dataLabel };
  node.data = node.isBlock
    ? { hName: 'pre', hChildren: [h('code', properties, node.value)] }
    : { hName: 'code', hProperties: properties, hChildren: [text(node.value)] };
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
