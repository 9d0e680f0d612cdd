import type { Nodes, Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype, { type Options } from 'remark-rehype';
import { type Processor, unified } from 'unified';
import { containerFences, readContainers } from '../science/containers/containers.ts';
import {
  captionedTable,
  imageCaptions,
  readCaptions,
  readFences,
} from '../science/markdown-figures.ts';
import { dollars, readMath } from '../science/math/dollars.ts';
import { markCitations } from '../science/references/markdown-citations.ts';
import { boundedTree } from '../server/html/fragment.ts';
import type { Report } from '../text/finding.ts';
import { findMarkdownPitfalls } from './findings/markdown-rules.ts';

type Raw = Extract<Nodes, { type: 'raw' }>;

const options: Options = {
  allowDangerousHtml: true,
  footnoteLabel: 'Footnotes',
  // By default the heading is visually hidden.
  footnoteLabelProperties: {},
  handlers: { table: captionedTable },
};

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(disableEmailTokenizer)
  .data({
    micromarkExtensions: [containerFences.tokens, dollars.tokens],
    fromMarkdownExtensions: [imageCaptions, containerFences.nodes, dollars.nodes],
  })
  .freeze();
const converter = unified().use(remarkRehype, options).freeze();
const rawReader = unified().use(rehypeRaw).freeze();

type ReadOptions = { report: Report; keys: ReadonlySet<string> };

/**
 * Parses GitHub Flavored Markdown to a tree that includes the author's HTML, not sanitized. Null beyond
 * the depth that `boundedTree` allows.
 *
 * @param report receives what Markdown loses or changes
 * @param keys of references, which a text may cite
 */
export function readMarkdown(markdown: string, { report, keys }: ReadOptions): Root | null {
  const source = boundedTree(() => parser.parse(markdown));
  if (source !== null) {
    if (markdown.includes('@')) markCitations(source, markdown, keys);
    findMarkdownPitfalls(source, markdown, report);
    // Most texts have none of it, and each walk takes a hundredth of the time of a text.
    if (markdown.includes(':::')) readContainers(source, report);
    // Before the rest: what a caption holds is read with the rest of the text.
    readCaptions(source, markdown, report);
    readFences(source, markdown, report);
    if (markdown.includes('$')) readMath(source, report);
  }
  const tree = source && boundedTree(() => converter.runSync(source));
  if (tree === null) return null;
  const raw = rawNodes(tree);
  for (const node of raw) escapeUnclosedTags(node);
  return raw.length > 0 ? boundedTree(() => rawReader.runSync(tree)) : tree;
}

/**
 * Bare emails are searched for twice: by the tokenizer, which tries at every word (a quarter of the time
 * of a post), and in the text of the finished tree. The second search is enough.
 */
function disableEmailTokenizer(this: Processor): void {
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
 * Elements whose content the HTML parser reads as text. One that is opened in a piece of raw HTML and not
 * closed there would swallow the Markdown after it, so its tag is escaped, as GitHub does.
 */
const RAW_TEXT = /<(script|style|title|textarea|xmp|iframe|noembed|noframes|plaintext)\b/gi;

function escapeUnclosedTags(node: Raw): void {
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
