import type { Tool } from '../writing/shortcuts.ts';
import type { Range } from '../writing/text-edit.ts';
import { type BlockForm, CURVE, FIGURE, STRUCTURE, TABLE, type Values } from './forms.ts';

/** An example, of which a part is selected. */
type Snippet = readonly [block: string, selected: string];

/** What can be inserted: by a form, a tool, a list at the caret, or as an example. */
type Way = { form?: BlockForm; tool?: Tool; list?: 'labels'; snippet?: Snippet };

export type InsertKind = { group: string; name: string; keywords: string } & Way;

const REACTION: Snippet = ['```reaction\nCCO>>CC=O\n```', 'CCO>>CC=O'];
const EQUATION: Snippet = ['$$\nE = mc^2\n$$ {#eq-1}', 'E = mc^2'];

const container = (attributes: string, text: string): Snippet => [
  `::: {${attributes}}\n${text}\n:::`,
  text.replace(/^- /, ''),
];
const POINTS = container('.key-points', '- One point on each line');
const SUMMARY = container('.plain-summary', 'In plain words, without jargon.');
const DETAILS = container('.details summary="Details"', 'What readers can open.');

/** The menu, in its order. */
const KINDS: Record<string, [name: string, keywords: string, way: Way][]> = {
  Science: [
    ['Structure', 'molecule smiles chemistry compound draw', { form: STRUCTURE }],
    ['Reaction', 'scheme synthesis chemistry smiles', { snippet: REACTION }],
    ['Formula', 'math latex tex', { tool: 'formula' }],
    ['Numbered equation', 'math latex tex formula', { snippet: EQUATION }],
    ['Citation', 'reference doi bibtex cite source', { tool: 'citation' }],
    ['Table', 'grid cells columns rows data csv spreadsheet sort', { form: TABLE }],
    ['Dose–response curve', 'response ic50 fit plot chart', { form: CURVE }],
    ['Cross-reference', 'refer see figure table equation', { list: 'labels' }],
  ],
  Media: [
    ['Figure', 'picture image photo upload', { tool: 'picture', form: FIGURE }],
    ['Attachment', 'file pdf data download upload', { tool: 'file' }],
  ],
  Text: [
    ['Key points', 'summary highlights takeaways', { snippet: POINTS }],
    ['Plain summary', 'lay abstract', { snippet: SUMMARY }],
    ['Details', 'fold collapse supplement conditions', { snippet: DETAILS }],
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

export function findKinds(query: string): InsertKind[] {
  const wanted = query.trim().toLowerCase();
  const isNamed = ({ name }: InsertKind) => name.toLowerCase().startsWith(wanted);
  return INSERT_KINDS.filter(({ name, keywords }) =>
    ` ${name.toLowerCase()} ${keywords}`.includes(` ${wanted}`),
  ).toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
}

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
  lang: string;
  /** `{#fig-a name="…"}`; empty without. */
  braces: string;
  body: string;
};

/**
 * A fence, closed or to the end of the text; a picture alone on its line; a table, with the line
 * below it that begins with a colon.
 */
const BLOCK =
  /^(?<marks>`{3,}|~{3,})[ \t]*(?<lang>[\w-]*)[ \t]*(?<options>[^`\n]*)(?:(?<body>(?:\n.*)*?)\n {0,3}\k<marks>[`~]*[ \t]*$|(?:\n.*)*)|^!\[.*\]\(.*?\)[ \t]*(?<braces>\{[^{}\n]*\})?[ \t]*$|^(?<table>\|).*\n[ \t|:-]*-[ \t|:-]*$(?:\n\|.*)*(?:\n(?:[ \t]*\n)?:[ \t]+\S.*)?/gm;

/** The block that a caret is in; null elsewhere, and for one that is indented as part of a list. */
export function blockAt(text: string, caret: number): SourceBlock | null {
  for (const { 0: source, index: start, groups } of text.matchAll(BLOCK)) {
    const end = start + source.length;
    if (caret < start || caret > end) continue;
    const { marks, lang = '', options = '', body, braces = '', table } = groups ?? {};
    if (marks === undefined) {
      return { start, end, lang: table === undefined ? 'picture' : 'table', braces, body: source };
    }
    return body === undefined ? null : { start, end, lang, braces: options, body: body.slice(1) };
  }
  return null;
}
