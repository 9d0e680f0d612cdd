import { type BlockForm, bracesOf, type FormField } from './block-form.ts';
import { htmlText, oneLine, writeFence } from './block-syntax.ts';
import { csvToText, textToCsv } from './cells.ts';
import type { LabelPrefix } from './labels.ts';

export const CAPTION: FormField = { name: 'caption', label: 'Caption (optional)' };
export const CELLS_HINT =
  'The first row is the header. You can paste cells copied from a spreadsheet.';

type FenceOptions = {
  label: LabelPrefix;
  start?: string;
  /** Further attributes. */
  options?: readonly FormField[];
  /** How the field's value and the lines of the block become one another. */
  body?: { read: (source: string) => string | null; write: (value: string) => string };
};

const AS_IT_IS = { read: (source: string) => source, write: (value: string) => value.trim() };
/** A line for each molecule. */
const LINES = {
  read: (source: string) => source,
  write: (value: string) =>
    value
      .replace(/[ \t]+$/gm, '')
      .replace(/\n{2,}/g, '\n')
      .trim(),
};
const CSV = { read: csvToText, write: textToCsv };

function fence(lang: string, field: Omit<FormField, 'name'>, given: FenceOptions): BlockForm {
  const { label: prefix, start = '', options = [], body = AS_IT_IS } = given;
  const names = options.map(({ name }) => name);
  return {
    fields: [{ name: 'body', ...field }, CAPTION, ...options],
    start: { body: start },
    label: prefix,
    isInHtml: true,
    read: (block) => {
      const found = block.lang === lang ? bracesOf(block, ['name', ...names]) : null;
      const value = body.read(block.body);
      if (found === null || value === null) return null;
      return { ...found, body: value, caption: found.name ?? '' };
    },
    write: ({ body: value = '', caption: name = '', label = '', ...values }, language) => {
      const attributes = Object.fromEntries(names.map((key) => [key, values[key]?.trim() ?? '']));
      return writeFence(
        { lang, label, name, options: attributes, body: body.write(value) },
        language,
      );
    },
  };
}

function math(isNumbered: boolean): BlockForm {
  return {
    fields: [{ name: 'body', label: 'Formula', type: 'tex' }],
    ...(isNumbered ? { label: 'eq', isAlwaysNumbered: true } : {}),
    isInHtml: true,
    read: (block) => {
      const found = block.lang === 'math' ? bracesOf(block, []) : null;
      return found && (found.label !== '') === isNumbered ? { ...found, body: block.body } : null;
    },
    write: ({ body = '', label = '' }, language) =>
      language === 'html'
        ? writeFence({ lang: 'math', label, name: '', options: {}, body: body.trim() }, language)
        : `$$\n${body.trim()}\n$$${label === '' ? '' : ` {#${label}}`}`,
  };
}

const FITTED = 'Fitted';

export const STRUCTURE = fence(
  'smiles',
  { label: 'Molecules', type: 'molecules' },
  { label: 'fig', body: LINES },
);
export const REACTION = fence(
  'reaction',
  { label: 'Reaction', type: 'reaction' },
  { label: 'fig' },
);
export const EQUATION = math(true);
export const FORMULA: BlockForm = {
  ...math(false),
  writeInline: ({ body = '' }, language) =>
    language === 'html'
      ? `<code data-science="math">${htmlText(oneLine(body))}</code>`
      : `$${oneLine(body)}$`,
};
export const DATA = fence(
  'csv',
  { label: 'Cells', hint: CELLS_HINT, type: 'cells' },
  { label: 'tbl', start: '\t\t\n\t\t\n\t\t', body: CSV },
);
export const CURVE = fence(
  'dose-response',
  {
    label: 'Measurements',
    hint: `${CELLS_HINT} A third column, “series”, makes several curves.`,
    type: 'cells',
  },
  {
    label: 'fig',
    start: 'concentration (nM)\tsignal (%)\n\t\n\t\n\t\n\t',
    options: [
      { name: 'quantity', label: 'Quantity', placeholder: 'IC50' },
      { name: 'top', label: 'Top plateau', placeholder: FITTED },
      { name: 'bottom', label: 'Bottom plateau', placeholder: FITTED },
      { name: 'hill', label: 'Hill slope', placeholder: FITTED },
    ],
    body: CSV,
  },
);
