import { plugins } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import type { BibtexConfig } from '@citation-js/plugin-bibtex';
import { lowered, raised } from '../../server/html/unicode-scripts.ts';
import { normalizeCsl } from './normalize-csl.ts';
import { type ReadRecord, type ReadRecords, type Refusal, withoutEntities } from './read-record.ts';
import { type CslItem, type CslName, NAME_VARIABLES, TEXT_VARIABLES } from './reference.ts';

/** An entry of BibTeX; values with their TeX. */
type Entry = { type: string; label: string; properties: Record<string, string | number> };

/**
 * Each step names its format: citation-js guesses that of any other text, and fetches what it takes
 * for a URL.
 */
export function readBibtex(text: string): ReadRecords {
  const { entries, refusals } = parse(text);
  const byLabel = new Map(entries.map(({ entry }) => [entry.label.toLowerCase(), entry]));
  const records: ReadRecord[] = [];
  for (const { entry: written, line } of entries) {
    const entry = withParent(written, byLabel);
    const csl = toCsl(entry);
    const refuse = (message: string) =>
      refusals.push({ line, message: `BibTeX line ${line}: ${message}` });
    if (csl === null) {
      refuse(`a field of ${entry.label} contains TeX that cannot be read.`);
      continue;
    }
    records.push({ line, key: entry.label, csl });
    const shown = TEXT_VARIABLES.map((name) => csl[name] ?? '').join(' ');
    const unread = commandsIn(entry).find((command) => shown.includes(command));
    if (unread !== undefined)
      refuse(`${unread} in ${entry.label} is shown as it is written; this TeX is not known.`);
  }
  return { records, refusals };
}

/** The longest first: `\geqslant` begins with `\geq`. Shown, they have lost the braces of their arguments. */
function commandsIn({ properties }: Entry): string[] {
  const values = Object.values(properties).join(' ');
  const commands = values.match(/\\(?:[A-Za-z]+|[^A-Za-z\s])/g) ?? [];
  return commands.sort((a, b) => b.length - a.length);
}

/** Each entry is parsed alone, so that a broken one costs no other. */
function parse(text: string) {
  const parts = text.split(/^(?=[ \t]*@\s*[a-z]+\s*[{(])/im);
  // Fields may name macros, which stand before them, on one line.
  const isMacro = (part: string) => /^\s*@\s*string\b/i.test(part);
  const macros = parts.filter(isMacro).join(' ').replaceAll('\n', ' ');
  const entries: { entry: Entry; line: number }[] = [];
  const refusals: Refusal[] = [];
  let line = 1;
  for (const part of parts) {
    try {
      const read = ENTRY.test(part)
        ? plugins.input.data(`${macros}\n${part}`, '@biblatex/text')
        : [];
      for (const entry of read as unknown as Entry[]) entries.push({ entry, line });
    } catch (error) {
      refusals.push(refusalOf(`${error}`, part, line));
    }
    line += newlinesIn(part);
  }
  return { entries, refusals };
}

const ENTRY = /^\s*@\s*(?!string\b|comment\b|preamble\b)/i;

function refusalOf(error: string, part: string, line: number): Refusal {
  const [, row = 2, column = 1] = (/at line (\d+) col (\d+)/.exec(error) ?? []).map(Number);
  const at = line + row - 2;
  // What never ends is found at the end of the text.
  const isOpen = at >= line + newlinesIn(part) && column > (part.split('\n').at(-1)?.length ?? 0);
  return isOpen
    ? { line, message: `BibTeX line ${line}: this entry does not end.` }
    : { line: at, column, message: `BibTeX line ${at}, column ${column}: invalid syntax.` };
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}

/** A chapter takes fields of the book that `crossref` names. */
function withParent(entry: Entry, byLabel: ReadonlyMap<string, Entry>): Entry {
  const parent = byLabel.get(`${entry.properties.crossref ?? ''}`.toLowerCase());
  if (parent === undefined || parent === entry) return entry;
  const { title, author: _, ...inherited } = parent.properties;
  const book: Entry['properties'] = title === undefined ? {} : { booktitle: title };
  return { ...entry, properties: { ...inherited, ...book, ...entry.properties } };
}

const { commands, diacritics, fieldTypes } = (plugins.config.get('@bibtex') as BibtexConfig)
  .constants;
const LETTERS: Readonly<Record<string, string | null>> = { ...commands, AA: 'Å', aa: 'å' };

/** Commands in formulas that citation-js does not know, each with its character. */
const SYMBOLS = new Map(
  'approx≈ cdot· circ° degree° dots… equiv≡ geq≥ geqslant≥ greater> infty∞ ldots… leftarrow← leftrightarrow↔ leq≤ leqslant≤ less< muµ pm± prime′ rightarrow→ rightleftharpoons⇌ sim∼ times× to→'
    .split(' ')
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)]),
);
const SYMBOL = new RegExp(
  String.raw`\{?\\(${[...SYMBOLS.keys()].join('|')})(?![A-Za-z])(?:\{\})?\}?`,
  'g',
);
const FORMULA = /\{?\\ce\{([^{}]*)\}\}?/g;
/** Their arguments are read as if they stood alone. */
const WRAPPERS =
  /\\(?:text(?:rm|it|bf|sf|normal|up)?|math(?:rm|it|bf|sf)|mbox|ensuremath|operatorname|mkbibquote|nohyphens?|href\s*\{[^{}]*\})\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g;
/** Spaces, marks of formulas, and what changes no letter: `\,`, `\(`, `\protect`; the names of letters and functions. */
const PLAIN: readonly [RegExp, string][] = [
  [/\\[,;:]/g, ' '],
  [/\\[()]/g, '$'],
  [/\\[!/]|\\(?:protect|displaystyle)(?![A-Za-z])\s*|\\(?:left|right)(?=\s*[([{|.<\\/\])}])/g, ''],
  [/\\(log|ln|exp|max|min)(?![A-Za-z])/g, '$1'],
  [
    /\\(?:text|up)(?=(?:alpha|beta|gamma|delta|epsilon|kappa|lambda|mu|pi|sigma|tau|omega)(?![A-Za-z]))/g,
    '\\',
  ],
];

function withSymbols(value: string): string {
  const plain = withoutEntities(value.replace(/\\&(?=#?\w+;)/g, '&').replace(/&\\#/g, '&#'));
  return PLAIN.reduce((text, [pattern, by]) => text.replace(pattern, by), plain)
    .replace(FORMULA, (_, formula: string) =>
      formula
        .replace(/(?<=[A-Za-z)\]])\d+/g, (digits) => lowered(digits) ?? digits)
        .replace(
          /\^\{?([\d+-]+)\}?|(?<=[\p{L}₀-₉])[+-]+$/gu,
          (sign, inner?: string) => raised(inner ?? sign) ?? sign,
        ),
    )
    .replace(WRAPPERS, '$1')
    .replace(SYMBOL, (_, name: string) => SYMBOLS.get(name) ?? '')
    .replace(
      /\$(?:\^\{?°\}?|([<>→←↔≈·≡≥∞≤±∼×⇌])|\^\{?\\circ\}?)\$/g,
      (_, symbol?: string) => symbol ?? '°',
    );
}

/** Braces around a letter or an accent go with it, unless they hold the argument of a command. */
const LETTER = /(?<!\\[A-Za-z]+)\{\\([A-Za-z]+)\s*\}|\\([A-Za-z]+)(?:\{\}|\s+|(?![A-Za-z]))/g;
const MARKED = String.raw`\\(?<mark>[\x60'^~=."]|(?:[uvHrbdck]|textcommabelow)(?![A-Za-z]))\s*(?:\{(?<base>\p{L}\p{M}*)\}|(?<base>\p{L}\p{M}*))`;
const ACCENT = new RegExp(String.raw`(?<!\\[A-Za-z]+)\{${MARKED}\s*\}|${MARKED}`, 'gu');

/** The entry with TeX's letters and accents as Unicode: citation-js would split names at them. */
function withLetters(entry: Entry): Entry {
  const fields = Object.entries(entry.properties).map(([name, value]) => {
    const type = fieldTypes[name]?.[1] ?? '';
    if (typeof value === 'number') return [name, value];
    if (/^(?:uri|verbatim)$/.test(type))
      return [name, value.replace(/^\{(.*)\}$/, '$1').replace(/\\([_&%#$~{}])/g, '$1')];
    const plain = withSymbols(value).replace(LETTER, letterOf);
    const text = withAccents(withAccents(plain));
    // In braces, a hyphen does not separate the parts of a name.
    return [name, type === 'name' ? text.replace(/-+/g, '{-}') : text];
  });
  return { ...entry, properties: Object.fromEntries(fields) };
}

function letterOf(written: string, braced?: string, bare?: string): string {
  const letter = LETTERS[braced ?? bare ?? ''] ?? '';
  return /^\p{L}+$/u.test(letter) ? letter : written;
}

function withAccents(text: string): string {
  return text.replace(ACCENT, (...match) => {
    const { mark = '', base = '' } = match.at(-1) as Record<string, string>;
    const dotted = base.replace('ı', 'i').replace('ȷ', 'j');
    return `${dotted}${diacritics[mark]}`.normalize('NFC');
  });
}

/** Null when its TeX cannot be read. */
function toCsl(written: Entry): CslItem | null {
  try {
    const entry = withLetters(written);
    const [csl] = plugins.input.data([entry] as never, '@biblatex/entries+list') as unknown as [
      Record<string, unknown>,
    ];
    return complete(normalizeCsl(csl), entry);
  } catch {
    return null;
  }
}

/** Adds fields that the mapping of citation-js loses, and removes values that it invents. */
function complete(csl: CslItem, entry: Entry): CslItem {
  const field = (name: string) => `${entry.properties[name] ?? ''}`.trim();
  const isPreprint = field('entrysubtype') === 'preprint';
  const completed: CslItem = isPreprint ? { ...csl, type: 'article' } : { ...csl };
  if (csl.genre !== undefined) completed.genre = GENRES.get(csl.genre) ?? csl.genre;
  const isMadeUp = entry.type === 'techreport' || csl.genre === field('entrysubtype');
  if (isMadeUp && field('type') === '') delete completed.genre;
  if (csl.page !== undefined) completed.page = csl.page.replace(/\s*(?:–|--+)\s*/g, '-');
  const holder = field('holder').replace(/[{}]/g, '');
  if (entry.type === 'patent' && holder !== '') completed.publisher ??= holder;
  const archive = field('archiveprefix') || field('eprinttype');
  if (/^arxiv$/i.test(archive) && field('eprint') !== '')
    Object.assign(completed, { archive: 'arXiv', archive_location: field('eprint') });
  // What stands beside an address in `howpublished` is no part of it.
  if (/\\url/.test(field('howpublished')))
    completed.publisher = csl.publisher?.replace(/(?<![,;:\s])[,;:\s]*https?:\S*/g, '') ?? '';
  const names = NAME_VARIABLES.map((name) => [name, csl[name]?.map(withFamily)]);
  return normalizeCsl({ ...completed, ...Object.fromEntries(names) });
}

/** A particle ends where a capital begins the family name: López de la Fuente. */
function withFamily(name: CslName): CslName {
  const particles = name['non-dropping-particle'] ?? '';
  const [, particle = '', family = ''] = /^((?:\p{Ll}\S*\s*)*)(.*)$/u.exec(particles) ?? [];
  if (family === '') return name;
  return { ...name, 'non-dropping-particle': particle, family: `${family} ${name.family}` };
}

const GENRES = new Map([
  ['phdthesis', 'PhD thesis'],
  ['mathesis', "Master's thesis"],
  ['bathesis', "Bachelor's thesis"],
  ['techreport', 'technical report'],
  ['resreport', 'research report'],
]);
