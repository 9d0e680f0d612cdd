import type { Root as HtmlRoot } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { Nodes, Paragraph, Parents } from 'mdast';
import { markdownLineEnding } from 'micromark-util-character';
import type { Code, State, Tokenizer } from 'micromark-util-types';
import { parseAttributes } from '../../text/attributes.ts';
import { quoted, type Report } from '../../text/finding.ts';
import { h, visitElements } from '../../text/hast.ts';
import { CONTAINER_CLASSES, TITLES } from '../../text/placeholders.ts';
import {
  type ContainerFence,
  characterOf,
  exitNode,
  markdownElement,
  nameOf,
  type Syntax,
} from '../markdown-syntax.ts';

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
    line += characterOf(code);
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
    exit: { containerFence: exitNode },
  },
};

/** Containers in containers: blocks are moved as often as they are nested. */
const MAX_DEPTH = 10;

const TOO_DEEP = `Containers can be nested at most ${MAX_DEPTH} deep: the text in this one is shown without it.`;
const NOT_OPEN = 'These colons close a container, but none is open, so they are shown as text.';

type Block = Exclude<Nodes, { type: 'root' }>;

/**
 * `::: {.key-points}` to `:::`. Blocks of one parent belong together: a container that is opened in
 * a list item is closed there.
 */
export function readContainers(parent: Parents, report: Report): void {
  const blocks: Block[] = parent.children;
  if (blocks.some(({ type }) => type === 'containerFence'))
    parent.children = joinBlocks(blocks, report) as never;
  for (const node of parent.children) if ('children' in node) readContainers(node, report);
}

function joinBlocks(blocks: readonly Block[], report: Report): Block[] {
  const outermost: Block[] = [];
  const open: { fence: ContainerFence; children: Block[] }[] = [];
  let tooDeep = 0;
  const add = (blocks: readonly Block[]) => {
    const children = open.at(-1)?.children ?? outermost;
    for (const block of blocks) children.push(block);
  };
  const close = (fence: ContainerFence) => {
    const closed = open.pop();
    if (closed !== undefined) return add(toContainer(closed.fence, closed.children, report));
    add([asText(fence)]);
    report('container-not-open', { line: lineOf(fence) }, NOT_OPEN);
  };
  for (const block of blocks) {
    if (block.type !== 'containerFence') add([block]);
    else if (/^:+$/.test(block.value)) {
      if (tooDeep > 0) tooDeep -= 1;
      else close(block);
    } else if (open.length < MAX_DEPTH) open.push({ fence: block, children: [] });
    else {
      tooDeep += 1;
      report('unknown-container', { line: lineOf(block) }, TOO_DEEP);
    }
  }
  for (const { fence, children } of open.splice(0)) {
    add([asText(fence), ...children]);
    const message = `${quoted(fence.value)} begins a container that is not closed. Close it with a line of three colons.`;
    report('unclosed-container', { line: lineOf(fence) }, message, 'error');
  }
  return outermost;
}

function lineOf({ position }: ContainerFence): number {
  return position?.start.line ?? 1;
}

function asText(fence: ContainerFence): Paragraph {
  return { ...fence, type: 'paragraph', children: [{ type: 'text', value: fence.value }] };
}

function toContainer(fence: ContainerFence, children: Block[], report: Report): Block[] {
  const written = fence.value.replace(/^:+\s*|\s*:+$/g, '');
  // One word is a class, as in Pandoc.
  const attributes = parseAttributes(written.startsWith('{') ? written : `{.${written}}`);
  const name = attributes?.classes.find((each) => CONTAINER_CLASSES.has(each));
  if (attributes === null || name === undefined) {
    const message = `${quoted(fence.value)} is not a container, so its text is shown as ordinary text. Containers are {.key-points}, {.plain-summary} and {.details summary="…"}.`;
    report('unknown-container', { line: lineOf(fence) }, message);
    return children;
  }
  if (name === 'details') {
    const value = nameOf(attributes.values.summary) ?? 'Details';
    const summary = markdownElement('summary', fence, [{ type: 'text', value }]);
    return [markdownElement('details', fence, [summary, ...children])];
  }
  const title = nameOf(attributes.values.title);
  const properties = { className: [name], ...(title === undefined ? {} : { dataName: title }) };
  return [markdownElement('section', fence, children, properties)];
}

/** Gives the containers of a safe tree their titles, in place: paragraphs, for the outline of the text stays its author's. */
export function titleContainers(tree: HtmlRoot): void {
  visitElements(tree, (section) => {
    if (section.tagName !== 'section') return;
    const { dataName, ...properties } = section.properties;
    section.properties = properties;
    const [name] = Array.isArray(properties.className) ? properties.className : [];
    if (name === undefined) return;
    const own = section.children.find((child) => child.type === 'element');
    const heading =
      dataName === undefined && own && /^h[1-6]$/.test(own.tagName) ? textOf(own).trim() : '';
    const title = String(dataName ?? TITLES[String(name)]);
    properties.ariaLabel = heading || title;
    if (heading !== '') return;
    section.children.unshift(h('p', 'container-title', h('strong', {}, title)));
  });
}
