import type { Nodes, Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype, { type Options } from 'remark-rehype';
import { type Processor, unified } from 'unified';
import { boundedTree } from './sanitize.ts';

/** HTML as the author wrote it, not parsed yet. */
type Raw = Extract<Nodes, { type: 'raw' }>;

const options: Options = {
  allowDangerousHtml: true,
  footnoteLabel: 'Footnotes',
  // A heading like the others: readers see where the notes begin.
  footnoteLabelProperties: {},
};

const parser = unified().use(remarkParse).use(remarkGfm).use(leaveMailToTheTree).freeze();
const converter = unified().use(remarkRehype, options).freeze();
const rawReader = unified().use(rehypeRaw).freeze();

/**
 * CommonMark with tables, footnotes, strikethrough, task lists and bare addresses (GitHub's dialect),
 * as a tree of what the author wrote, HTML included: nothing in it is safe yet. Null when it is
 * nested beyond all reason.
 */
export function readMarkdown(markdown: string): Root | null {
  const source = boundedTree(() => parser.parse(markdown));
  const tree = source && boundedTree(() => converter.runSync(source));
  if (tree === null) return null;
  const raw = rawNodes(tree);
  for (const node of raw) closeRawText(node);
  return raw.length > 0 ? boundedTree(() => rawReader.runSync(tree)) : tree;
}

/**
 * Bare mail addresses are looked for twice: by the tokenizer, which tries for one at every word (a
 * quarter of the time that a post takes), and in the text of the finished tree. The second is enough.
 */
function leaveMailToTheTree(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = (data.micromarkExtensions ?? []).flat().map((extension) => ({
    ...extension,
    text: Object.fromEntries(
      Object.entries(extension.text ?? {}).map(([character, constructs]) => [
        character,
        [constructs ?? []].flat().filter(({ name }) => name !== 'emailAutolink'),
      ]),
    ),
  }));
}

/**
 * Elements whose content is text to the HTML parser. One that is opened in a piece of raw HTML and
 * not closed there would take the Markdown after it for its own text, so its tag is shown instead,
 * as GitHub does.
 */
const RAW_TEXT = /<(script|style|title|textarea|xmp|iframe|noembed|noframes|plaintext)\b/gi;

function closeRawText(node: Raw): void {
  const value = node.value.toLowerCase();
  node.value = node.value.replace(RAW_TEXT, (tag, written: string) => {
    const name = written.toLowerCase();
    // `plaintext` cannot be closed.
    return name !== 'plaintext' && value.includes(`</${name}`) ? tag : `&lt;${written}`;
  });
}

function rawNodes(node: Nodes): Raw[] {
  if (node.type === 'raw') return [node];
  return 'children' in node ? node.children.flatMap(rawNodes) : [];
}
