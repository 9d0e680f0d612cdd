import type { Tool } from '../writing/shortcuts.ts';
import type { Range } from '../writing/text-edit.ts';
import { type BlockForm, CURVE, FIGURE, STRUCTURE, TABLE, type Values } from './forms.ts';

/** What can be inserted: by a form, a tool, a list at the caret, or as an example of which a part is selected. */
type Way = {
  /** Also edits what there is. */
  form?: BlockForm;
  tool?: Tool;
  list?: 'labels';
  snippet?: readonly [block: string, selected: string];
};

/** Keywords are further words that find it. */
export type InsertKind = { group: string; name: string; keywords: string } & Way;

const snippet = (block: string, selected: string): Way => ({ snippet: [block, selected] });

const container = (attributes: string, text: string) =>
  snippet(`::: {${attributes}}\n${text}\n:::`, text.replace(/^- /, ''));

/** The menu, in its order. */
const KINDS: Record<string, [name: string, keywords: string, way: Way][]> = {
  Science: [
    ['Structure', 'molecule smiles chemistry compound draw', { form: STRUCTURE }],
    [
      'Reaction',
      'scheme synthesis chemistry smiles',
      snippet('```reaction\nCCO>>CC=O\n```', 'CCO>>CC=O'),
    ],
    ['Formula', 'math latex tex', { tool: 'formula' }],
    [
      'Numbered equation',
      'math latex tex formula',
      snippet('$$\nE = mc^2\n$$ {#eq-1}', 'E = mc^2'),
    ],
    ['Citation', 'reference doi bibtex cite source', { tool: 'citation' }],
    ['Table', 'grid cells columns rows data csv spreadsheet sort', { form: TABLE }],
    ['Dose–response curve', 'response ic50 fit plot chart', { form: CURVE }],
    ['Cross-reference', 'refer see figure table equation', { list: 'labels' }],
  ],
  Media: [
    // A new one comes from the library; the form has its words.
    ['Figure', 'picture image photo upload', { tool: 'picture', form: FIGURE }],
    ['Attachment', 'file pdf data download upload', { tool: 'file' }],
  ],
  Text: [
    [
      'Key points',
      'summary highlights takeaways',
      container('.key-points', '- One point on each line'),
    ],
    [
      'Plain summary',
      'lay abstract',
      container('.plain-summary', 'In plain words, without jargon.'),
    ],
    [
      'Details',
      'fold collapse supplement conditions',
      container('.details summary="Details"', 'What readers can open.'),
    ],
    ['Footnote', 'note margin', { tool: 'footnote' }],
    ['Heading', 'section title h2', { tool: 'heading2' }],
    ['Subheading', 'section title h3 heading', { tool: 'heading3' }],
    ['Bulleted list', 'unordered items', { tool: 'bullets' }],
    ['Numbered list', 'ordered items steps', { tool: 'numbers' }],
    ['Quote', 'quotation', { tool: 'quote' }],
    ['Subscript', 'index', { tool: 'subscript' }],
    ['Superscript', 'power exponent', { tool: 'superscript' }],
    ['Link', 'url post', { tool: 'link' }],
    ['Code', 'program source', { tool: 'code' }],
  ],
};

export const INSERT_KINDS = Object.entries(KINDS).flatMap(([group, kinds]) =>
  kinds.map(([name, keywords, way]): InsertKind => ({ group, name, keywords, ...way })),
);

/** The kinds that words find, by the beginnings of words; those whose name begins so come first. */
export function findKinds(query: string): InsertKind[] {
  const wanted = query.trim().toLowerCase();
  const isNamed = ({ name }: InsertKind) => name.toLowerCase().startsWith(wanted);
  return INSERT_KINDS.filter(({ name, keywords }) =>
    ` ${name.toLowerCase()} ${keywords}`.includes(` ${wanted}`),
  ).toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
}

/** The kind of a block that there is, with its values. */
export function kindOf(
  block: SourceBlock,
): { name: string; form: BlockForm; values: Values } | null {
  for (const { name, form } of INSERT_KINDS) {
    const values = form?.read(block) ?? null;
    if (form !== undefined && values !== null) return { name, form, values };
  }
  return null;
}

/** A block of a Markdown text, as it is written. */
export type SourceBlock = Range & {
  /** The language of a fence, or `table`, `picture`. */
  lang: string;
  /** `{#fig-a name="…"}`; empty without. */
  braces: string;
  /** What is in it; of a table and a picture, its lines. */
  body: string;
};

const FENCE = /^(`{3,}|~{3,})\s*([\w-]*)\s*([^`]*)$/;
const PICTURE = /^!\[.*\]\(.*?\)\s*(\{[^{}]*\})?\s*$/;

/** The block that a caret is in; null elsewhere, and for one that is indented as part of a list. */
export function blockAt(text: string, caret: number): SourceBlock | null {
  const lines = text.split('\n');
  let start = 0;
  for (let at = 0; at < lines.length && start <= caret; ) {
    const { count, ...block } = blockFrom(lines, at);
    const end = start + lines.slice(at, at + count).join('\n').length;
    if (caret <= end)
      return block.lang === undefined ? null : { ...block, lang: block.lang, start, end };
    start = end + 1;
    at += count;
  }
  return null;
}

type LinesRead = { count: number; lang?: string; braces: string; body: string };

/** What begins on a line, and how many lines it has; one without a language for any other line. */
function blockFrom(lines: readonly string[], at: number): LinesRead {
  const line = lines[at] ?? '';
  const [, marks, lang = '', braces = ''] = FENCE.exec(line) ?? [];
  if (marks !== undefined) {
    const end = new RegExp(`^ {0,3}${marks}[\`~]*\\s*$`);
    const length = lines.slice(at + 1).findIndex((each) => end.test(each));
    const count = length === -1 ? lines.length - at : length + 2;
    return { count, lang, braces, body: lines.slice(at + 1, at + count - 1).join('\n') };
  }
  const picture = PICTURE.exec(line);
  if (picture !== null) {
    return { count: 1, lang: 'picture', braces: picture[1] ?? '', body: line };
  }
  return tableFrom(lines, at) ?? { count: 1, braces: '', body: '' };
}

/** A table, and the line below it that begins with a colon. */
function tableFrom(lines: readonly string[], at: number): LinesRead | null {
  const isRow = (index: number) => /^\|/.test(lines[index] ?? '');
  if (!isRow(at) || !/^[\s|:-]*-[\s|:-]*$/.test(lines[at + 1] ?? '')) return null;
  let last = at + 1;
  while (isRow(last + 1)) last += 1;
  const below = lines[last + 1]?.trim() === '' ? last + 2 : last + 1;
  if (/^:\s+\S/.test(lines[below] ?? '')) last = below;
  const body = lines.slice(at, last + 1).join('\n');
  return { count: last + 1 - at, lang: 'table', braces: '', body };
}
