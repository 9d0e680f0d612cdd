import type { Tool } from '../writing/shortcuts.ts';
import type { SourceBlock } from './block-at.ts';
import type { Values } from './block-syntax.ts';
import { type BlockForm, CURVE, FIGURE, REACTION, STRUCTURE, TABLE } from './forms.ts';

/** What can be inserted: by a form, a tool, a list at the caret, or as an example of which a part is selected. */
export type InsertKind = {
  name: string;
  group: 'Science' | 'Media' | 'Text';
  /** Further words that find it. */
  keywords: string;
  /** Also edits what there is. */
  form?: BlockForm;
  tool?: Tool;
  list?: 'labels' | 'terms';
  snippet?: readonly [block: string, selected: string];
};

type Row = [name: string, keywords: string, opens: Omit<InsertKind, 'name' | 'group' | 'keywords'>];

const SCIENCE: Row[] = [
  ['Structure', 'molecule smiles chemistry compound draw', { form: STRUCTURE }],
  ['Reaction', 'scheme synthesis chemistry smiles draw', { form: REACTION }],
  ['Formula', 'math latex tex', { tool: 'formula' }],
  [
    'Numbered equation',
    'math latex tex formula',
    { snippet: ['$$\nE = mc^2\n$$ {#eq-1}', 'E = mc^2'] },
  ],
  ['Citation', 'reference doi bibtex cite source', { tool: 'citation' }],
  ['Table', 'grid cells columns rows data csv spreadsheet sort download', { form: TABLE }],
  ['Dose–response curve', 'response ic50 fit plot chart', { form: CURVE }],
  ['Cross-reference', 'refer see figure table equation', { list: 'labels' }],
  ['Glossary term', 'definition word', { list: 'terms' }],
];

const MEDIA: Row[] = [
  // A new one comes from the library; the form has its words.
  ['Figure', 'picture image photo upload', { tool: 'picture', form: FIGURE }],
  ['Attachment', 'file pdf data download upload', { tool: 'file' }],
];

const container = (attributes: string, text: string) =>
  [`::: {${attributes}}\n${text}\n:::`, text.replace(/^- /, '')] as const;

const TEXT: Row[] = [
  [
    'Key points',
    'summary highlights takeaways',
    { snippet: container('.key-points', '- One point on each line') },
  ],
  [
    'Plain summary',
    'lay abstract',
    { snippet: container('.plain-summary', 'In plain words, without jargon.') },
  ],
  [
    'Details',
    'fold collapse supplement conditions',
    { snippet: container('.details summary="Details"', 'What readers can open.') },
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
];

/** The menu, in its order. */
export const INSERT_KINDS: readonly InsertKind[] = [
  ...SCIENCE.map(inGroup('Science')),
  ...MEDIA.map(inGroup('Media')),
  ...TEXT.map(inGroup('Text')),
];

function inGroup(group: InsertKind['group']) {
  return ([name, keywords, opens]: Row): InsertKind => ({ name, group, keywords, ...opens });
}

/** The kinds that words find, by the beginnings of words; those whose name begins so come first. */
export function findKinds(query: string): InsertKind[] {
  const wanted = query.trim().toLowerCase();
  const rank = ({ name, keywords }: InsertKind) => {
    const shown = name.toLowerCase();
    if (shown.startsWith(wanted)) return 0;
    return ` ${shown} ${keywords}`.includes(` ${wanted}`) ? 1 : 2;
  };
  return INSERT_KINDS.filter((kind) => rank(kind) < 2).toSorted((a, b) => rank(a) - rank(b));
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
