import type { Nodes } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { DocumentPicture } from './document.ts';

/** Not in the worker: the parser reads character references by the page's own document. */
const parser = unified().use(remarkParse).freeze();

/** Names the opened pictures in a Markdown text by their index. */
export function namePictures(markdown: string, beside: readonly DocumentPicture[]): string {
  const names = new Map(beside.map(({ name }, index) => [name.normalize('NFC'), index]));
  const definitions = new Map<string, string>();
  const edits: { start: number; end: number; text: string }[] = [];
  /** Null for a URL, a path of this site, and a file that was not opened. */
  const opened = (url: string): string | null => {
    const index = isLocal(url) ? names.get(fileName(url)) : undefined;
    return index === undefined ? null : `document-picture:${index}`;
  };
  const tree = parser.parse(markdown);
  visit(tree, 'definition', ({ identifier, url }) => void definitions.set(identifier, url));
  visit(tree, (node: Nodes) => {
    const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    const written = markdown.slice(start, end);
    let text = written;
    if (node.type === 'html') {
      const src = /(<img\b[^>]*\bsrc=["'])([^"']+)/gi;
      text = written.replace(src, (all, before, url) => (opened(url) ? before + opened(url) : all));
    } else if (node.type === 'image' && opened(node.url) !== null) {
      const destination = /\]\(\s*(?:<[^<>]*>|\S*?)(\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)$/;
      text = written.replace(destination, (_, title = '') => `](${opened(node.url)}${title})`);
    } else if (node.type === 'imageReference') {
      const picture = opened(definitions.get(node.identifier) ?? '');
      if (picture) text = written.replace(/\](?:\[[^\]]*\])?$/, `](${picture})`);
    }
    if (text !== written) edits.push({ start, end, text });
  });
  return edits.reduceRight(
    (all, { start, end, text }) => all.slice(0, start) + text + all.slice(end),
    markdown,
  );
}

const isLocal = (url: string) => !/^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(url);

/** Without folders and parameters, decoded; one letter may be written in two ways. */
function fileName(url: string): string {
  const name =
    url
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(name).normalize('NFC');
  } catch {
    return name.normalize('NFC');
  }
}
