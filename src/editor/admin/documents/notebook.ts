import { fenceAround } from '../inserting/block-syntax.ts';
import {
  DocumentParts,
  ONLY_IN_NOTEBOOKS,
  type ReadDocument,
  UnreadableDocumentError,
} from './document.ts';

/** Jupyter's format of notebooks, version 4 (nbformat.readthedocs.io). Texts may be lists of lines. */
type Text = string | string[] | object | undefined;
type MimeBundle = Record<string, Text>;
type Output = {
  output_type?: string;
  text?: Text;
  data?: MimeBundle;
  ename?: string;
  evalue?: string;
};
type Cell = {
  cell_type?: string;
  source?: Text;
  outputs?: Output[];
  attachments?: Record<string, MimeBundle>;
};
type Metadata = {
  title?: string;
  authors?: { name?: string }[];
  language_info?: { name?: string };
  kernelspec?: { language?: string };
};

/** The first one is the sharpest. */
const PICTURES = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Reads a notebook into Markdown: its texts, its code, and what the code has put out. */
export function readNotebook(json: string): ReadDocument {
  const { cells, metadata } = parseNotebook(json);
  const language = metadata.language_info?.name ?? metadata.kernelspec?.language ?? '';
  const parts = new DocumentParts();

  function blocksOf({ cell_type, source, outputs, attachments }: Cell): string[] {
    const text = textOf(source).trim();
    if (cell_type === 'markdown') return [withAttachments(environments(text), attachments ?? {})];
    if (cell_type !== 'code') return text === '' ? [] : [parts.lost('a raw cell')];
    return [fenced(text, language), ...(outputs ?? []).map(shownOutput)];
  }

  /** The richest form of an output that a post can show. */
  function shownOutput({ output_type, text, data = {}, ename, evalue }: Output): string {
    if (output_type === 'error') return fenced(`${ename}: ${evalue}`, '');
    const otherwise = fenced(plainText(textOf(text ?? data['text/plain'])), '');
    const picture = pictureIn(data, '');
    if (picture !== null) return picture;
    const markdown = textOf(data['text/markdown']).trim();
    if (markdown !== '') return markdown;
    const tex = textOf(data['text/latex']).trim();
    if (tex !== '') return displayed(tex.replace(/^\$+(?:\\displaystyle )?|\$+$/g, ''));
    const html = textOf(data['text/html']);
    if (/<table/i.test(html)) return parts.mark({ kind: 'table', html, otherwise });
    const isLost = html !== '' || Object.keys(data).some((type) => type.startsWith('application/'));
    return isLost ? `${otherwise}\n\n${parts.lost(ONLY_IN_NOTEBOOKS)}`.trim() : otherwise;
  }

  function pictureIn(data: MimeBundle, alt: string): string | null {
    const type = PICTURES.find((each) => data[each] !== undefined);
    const bytes = type === undefined ? null : bytesOf(type, textOf(data[type]));
    return type === undefined || bytes === null ? null : `![${alt}](${parts.unnamed(type, bytes)})`;
  }

  function withAttachments(text: string, attachments: Record<string, MimeBundle>): string {
    return text.replace(
      /!\[([^\]]*)\]\(attachment:([^)\s]+)\)/g,
      (_, alt: string, name: string) => {
        return (
          pictureIn(attachments[name] ?? {}, alt) ??
          parts.lost(`the picture ${name}, which is not in the file`)
        );
      },
    );
  }

  return {
    title: metadata.title ?? '',
    description: '',
    author: (metadata.authors ?? []).map(({ name }) => name ?? '').join(', '),
    tags: [],
    text: { markdown: cells.flatMap(blocksOf).filter(Boolean).join('\n\n') },
    marks: parts.marks,
    pictures: parts.pictures,
    works: [],
  };
}

function parseNotebook(json: string): { cells: Cell[]; metadata: Metadata } {
  try {
    const { cells, metadata = {} } = Object(JSON.parse(json)) as {
      cells?: Cell[];
      metadata?: Metadata;
    };
    if (Array.isArray(cells)) return { cells, metadata };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UnreadableDocumentError(
    'This is not a notebook that can be read. Save it again in a current Jupyter.',
  );
}

function textOf(text: Text): string {
  if (Array.isArray(text)) return text.join('');
  return typeof text === 'string' ? text : '';
}

/** Without the colours of a terminal. */
function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  return text.replace(/\u001B\[[\d;?]*[A-Za-z]/g, '').trimEnd();
}

/** Code in a fence; empty for none. */
function fenced(code: string, language: string): string {
  if (code.trim() === '') return '';
  const fence = fenceAround(code, '`');
  return `${fence}${language}\n${code}\n${fence}`;
}

const displayed = (tex: string) => `$$\n${tex.trim()}\n$$`;

/** Notebooks also show environments of LaTeX that have no dollars around them. */
function environments(markdown: string): string {
  return markdown.replace(
    /^\\begin\{(equation|align|gather)(\*?)\}([\s\S]*?)\\end\{\1\2\}$/gm,
    (_, name: string, __, tex: string) =>
      displayed(name === 'equation' ? tex : `\\begin{${name}ed}${tex}\\end{${name}ed}`),
  );
}

function bytesOf(type: string, text: string): Uint8Array<ArrayBuffer> | null {
  if (type === 'image/svg+xml') return new TextEncoder().encode(text);
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
