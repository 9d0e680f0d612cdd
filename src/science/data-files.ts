import type { Element } from 'hast';
import { dataUrl } from '../text/data-links.ts';
import { h } from '../text/hast.ts';
import type { Kind, Placeholder } from '../text/placeholders.ts';
import type { DrawingContext } from './drawer.ts';

/** Data of a post that readers can download: the bytes of a block as its author wrote them. */
export type DataFile = {
  /** The label, or the number of the block among those with data. */
  name: string;
  content: string;
};

/** Kinds whose source is data. */
const DATA_KINDS: ReadonlySet<Kind> = new Set(['csv', 'dose-response']);

const LINES = /[^\r\n]*(?:\r\n|\r|\n|$)/g;

/**
 * The data of a body, by its elements.
 *
 * @param body as its author wrote it
 */
export function dataFilesOf(
  elements: readonly Placeholder[],
  body: string,
): Map<Placeholder, DataFile> {
  const data = elements.filter(({ kind, isBlock }) => DATA_KINDS.has(kind) && isBlock);
  if (data.length === 0) return new Map();
  const lines = body.match(LINES) ?? [];
  return new Map(
    data.map((element, index) => [
      element,
      { name: element.label ?? `${index + 1}`, content: asWritten(element, lines) },
    ]),
  );
}

/**
 * The parsers make all line ends the same; those of the body are read from its lines, where these end with the
 * lines of the element. In a list or quotation they begin with more.
 */
function asWritten({ source, line }: Placeholder, lines: readonly string[]): string {
  const text = source.endsWith('\n') ? source.slice(0, -1) : source;
  const own = lines.slice(line - 1, line + text.split('\n').length);
  // hast-util-raw drops a line break at the start.
  return matched(text, own) ?? matched(`\n${text}`, own) ?? source;
}

function matched(text: string, lines: readonly string[]): string | null {
  const written = text.split('\n').map((content, index) => {
    const found = lines[index] ?? '';
    const end = /[\r\n]*$/.exec(found)?.[0] ?? '';
    return found.slice(0, found.length - end.length).endsWith(content) ? content + end : null;
  });
  return written.includes(null) ? null : written.join('');
}

/** The post that it belongs to is not known yet (`data-links.ts`). */
export function downloadLink(block: Placeholder, { dataFiles }: DrawingContext): Element {
  const href = dataUrl(dataFiles.get(block)?.name ?? '');
  return h(
    'p',
    {},
    h('a', { className: ['data-download'], href, download: true }, 'Download as CSV'),
  );
}
