import { readBibtex } from './bibtex-reading.ts';
import { normalizeCsl, toText } from './normalize-csl.ts';
import { lineAt, type ReadRecords, type Refusal, withoutEntities } from './read-record.ts';
import { type CslItem, readDoi } from './reference.ts';
import { readRis } from './ris.ts';

/** `csl` is null if only the DOI is known. */
export type Pasted = {
  works: { line: number; key: string; csl: CslItem | null; doi: string }[];
  refusals: Refusal[];
};

/** Opens no connection. */
export function readPasted(text: string): Pasted {
  const source = text.replace(/^\u{FEFF}/u, '').toWellFormed();
  const read = readerOf(source)?.(source);
  if (read === undefined) return readDois(source);
  return { ...read, works: read.records.map((record) => ({ ...record, doi: '' })) };
}

function readerOf(source: string): ((text: string) => ReadRecords) | undefined {
  // DOIs may hold braces and brackets, but not at their beginnings.
  if (/^\s*(?:\[\s*)?[{\]]/.test(source)) return readCslJson;
  if (/^[ \t]*@\s*[a-z]+\s*[{(]/im.test(source)) return readBibtex;
  return /^TY {1,2}-/m.test(source) ? readRis : undefined;
}

const NOTHING = 'This is not BibTeX, RIS or CSL-JSON, and contains no DOI.';

/** A DOI may itself contain commas and semicolons: they separate two where another one begins. */
const SEPARATOR = /\s+|[,;]+(?=[<([{"'“]?(?:doi[:.]|https?:|dx\.|10\.\d{4}|10\/))/i;
const MARK = /^\s*(?:[-*•]|\[?\d{1,3}[.)\]])\s+/;
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

function readDois(text: string): Pasted {
  const pasted: Pasted = { works: [], refusals: [] };
  const lines = withoutEntities(text).split(/\r\n|\r|\n/);
  for (const [index, written] of lines.entries()) {
    const line = index + 1;
    const listed = written.replace(MARK, '').replace(/\b(doi)\s*[:=]?\s*(?=10[./])/gi, '$1:');
    for (const word of listed.split(SEPARATOR)) {
      // No DOI is longer.
      const doi = readDoi(withoutPunctuation(word.slice(0, 2_000)));
      if (doi !== null) pasted.works.push({ line, key: '', csl: null, doi });
      else if (word !== '') {
        const message = `Line ${line}: “${word.slice(0, 60).toWellFormed()}” is not a DOI.`;
        pasted.refusals.push({ line, message });
      }
    }
  }
  return pasted.works.length > 0
    ? pasted
    : { works: [], refusals: [{ line: 1, message: NOTHING }] };
}

/** Brackets that the DOI itself opens stay: `10.1000/a(1)`. */
function withoutPunctuation(word: string): string {
  let text = word.replace(/^[<([{"'“]+/, '');
  const last = () => text.at(-1) ?? '';
  const isUnopened = () => text.split(last()).length > text.split(OPENING[last()] ?? '').length;
  while (/[.,;:"'”]/.test(last()) || (last() in OPENING && isUnopened())) text = text.slice(0, -1);
  return text;
}

function readCslJson(text: string): ReadRecords {
  const read: ReadRecords = { records: [], refusals: [] };
  let items: unknown[] = [];
  try {
    items = [parseCslJson(text)].flat();
  } catch (error) {
    const [, place = text.length] = /at position (\d+)/.exec(`${error}`) ?? [];
    const offset = Number(place);
    const [line, column] = [lineAt(text, offset), offset - text.lastIndexOf('\n', offset - 1)];
    const message = `CSL-JSON line ${line}, column ${column}: invalid syntax.`;
    read.refusals.push({ line, column, message });
  }
  const lines = items.length > 0 ? linesOfItems(text) : [];
  let line = 1;
  for (const item of items) {
    const isItem = typeof item === 'object' && item !== null && !Array.isArray(item);
    // A value that is not an item is reported at the line of the item before it.
    if (isItem) line = lines.shift() ?? line;
    const csl = isItem ? normalizeCsl(item) : undefined;
    if (csl?.title === undefined) {
      const message = `CSL-JSON line ${line}: this is not a reference with a title.`;
      read.refusals.push({ line, message });
    } else {
      const { id, 'citation-key': key } = item as Record<string, unknown>;
      read.records.push({ line, key: toText(key) || toText(id), csl });
    }
  }
  return read;
}

export function parseCslJson(text: string): unknown {
  return JSON.parse(text, (_, value) =>
    typeof value === 'string' ? withoutEntities(value) : value,
  );
}

function linesOfItems(text: string): number[] {
  const top = text.trimStart().startsWith('[') ? 1 : 0;
  const lines: number[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:\\.|[^"\\])*"|[[\]{}]/gs)) {
    if (token === '{' && depth === top) lines.push(lineAt(text, index));
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
  }
  return lines;
}
