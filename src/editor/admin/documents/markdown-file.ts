import type { Nodes } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { parse, YAMLParseError } from 'yaml';
import type { DocumentPicture, ReadDocument } from './document.ts';

/** The fields of front matter by their names in Pandoc, Quarto, Jekyll and Hugo. */
const FIELDS = {
  title: ['title'],
  description: ['subtitle', 'description', 'abstract', 'summary'],
  author: ['author', 'authors'],
  tags: ['tags', 'keywords', 'categories'],
  works: ['references'],
};

const FRONT_MATTER = /^\u{FEFF}?---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/u;

/**
 * Reads a Markdown file, whose text stays as it is but for its title and its pictures.
 *
 * @param beside the pictures that were opened with it
 */
export function readMarkdownFile(file: string, beside: readonly DocumentPicture[]): ReadDocument {
  const [block = '', yaml = ''] = FRONT_MATTER.exec(file) ?? [];
  const fields = fieldsOf(yaml);
  const valuesOf = (field: keyof typeof FIELDS): unknown[] =>
    Object.entries(fields ?? {})
      .filter(([name]) => FIELDS[field].includes(name.toLowerCase()))
      .flatMap(([, value]) => value);
  const texts = (field: keyof typeof FIELDS) => valuesOf(field).map(textOf).filter(Boolean);
  return {
    title: texts('title')[0] ?? '',
    description: texts('description').join(' '),
    author: texts('author').join(', '),
    tags: texts('tags').flatMap((tag) => tag.split(/\s*,\s*/)),
    text: { markdown: withPictures(file.slice(fields === null ? 0 : block.length), beside) },
    pictures: [...beside],
    works: valuesOf('works').filter((work) => typeof work === 'object' && work !== null),
  };
}

/** Null for what two dividing lines have between them, and for what is not YAML. */
function fieldsOf(yaml: string): object | null {
  try {
    const fields: unknown = parse(yaml) ?? {};
    return typeof fields === 'object' && !Array.isArray(fields) ? fields : null;
  } catch (error) {
    if (error instanceof YAMLParseError) return null;
    throw error;
  }
}

/** Authors may be records with a name. */
function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'name' in value) return textOf(value.name);
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

const parser = unified().use(remarkParse).freeze();

/** Names the opened pictures in a text by their index. */
function withPictures(markdown: string, beside: readonly DocumentPicture[]): string {
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
