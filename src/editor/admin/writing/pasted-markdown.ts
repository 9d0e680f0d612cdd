import type { Element, ElementContent, Root } from 'hast';
import type { Html } from 'mdast';
import { defaultHandlers, type Handlers } from 'mdast-util-to-markdown';
import rehypeRemark, { type Options } from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { type Processor, unified } from 'unified';
import { elementsOf, make } from './pasted-elements.ts';
import { toHtml } from './pasted-markup.ts';

/** Writes the blocks of `readRichText` as Markdown. */

type Handle = NonNullable<NonNullable<Options['handlers']>[string]>;

/** Markup in a paragraph; only by its tag's name does the library know that. */
const inlineHtml = (value: string): Html => ({ type: 'html', value, data: { hName: 'span' } });

const tags: Handle = (state, node) => [
  inlineHtml(`<${node.tagName}>`),
  ...state.all(node),
  inlineHtml(`</${node.tagName}>`),
];

const reference: Handle = (_, { properties }) => {
  const number = String(properties.number);
  return { type: 'footnoteReference', identifier: number, label: number };
};

const definition: Handle = (state, node) => {
  const number = String(node.properties.number);
  const children = state.toFlow(state.all(node));
  return { type: 'footnoteDefinition', identifier: number, label: number, children };
};

/** Loose only by paragraphs of its own: the library also counts those of its nested lists. */
const item: Handle = (state, node) => {
  const [first, second, ...rest] = node.children;
  const isTask = first?.type === 'element' && first.tagName === 'input';
  const label = second?.type === 'text' ? { ...second, value: second.value.trimStart() } : second;
  const content = isTask ? { ...node, children: label ? [label, ...rest] : [] } : node;
  return {
    type: 'listItem',
    checked: isTask ? first.properties.checked === true : null,
    spread: node.children.some((child) => child.type === 'element' && child.tagName === 'p'),
    children: state.toFlow(state.all(content)),
  };
};

/** Undoes needless escapes: of an underscore within a word, and of an ampersand that starts no reference. */
function readable(source: string): string {
  return source.replace(/\\([\s\S])/g, (pair, character, at) => {
    const [before, after] = [source.slice(Math.max(0, at - 1), at), source.slice(at + 2, at + 40)];
    const isInWord = /[\p{L}\p{N}]/u.test(before) && /^[\p{L}\p{N}]/u.test(after);
    if (character === '_' && isInWord) return '_';
    return character === '&' && !/^#?\w+;/.test(after) ? '&' : pair;
  });
}

const withReadableUrl =
  (handle: Handlers['link']): Handlers['link'] =>
  (...node) =>
    handle(...node).replace(/\]\(\S*\)$/, readable);

/** An underscore within a word is literal. */
const emphasis: Handlers['emphasis'] = (node, parent, state, info) => {
  const isInWord = /[\p{L}\p{N}]$/u.test(info.before) || /^[\p{L}\p{N}]/u.test(info.after);
  const { options } = state;
  state.options = { ...options, emphasis: isInWord ? '*' : '_' };
  const source = defaultHandlers.emphasis(node, parent, state, info);
  state.options = options;
  return source;
};

const markdownWriter = unified()
  .use(rehypeRemark, {
    handlers: {
      li: item,
      sub: tags,
      sup: tags,
      'footnote-reference': reference,
      footnote: definition,
      'inline-source': (_, { properties }) => inlineHtml(String(properties.source)),
      'block-source': (_, { properties }) => ({ type: 'html', value: String(properties.source) }),
    },
  })
  .use(remarkGfm, { tablePipeAlign: false })
  .use(leaveUrls)
  .use(remarkStringify, {
    bullet: '-',
    emphasis: '_',
    rule: '-',
    listItemIndent: 'one',
    // A dollar sign can start a formula.
    unsafe: [{ character: '$', inConstruct: 'phrasing' }],
    handlers: {
      link: withReadableUrl(defaultHandlers.link),
      image: withReadableUrl(defaultHandlers.image),
      emphasis,
      text: ({ value }, _, state, info) => readable(state.safe(String(value), info)),
    },
  })
  .freeze();

/** Bare URLs become links, as typed ones do: a writer gains nothing from escapes in them. */
function leaveUrls(this: Processor): void {
  const extensions = this.data().toMarkdownExtensions ?? [];
  for (const extension of extensions.flatMap((each) => [each, ...(each.extensions ?? [])])) {
    if (extension.unsafe === undefined || extension.unsafe === null) continue;
    extension.unsafe = extension.unsafe.filter(({ character }) => !/[.:@]/.test(character));
  }
}

export function toMarkdown(blocks: readonly ElementContent[]): string {
  const tree: Root = { type: 'root', children: blocks.map((block) => withSource(block, false)) };
  return markdownWriter.stringify(markdownWriter.runSync(tree)).trim();
}

/** Replaces what Markdown has no form for. */
function withSource(node: ElementContent, inTable: boolean): ElementContent {
  if (node.type !== 'element') return node;
  const { tagName, properties, children } = node;
  if (tagName === 'table' && isBeyondMarkdown(node)) {
    // A blank line would end the markup.
    return make('block-source', [], { source: toHtml([node]).replaceAll('\n\n', '\n&#10;') });
  }
  if (tagName === 'br' && inTable) return make('inline-source', [], { source: '<br>' });
  if (properties.source !== undefined) return make('inline-source', [], properties);
  const isInTable = inTable || tagName === 'table';
  return { ...node, children: children.map((child) => withSource(child, isInTable)) };
}

/** True for cells that span others or hold blocks. Footnotes are not read in markup. */
export function isBeyondMarkdown(table: Element): boolean {
  const elements = elementsOf(table);
  const isBeyond = ({ tagName, properties: { colSpan, rowSpan } }: Element) =>
    (colSpan ?? rowSpan) !== undefined ||
    /^(?:h[1-6]|p|pre|[uo]l|blockquote|table|hr)$/.test(tagName);
  return (
    elements.some(isBeyond) && !elements.some(({ tagName }) => tagName === 'footnote-reference')
  );
}
