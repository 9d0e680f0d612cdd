import { readBibtex } from './bibtex-reading.ts';
import { readCslJson } from './csl-json-reading.ts';
import { type ReadRecords, withoutEntities } from './read-record.ts';
import { readDoi } from './reference.ts';
import { readRis } from './ris.ts';

/** The references in a pasted text. */
export type Pasted = ReadRecords & {
  /** DOIs without a record. */
  dois: { line: number; doi: string }[];
};

/** Reads BibTeX, RIS, CSL-JSON or a list of DOIs, told apart by their shapes. Opens no connection. */
export function readPasted(text: string): Pasted {
  const source = text.replace(/^\u{FEFF}/u, '').toWellFormed();
  // DOIs may hold braces and brackets, but not at their beginnings.
  if (/^\s*(?:\[\s*)?[{\]]/.test(source)) return { ...readCslJson(source), dois: [] };
  if (/^[ \t]*@\s*[a-z]+\s*[{(]/im.test(source)) return { ...readBibtex(source), dois: [] };
  if (/^TY {1,2}-/m.test(source)) return { ...readRis(source), dois: [] };
  return readDois(source);
}

const NOTHING = 'This is not BibTeX, RIS or CSL-JSON, and contains no DOI.';

/** A DOI may itself contain commas and semicolons: they separate two where another one begins. */
const SEPARATOR = /\s+|[,;]+(?=[<([{"'“]?(?:doi[:.]|https?:|dx\.|10\.\d{4}|10\/))/i;
/** What begins an item of a list. */
const MARK = /^\s*(?:[-*•]|\[?\d{1,3}[.)\]])\s+/;
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

function readDois(text: string): Pasted {
  const pasted: Pasted = { records: [], dois: [], refusals: [] };
  for (const [index, written] of withoutEntities(text)
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = index + 1;
    const listed = written.replace(MARK, '').replace(/\b(doi)\s*[:=]?\s*(?=10[./])/gi, '$1:');
    for (const word of listed.split(SEPARATOR)) {
      // No DOI is longer.
      const doi = readDoi(withoutPunctuation(word.slice(0, 2_000)));
      if (doi !== null) pasted.dois.push({ line, doi });
      else if (word !== '') {
        const message = `Line ${line}: “${word.slice(0, 60).toWellFormed()}” is not a DOI.`;
        pasted.refusals.push({ line, message });
      }
    }
  }
  if (pasted.dois.length > 0) return pasted;
  return { ...pasted, refusals: [{ line: 1, message: NOTHING }] };
}

/** Brackets that the DOI itself opens stay: `10.1000/a(1)`. */
function withoutPunctuation(word: string): string {
  let text = word.replace(/^[<([{"'“]+/, '');
  const last = () => text.at(-1) ?? '';
  const isUnopened = () => text.split(last()).length > text.split(OPENING[last()] ?? '').length;
  while (/[.,;:"'”]/.test(last()) || (last() in OPENING && isUnopened())) text = text.slice(0, -1);
  return text;
}
