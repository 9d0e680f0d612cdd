import type { Tool } from '../writing/shortcuts.ts';
import type { SourceBlock } from './block-at.ts';
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

const container = (attributes: string, text: string): Way => ({
  snippet: [`::: {${attributes}}\n${text}\n:::`, text.replace(/^- /, '')],
});

/** The menu, in its order. */
const KINDS: readonly [group: string, name: string, keywords: string, way: Way][] = [
  ['Science', 'Structure', 'molecule smiles chemistry compound draw', { form: STRUCTURE }],
  [
    'Science',
    'Reaction',
    'scheme synthesis chemistry smiles',
    { snippet: ['```reaction\nCCO>>CC=O\n```', 'CCO>>CC=O'] },
  ],
  ['Science', 'Formula', 'math latex tex', { tool: 'formula' }],
  [
    'Science',
    'Numbered equation',
    'math latex tex formula',
    { snippet: ['$$\nE = mc^2\n$$ {#eq-1}', 'E = mc^2'] },
  ],
  ['Science', 'Citation', 'reference doi bibtex cite source', { tool: 'citation' }],
  ['Science', 'Table', 'grid cells columns rows data csv spreadsheet sort', { form: TABLE }],
  ['Science', 'Dose–response curve', 'response ic50 fit plot chart', { form: CURVE }],
  ['Science', 'Cross-reference', 'refer see figure table equation', { list: 'labels' }],
  // A new one comes from the library; the form has its words.
  ['Media', 'Figure', 'picture image photo upload', { tool: 'picture', form: FIGURE }],
  ['Media', 'Attachment', 'file pdf data download upload', { tool: 'file' }],
  [
    'Text',
    'Key points',
    'summary highlights takeaways',
    container('.key-points', '- One point on each line'),
  ],
  [
    'Text',
    'Plain summary',
    'lay abstract',
    container('.plain-summary', 'In plain words, without jargon.'),
  ],
  [
    'Text',
    'Details',
    'fold collapse supplement conditions',
    container('.details summary="Details"', 'What readers can open.'),
  ],
  ['Text', 'Footnote', 'note margin', { tool: 'footnote' }],
  ['Text', 'Heading', 'section title h2', { tool: 'heading2' }],
  ['Text', 'Subheading', 'section title h3 heading', { tool: 'heading3' }],
  ['Text', 'Bulleted list', 'unordered items', { tool: 'bullets' }],
  ['Text', 'Numbered list', 'ordered items steps', { tool: 'numbers' }],
  ['Text', 'Quote', 'quotation', { tool: 'quote' }],
  ['Text', 'Subscript', 'index', { tool: 'subscript' }],
  ['Text', 'Superscript', 'power exponent', { tool: 'superscript' }],
  ['Text', 'Link', 'url post', { tool: 'link' }],
  ['Text', 'Code', 'program source', { tool: 'code' }],
];

export const INSERT_KINDS: readonly InsertKind[] = KINDS.map(([group, name, keywords, way]) => {
  return { group, name, keywords, ...way };
});

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
