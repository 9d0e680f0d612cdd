import { plugins } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import { TYPES_OF_SUBTYPES } from './bibtex-types.ts';
import type { CslItem } from './csl.ts';
import { normalizeCsl } from './normalize-csl.ts';
import { lineAt, type ReadRecord, type ReadRecords, type Refusal } from './read-record.ts';

/** An entry of BibTeX; values with their TeX. */
type Entry = { type: string; label: string; properties: Record<string, string | number> };

/** The parser recurses into braces. */
const MAX_DEPTH = 100;

/**
 * Reads BibTeX and BibLaTeX. Each step names its format: citation-js guesses that of any other text, and fetches what
 * it takes for a URL.
 */
export function readBibtex(text: string): ReadRecords {
  const deep = tooDeep(text);
  if (deep !== null) return { records: [], refusals: [deep] };
  const parsed = parse(text);
  if ('message' in parsed) return { records: [], refusals: [parsed] };
  const lines = linesOf(text);
  const records: ReadRecord[] = [];
  const refusals: Refusal[] = [];
  for (const [index, entry] of parsed.entries.entries()) {
    const line = lines[index] ?? 1;
    const csl = toCsl(entry);
    if (csl === null) {
      refusals.push({
        line,
        message: `BibTeX line ${line}: a field of ${entry.label} has TeX that cannot be read.`,
      });
    } else records.push({ line, key: entry.label, csl });
  }
  return { records, refusals };
}

function parse(text: string): { entries: Entry[] } | Refusal {
  try {
    return { entries: plugins.input.data(text, '@biblatex/text') as unknown as Entry[] };
  } catch (error) {
    const [, line = '1', column = '1'] =
      /at line (\d+) col (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
    return {
      line: Number(line),
      column: Number(column),
      message: `BibTeX line ${line}, column ${column}: invalid syntax.`,
    };
  }
}

/** Null when its TeX cannot be read. */
function toCsl(entry: Entry): CslItem | null {
  try {
    const [csl] = plugins.input.data([entry] as never, '@biblatex/entries+list') as unknown as [
      Record<string, unknown>,
    ];
    return complete(normalizeCsl(csl), entry);
  } catch {
    return null;
  }
}

/** Adds what the mapping of citation-js loses, and takes away what it makes up. */
function complete(csl: CslItem, entry: Entry): CslItem {
  const completed = withArchive(withSubtype(csl, entry), entry);
  const field = (name: string) => fieldOf(entry, name);
  if (csl.genre !== undefined) completed.genre = GENRES.get(csl.genre) ?? completed.genre;
  const isMadeUp =
    field('type') === '' && (entry.type === 'techreport' || csl.type !== completed.type);
  if (isMadeUp) delete completed.genre;
  if (csl.page !== undefined) completed.page = csl.page.replace(/\s*(?:–|--+)\s*/g, '-');
  const holder = field('holder').replace(/[{}]/g, '');
  if (entry.type === 'patent' && holder !== '') completed.publisher ??= holder;
  return completed;
}

function withSubtype(csl: CslItem, entry: Entry): CslItem {
  const type = TYPES_OF_SUBTYPES.get(fieldOf(entry, 'entrysubtype'));
  return type === undefined ? { ...csl } : { ...csl, type };
}

function withArchive(csl: CslItem, entry: Entry): CslItem {
  const eprint = fieldOf(entry, 'eprint');
  const archive = fieldOf(entry, 'archiveprefix') || fieldOf(entry, 'eprinttype');
  if (eprint === '' || !/^arxiv$/i.test(archive)) return csl;
  const isPublished = csl.type !== 'document' && csl.type !== 'manuscript';
  const type = isPublished ? csl.type : 'article';
  return { ...csl, type, archive: 'arXiv', archive_location: eprint };
}

function fieldOf({ properties }: Entry, name: string): string {
  return `${properties[name] ?? ''}`.trim();
}

const GENRES = new Map([
  ['phdthesis', 'PhD thesis'],
  ['mathesis', "Master's thesis"],
  ['bathesis', "Bachelor's thesis"],
  ['techreport', 'technical report'],
  ['resreport', 'research report'],
]);

/** The lines of the entries, without comments, strings and preambles. */
function linesOf(text: string): number[] {
  const starts = text.matchAll(/@\s*([a-z_][\w:+-]*)\s*[{(]/gi);
  return [...starts]
    .filter(([, type = '']) => !/^(?:comment|string|preamble)$/i.test(type))
    .map(({ index }) => lineAt(text, index));
}

function tooDeep(text: string): Refusal | null {
  let depth = 0;
  for (const { 0: brace, index } of text.matchAll(/\\[{}]|[{}]/g)) {
    if (brace === '{') depth += 1;
    else if (brace === '}') depth = Math.max(0, depth - 1);
    if (depth <= MAX_DEPTH) continue;
    const line = lineAt(text, index);
    return { line, message: `BibTeX line ${line}: braces are nested more than ${MAX_DEPTH} deep.` };
  }
  return null;
}
