import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { Literal, Nodes, Paragraph, Parents, Root } from 'mdast';
import { markdownLineEnding } from 'micromark-util-character';
import type { Code, State, Tokenizer } from 'micromark-util-types';
import { type FenceAttributes, nameOf, parseAttributes } from '../../text/attributes.ts';
import { quoted, type Report } from '../../text/finding.ts';
import { h, visitElements } from '../../text/hast.ts';
import { CONTAINER_CLASSES, TITLES } from '../../text/placeholders.ts';
import { markdownElement } from '../markdown-element.ts';
import type { Syntax } from '../markdown-syntax.ts';

/** A line that opens or closes a container: `::: {.key-points}`, `:::`. */
export interface ContainerFence extends Literal {
  type: 'containerFence';
  /** The line. */
  value: string;
}

declare module 'mdast' {
  interface RootContentMap {
    containerFence: ContainerFence;
  }
  interface BlockContentMap {
    containerFence: ContainerFence;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    containerFence: 'containerFence';
  }
}

const COLON = 58;

/** Three colons or more, then nothing, attributes in braces, or one word; then more colons, as in Pandoc. */
const FENCE = /^:{3}[ \t:]*(?:\{.*[}:]|[\w-]*[ \t:]*)$/;

const tokenize: Tokenizer = (effects, ok, nok) => {
  let line = '';
  return function start(code) {
    effects.enter('containerFence');
    return inside(code);
  };

  function inside(code: Code): State | undefined {
    if (code === null || markdownLineEnding(code)) {
      if (!FENCE.test(line.trimEnd())) return nok(code);
      effects.exit('containerFence');
      return ok(code);
    }
    // Negative codes are of tabs.
    line += code < 0 ? ' ' : String.fromCharCode(code);
    effects.consume(code);
    return inside;
  }
};

/**
 * Fences of containers are blocks of one line, which end a paragraph, list or table above them, as a thematic break
 * does. The fences of one container are matched afterwards, among the blocks of one parent.
 */
export const containerFences: Syntax = {
  tokens: { flow: { [COLON]: { name: 'containerFence', tokenize } } },
  nodes: {
    enter: {
      containerFence(token) {
        this.enter({ type: 'containerFence', value: this.sliceSerialize(token).trim() }, token);
      },
    },
    exit: {
      containerFence(token) {
        this.exit(token);
      },
    },
  },
};

/** Containers in containers. */
const MAX_DEPTH = 10;

type Block = Exclude<Nodes, { type: 'root' }>;
type OpenContainer = { fence: ContainerFence; children: Block[] };

/**
 * Turns what stands between two fences, `::: {.key-points}` and `:::`, into a container, in place. Blocks of one
 * parent belong together: a container that is opened in a list item is closed there.
 */
export function readContainers(tree: Root, report: Report): void {
  visit(tree);

  function visit(parent: Parents): void {
    if (parent.children.some(isFence)) parent.children = joinBlocks(parent.children) as never;
    for (const node of parent.children) if ('children' in node) visit(node);
  }

  function joinBlocks(blocks: readonly Block[]): Block[] {
    const outermost: Block[] = [];
    const open: OpenContainer[] = [];
    /** Fences beyond `MAX_DEPTH`, which are left out: blocks are moved as often as they are nested. */
    let tooDeep = 0;
    const add = (blocks: readonly Block[]) => {
      const children = open.at(-1)?.children ?? outermost;
      for (const block of blocks) children.push(block);
    };
    const openContainer = (fence: ContainerFence) => {
      if (open.length < MAX_DEPTH) open.push({ fence, children: [] });
      else {
        tooDeep += 1;
        report('unknown-container', { line: lineOf(fence) }, TOO_DEEP);
      }
    };
    const closeContainer = (fence: ContainerFence) => {
      const container = tooDeep > 0 ? null : open.pop();
      if (container === null) tooDeep -= 1;
      else if (container !== undefined) add(toContainer(container));
      else {
        add([asText(fence)]);
        report('container-not-open', { line: lineOf(fence) }, NOT_OPEN);
      }
    };
    for (const block of blocks) {
      if (!isFence(block)) add([block]);
      else if (/^:+$/.test(block.value)) closeContainer(block);
      else openContainer(block);
    }
    for (const { fence, children } of open.splice(0)) {
      add([asText(fence)]);
      add(children);
      report('unclosed-container', { line: lineOf(fence) }, unclosed(fence), 'error');
    }
    return outermost;
  }

  function toContainer({ fence, children }: OpenContainer): readonly Block[] {
    const attributes = attributesOf(fence.value);
    const name = attributes?.classes.find((each) => CONTAINER_CLASSES.has(each));
    if (attributes === null || name === undefined) {
      report('unknown-container', { line: lineOf(fence) }, unknown(fence));
      return children;
    }
    if (name === 'details') return [toDetails(fence, attributes, children)];
    const title = nameOf(attributes.values.title);
    const properties = { className: [name], ...(title === undefined ? {} : { dataName: title }) };
    return [markdownElement('section', fence, children, properties)];
  }
}

const TOO_DEEP = `Containers can be nested at most ${MAX_DEPTH} deep: the text in this one is shown without it.`;
const NOT_OPEN = 'These colons close a container, but none is open, so they are shown as text.';

function isFence(node: Nodes): node is ContainerFence {
  return node.type === 'containerFence';
}

function lineOf({ position }: ContainerFence): number {
  return position?.start.line ?? 1;
}

function asText({ value, position }: ContainerFence): Paragraph {
  return {
    type: 'paragraph',
    children: [{ type: 'text', value }],
    ...(position === undefined ? {} : { position }),
  };
}

/** One word is a class, as in Pandoc. */
function attributesOf(fence: string): FenceAttributes | null {
  const written = fence.replace(/^:+\s*|\s*:+$/g, '');
  return parseAttributes(written.startsWith('{') ? written : `{.${written}}`);
}

function unknown({ value }: ContainerFence): string {
  return `${quoted(value)} is not a container, so its text is shown as ordinary text. Containers are {.key-points}, {.plain-summary} and {.details summary="…"}.`;
}

function unclosed({ value }: ContainerFence): string {
  return `${quoted(value)} begins a container that is not closed. Close it with a line of three colons.`;
}

function toDetails(fence: ContainerFence, { values }: FenceAttributes, children: Block[]): Block {
  const value = nameOf(values.summary) ?? 'Details';
  const summary = markdownElement('summary', fence, [{ type: 'text', value }]);
  return markdownElement('details', fence, [summary, ...children]);
}

/** Gives the containers of a safe tree their titles, in place. */
export function titleContainers(tree: HtmlRoot): void {
  visitElements(tree, (element) => {
    if (element.tagName === 'section') addTitle(element);
  });
}

function addTitle(section: Element): void {
  const { dataName, ...properties } = section.properties;
  section.properties = properties;
  const [name] = Array.isArray(properties.className) ? properties.className : [];
  if (name === undefined) return;
  const own = section.children.find((child): child is Element => child.type === 'element');
  const heading = own !== undefined && /^h[1-6]$/.test(own.tagName) ? textOf(own).trim() : '';
  const title = String(dataName ?? TITLES[String(name)]);
  section.properties.ariaLabel = dataName === undefined && heading !== '' ? heading : title;
  if (dataName === undefined && heading !== '') return;
  section.children.unshift(titleElement(title));
}

/** A paragraph, not a heading: the outline of the text stays its author's. */
function titleElement(title: string): ElementContent {
  return h('p', { className: ['container-title'] }, h('strong', {}, title));
}
