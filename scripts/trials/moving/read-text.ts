import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

/** A picture of a text: `file` is the hash of the source's file, if it is one of them. */
export type ShownPicture = { url: string; file: string | undefined };

export type Shown = {
  /** All words outside of markup, links and pictures. */
  words: string;
  pictures: ShownPicture[];
};

const parser = unified().use(remarkParse).use(remarkGfm);

/** Reads Markdown by its syntax tree, which the import never makes. */
export function readText(body: string, findFile: (url: string) => string | undefined): Shown {
  const tree = parser.parse(body.replace(/\r\n?/g, '\n'));
  const words: string[] = [];
  const pictures: ShownPicture[] = [];
  const targets = new Map<string, string>();
  visit(tree, 'definition', ({ identifier, url }) => void targets.set(identifier, url));
  const add = (url: string) => {
    const isLocal = !/^(?:[a-z][a-z\d+.-]*:|\/\/|\/media\/)/i.test(url);
    pictures.push({ url, file: isLocal ? findFile(url) : undefined });
  };
  visit(tree, (node: Nodes) => {
    if (node.type === 'image') add(node.url);
    if (node.type === 'imageReference') add(targets.get(node.identifier) ?? '');
    if (node.type === 'html') {
      for (const [, , url = ''] of node.value.matchAll(
        /<img\b[^>]*?\ssrc=(["']?)([^"'\s>]+)\1/gi,
      )) {
        add(url.replaceAll('&amp;', '&'));
      }
      words.push(node.value.replace(/<[^>]*>/g, ' '));
    }
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') {
      words.push(node.value);
    }
  });
  return { words: words.join(' ').replace(/\s+/g, ' ').trim(), pictures };
}
