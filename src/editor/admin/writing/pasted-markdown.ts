import type { Element, ElementContent } from 'hast';
import type { Html } from 'mdast';
import { defaultHandlers, type Handlers } from 'mdast-util-to-markdown';
import rehypeRemark, { type Options } from 'rehype-remark';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { type Processor, unified } from 'unified';
import { elementsOf, make } from './pasted-elements.ts';

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
  const [first, ...others] = node.children;
  const isTask = first?.type === 'element' && first.tagName === 'input';
  const children = state.toFlow(state.all(isTask ? { ...node, children: others } : node));
  return {
    type: 'listItem',
    checked: isTask ? first.properties.checked === true : null,
    spread: children.filter(({ type }) => type !== 'list').length > 1,
    children,
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

const markdownWriter = unified()
  .use(rehypeRemark, {
    handlers: {
      li: item,
      sub: tags,
      sup: tags,
      'footnote-reference': reference,
      footnote: definition,
      'x-source': (_, { properties }) => inlineHtml(String(properties.source ?? '')),
      'x-formula': (_, { properties }) => ({ type: 'html', value: String(properties.source) }),
    },
  })
  .use(remarkGfm, { tablePipeAlign: false })
  .use(leaveUrls)
  .use(remarkStringify, {
    bullet: '-',
    rule: '-',
    listItemIndent: 'one',
    // A dollar sign can start a formula.
    unsafe: [{ character: '$', inConstruct: 'phrasing' }],
    handlers: {
      link: withReadableUrl(defaultHandlers.link),
      image: withReadableUrl(defaultHandlers.image),
      break: (_, __, { stack }) => (stack.includes('tableCell') ? '<br>' : '\\\n'),
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

export function toMarkdown(children: ElementContent[]) {
  const tree = markdownWriter.runSync({ type: 'root', children });
  const isPlain = tree.children.every(
    (block) =>
      block.type === 'paragraph' &&
      block.children.every(({ type }) => /^(?:text|break)$/.test(type)),
  );
  const isInline = tree.children.length === 1 && tree.children[0]?.type === 'paragraph';
  return { text: markdownWriter.stringify(tree).trim(), isInline, isPlain };
}

const htmlWriter = unified().use(rehypeStringify, { allowDangerousHtml: true }).freeze();

export function tableOf(table: Element): Element {
  if (!isBeyondMarkdown(table)) return table;
  const source = htmlWriter.stringify({ type: 'root', children: [asMarkup(table)] });
  return make('x-formula', [], { source });
}

/** True for two rows of headings, and for cells that span others or hold blocks. */
function isBeyondMarkdown(table: Element): boolean {
  const [head] = table.children;
  const isBeyond = ({ tagName, properties: { colSpan, rowSpan } }: Element) =>
    (colSpan ?? rowSpan) !== undefined ||
    /^(?:h[1-6]|p|pre|[uo]l|blockquote|table|hr|x-formula)$/.test(tagName);
  return elementsOf(table).some(isBeyond) || (head?.type === 'element' && head.children.length > 1);
}

/** Cells with what is written in Markdown alone stand between blank lines, where that is read. */
function asMarkup(node: ElementContent): ElementContent {
  if (node.type === 'text') return { ...node, value: node.value.replaceAll('\n\n', '\n \n') };
  if (node.type !== 'element') return node;
  const isCell = /^t[dh]$/.test(node.tagName);
  const inCell = isCell ? elementsOf(node) : [];
  if (inCell.some(({ tagName }) => /^(?:x-\w+|footnote-reference|img)$/.test(tagName))) {
    const value = `\n\n${toMarkdown(node.children).text}\n\n`;
    return { ...node, children: [{ type: 'raw', value }] };
  }
  const children = node.children.map(asMarkup);
  const isOfLines = /^(?:[uo]l|table|t(?:head|body)|blockquote)$/.test(node.tagName);
  const line: ElementContent = { type: 'text', value: '\n' };
  return {
    ...node,
    children: isOfLines ? [line, ...children.flatMap((child) => [child, line])] : children,
  };
}
