import type { BodyFormat } from '../../../rendering/body.ts';
import type { Tool } from '../writing/shortcuts.ts';
import type { SourceBlock } from './block-at.ts';
import type { BlockForm, Values } from './block-form.ts';
import { CURVE, DATA, EQUATION, FORMULA, REACTION, STRUCTURE } from './science-forms.ts';
import { DETAILS, FIGURE, FOOTNOTE, KEY_POINTS, PLAIN_SUMMARY, TABLE } from './text-forms.ts';

/** What can be inserted: by a form, a tool of the toolbar, or a list at the caret. */
export type InsertKind = {
  name: string;
  group: 'Science' | 'Media' | 'Text';
  /** Further words that find it. */
  keywords: string;
  /** Also edits what there is. */
  form?: BlockForm;
  tool?: Tool;
  list?: 'labels' | 'terms';
};

type Row = [name: string, keywords: string, opens: Pick<InsertKind, 'form' | 'tool' | 'list'>];

const SCIENCE: Row[] = [
  ['Structure', 'molecule smiles chemistry compound draw', { form: STRUCTURE }],
  ['Reaction', 'scheme synthesis chemistry smiles draw', { form: REACTION }],
  ['Formula', 'math latex tex', { form: FORMULA }],
  ['Numbered equation', 'math latex tex formula', { form: EQUATION }],
  ['Citation', 'reference doi bibtex cite source', { tool: 'citation' }],
  ['Table', 'grid cells columns rows', { form: TABLE }],
  ['Table of data (CSV)', 'csv spreadsheet sort download', { form: DATA }],
  ['Dose–response curve', 'response ic50 fit plot chart', { form: CURVE }],
  ['Cross-reference', 'refer see figure table equation', { list: 'labels' }],
  ['Glossary term', 'definition word', { list: 'terms' }],
];

const MEDIA: Row[] = [
  // A new one comes from the library; the form has its words.
  ['Figure', 'picture image photo upload', { tool: 'picture', form: FIGURE }],
  ['Attachment', 'file pdf data download upload', { tool: 'file' }],
];

const TEXT: Row[] = [
  ['Key points', 'summary highlights takeaways', { form: KEY_POINTS }],
  ['Plain summary', 'lay abstract', { form: PLAIN_SUMMARY }],
  ['Details', 'fold collapse supplement conditions', { form: DETAILS }],
  ['Footnote', 'note margin', { form: FOOTNOTE }],
  ['Heading', 'section title h2', { tool: 'heading2' }],
  ['Subheading', 'section title h3 heading', { tool: 'heading3' }],
  ['Bulleted list', 'unordered items', { tool: 'bullets' }],
  ['Numbered list', 'ordered items steps', { tool: 'numbers' }],
  ['Quote', 'quotation', { tool: 'quote' }],
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
export function findKinds(query: string, language: BodyFormat): InsertKind[] {
  const wanted = query.trim().toLowerCase();
  const rank = ({ name, keywords }: InsertKind) => {
    const shown = name.toLowerCase();
    if (shown.startsWith(wanted)) return 0;
    return ` ${shown} ${keywords}`.includes(` ${wanted}`) ? 1 : 2;
  };
  return INSERT_KINDS.filter((kind) => language === 'markdown' || isInHtml(kind))
    .filter((kind) => rank(kind) < 2)
    .toSorted((a, b) => rank(a) - rank(b));
}

function isInHtml({ form, tool, list }: InsertKind): boolean {
  return tool !== undefined || form?.isInHtml === true || list === 'terms';
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
