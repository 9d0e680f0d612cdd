import { parseAttributes } from '../../../text/attributes.ts';
import { csvOf, markdownTable, readTable, rowsOf } from './cells.ts';
import type { SourceBlock } from './kinds.ts';

/** The values of a form, by field. `body` is what a block cannot be without, `label` the label of a numbered one. */
export type Values = Readonly<Record<string, string>>;

/** Attributes, ` {#fig-a name="…"}` with a space before them; empty for none. */
export function inBraces(label: string, values: Values): string {
  const pairs = Object.entries(values).flatMap(([key, value]) => {
    const text = oneLine(value);
    if (text === '') return [];
    return [/^[\w.+-]+$/.test(text) ? `${key}=${text}` : `${key}="${escaped(text, /[\\"]/g)}"`];
  });
  const parts = [...(label === '' ? [] : [`#${label}`]), ...pairs];
  return parts.length === 0 ? '' : ` {${parts.join(' ')}}`;
}

/** What stands in a block's braces; null if there is more than a form knows. */
function bracesOf(braces: string, known: readonly string[]): Values | null {
  const attributes = parseAttributes(braces);
  if (attributes === null || attributes.classes.length > 0) return null;
  const { label = '', values } = attributes;
  return Object.keys(values).every((key) => known.includes(key)) ? { ...values, label } : null;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function escaped(text: string, marks: RegExp): string {
  return text.replace(marks, '\\$&');
}

export type FormField = {
  name: string;
  label: string;
  hint?: string;
  placeholder?: string;
  type?: 'cells' | 'molecules' | 'tick';
  isMore?: true;
};

export type BlockForm = {
  fields: readonly FormField[];
  label: 'fig' | 'tbl';
  /** The values of a block; null for another kind, or for something in it that the form would lose. */
  read: (block: SourceBlock) => Values | null;
  write: (values: Values) => string;
};

const CAPTION: FormField = { name: 'caption', label: 'Caption (optional)' };
const CELLS_HINT =
  'A line for each row, with commas between cells, or cells copied from a spreadsheet. The first row is the header.';

const asCsv = (text: string) => (text.includes('\t') ? csvOf(rowsOf(text)) : text.trim());

const asLines = (text: string) =>
  text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim();

function fence(lang: string, write: (body: string) => string, names: readonly string[] = []) {
  return {
    read: (block: SourceBlock): Values | null => {
      const braces = block.lang === lang ? bracesOf(block.braces, ['name', ...names]) : null;
      return braces && { ...braces, body: block.body, caption: braces.name ?? '' };
    },
    write: ({ body = '', caption = '', label = '', ...values }: Values): string => {
      const source = write(body);
      const runs = [...source.matchAll(/`+/g)].map(([run]) => run.length + 1);
      const ticks = '`'.repeat(Math.max(3, ...runs));
      const options = names.map((name) => [name, values[name] ?? ''] as const);
      // A line with another backtick does not begin a fence.
      const attributes = { name: caption.replaceAll('`', "'"), ...Object.fromEntries(options) };
      return `${ticks}${lang}${inBraces(label, attributes)}\n${source}\n${ticks}`;
    },
  };
}

export const STRUCTURE: BlockForm = {
  fields: [{ name: 'body', label: 'Molecules', type: 'molecules' }, CAPTION],
  label: 'fig',
  ...fence('smiles', asLines),
};

const PLOT = fence('dose-response', asCsv, ['quantity', 'top', 'bottom', 'hill', 'fit']);
const FITTED = { placeholder: 'Fitted', isMore: true } as const;

export const CURVE: BlockForm = {
  fields: [
    {
      name: 'body',
      label: 'Measurements',
      hint: `${CELLS_HINT} A third column, “series”, makes several curves.`,
      placeholder: 'concentration (nM),signal (%)\n1,99\n10,91',
      type: 'cells',
    },
    CAPTION,
    { name: 'quantity', label: 'Quantity', placeholder: 'IC50', isMore: true },
    { name: 'top', label: 'Top plateau', ...FITTED },
    { name: 'bottom', label: 'Bottom plateau', ...FITTED },
    { name: 'hill', label: 'Hill slope', ...FITTED },
    { name: 'fit', label: 'Points only, without a curve', type: 'tick', isMore: true },
  ],
  label: 'fig',
  read: PLOT.read,
  write: ({ fit = '', ...values }) => PLOT.write({ ...values, fit: fit && 'none' }),
};

const DATA = fence('csv', asCsv);

export const TABLE: BlockForm = {
  fields: [
    {
      name: 'body',
      label: 'Cells',
      hint: CELLS_HINT,
      placeholder: 'Compound,IC50 (nM)\n1a,12',
      type: 'cells',
    },
    CAPTION,
    { name: 'isData', label: 'Readers can sort and download it (CSV)', type: 'tick' },
  ],
  label: 'tbl',
  read: (block) => {
    const data = DATA.read(block);
    if (data !== null) return { ...data, isData: 'yes' };
    if (block.lang !== 'table') return null;
    const [, rows = '', caption = '', braces = ''] =
      /^([\s\S]*?)(?:\n+:\s+(.*?)\s*(\{[^{}]*\})?\s*)?$/.exec(block.body) ?? [];
    const known = bracesOf(braces, []);
    return known && { ...readTable(rows), caption, label: known.label ?? '' };
  },
  write: (values) => {
    const { body = '', columns = '', caption = '', label = '', isData = '' } = values;
    if (isData !== '') return DATA.write(values);
    const table = markdownTable(body, columns);
    // A caption without words is not read.
    const words = oneLine(caption) || (label === '' ? '' : 'Table');
    return words === '' ? table : `${table}\n\n: ${words}${inBraces(label, {})}`;
  },
};

/** Alone on its line. */
const PICTURE =
  /^!\[((?:\\.|[^\\\]]|\](?!\())*)\]\((<[^<>]*>|[^\s()]+)(?:\s+"((?:\\.|[^"\\])*)")?\)\s*(?:\{[^{}]*\})?\s*$/;

/** The words of a picture that there is. Where braces follow it and it has no title, those in brackets are its caption. */
export const FIGURE: BlockForm = {
  fields: [
    { name: 'alt', label: 'Alternative text', hint: 'Read out to people who cannot see it.' },
    CAPTION,
  ],
  label: 'fig',
  read: (block) => {
    const [written, inner = '', body = '', title] = PICTURE.exec(block.body) ?? [];
    const known = written && bracesOf(block.braces, title === undefined ? ['fig-alt'] : []);
    if (!known || block.lang !== 'picture') return null;
    const plain = (text: string) => text.replace(/\\([\\"[\]&])/g, '$1');
    const isCaption = block.braces !== '' && title === undefined;
    return {
      body,
      label: known.label ?? '',
      alt: known['fig-alt'] ?? (isCaption ? '' : plain(inner)),
      caption: isCaption ? inner : plain(title ?? ''),
      isTitled: title === undefined ? '' : 'yes',
    };
  },
  write: ({ body = '', label = '', alt = '', caption = '', isTitled = '' }) => {
    const words = oneLine(caption);
    if (label !== '' && (isTitled === '' || words === '')) {
      return `![${words}](${body})${inBraces(label, { 'fig-alt': alt }).trim()}`;
    }
    const title = words === '' ? '' : ` "${escaped(words, /[\\"&]/g)}"`;
    return `![${escaped(oneLine(alt), /[\\[\]]/g)}](${body}${title})${inBraces(label, {}).trim()}`;
  },
};
