import { statements } from '../content/blog.ts';
import type { CitationStyle, Reference } from '../science/references/reference.ts';

/**
 * What the author of a post writes, one row for each field. Types, rows, lists, the API, form values, drafts, conflicts,
 * revisions, exports and imports follow from it. Runs in the browser too: `post-input.ts` has the schemas of the fields that
 * are more than a text.
 */

export const POST_STATUSES = ['published', 'draft'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

export const AI_USES = ['', 'none', 'assisted', 'generated'] as const;
export type AiUse = (typeof AI_USES)[number];

/** SPDX identifiers (https://spdx.org/licenses/). */
export const LICENSE_IDS = [
  ...(['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'CC-BY-ND-4.0', 'CC-BY-NC-4.0'] as const),
  ...(['CC-BY-NC-SA-4.0', 'CC-BY-NC-ND-4.0'] as const),
];
export type License = (typeof LICENSE_IDS)[number] | '';

export const CITATION_LABELS: Readonly<Record<CitationStyle, string>> = {
  numbered: 'Numbered: [1]',
  'author-date': 'Author and year: (Smith 2020)',
};

/** Maximum lengths in UTF-16 code units, and maximum counts; stated in the API document. */
export const LIMITS = {
  title: 300,
  slug: 200,
  description: 2_000,
  author: 200,
  url: 2_048,
  caption: 1_000,
  content: 2_000_000,
  statement: 2_000,
  tag: 100,
  tags: 50,
} as const;

function field<Column extends string | null, Value>(label: string, column: Column, initial: Value) {
  return { label, column, initial, limit: null };
}

function text<Column extends string>(label: string, column: Column, limit: number) {
  return { label, column, initial: '' as string, limit };
}

const { labels } = statements;
const EMPTY: string = '';

/** In the order in which the differences of two versions are shown. */
export const POST_FIELDS = {
  title: field('Title', 'title', EMPTY),
  slug: field('URL Slug', 'slug', EMPTY),
  description: text('Description', 'description', LIMITS.description),
  content: field('Content (HTML or Markdown)', 'content', EMPTY),
  /** An http(s) URL, a path on this site, or empty. */
  coverImage: field('Image URL', 'cover_image', EMPTY),
  coverImageCaption: text('Image Caption', 'cover_image_caption', LIMITS.caption),
  tags: field('Tags', 'tags', [] as string[]),
  references: field('References', 'references', [] as Reference[]),
  citationStyle: field('Citations', 'citation_style', 'numbered' as CitationStyle),
  status: field('Status', null, 'published' as PostStatus),
  author: text('Author', 'author', LIMITS.author),
  /** An ISO 8601 instant in UTC; null publishes at once. */
  publishDate: field('Publish Date', 'publish_date', null as string | null),
  /** Marked as research: a scholarly article, for those who index and cite it. */
  isResearch: field('Research article', 'is_research', false as boolean),
  /** Statements are members of one column, which lists do not read. */
  license: field(labels.license, 'statements', '' as License),
  dataAvailability: text(labels.dataAvailability, 'statements', LIMITS.statement),
  codeAvailability: text(labels.codeAvailability, 'statements', LIMITS.statement),
  funding: text(labels.funding, 'statements', LIMITS.statement),
  competingInterests: text(labels.competingInterests, 'statements', LIMITS.statement),
  /** Who did what, a line for each author. */
  contributions: text(labels.contributions, 'statements', LIMITS.statement),
  aiUse: field(labels.aiUse, 'statements', '' as AiUse),
  reviewedBy: text('Reviewed by', 'statements', LIMITS.author),
  /** `YYYY-MM-DD`, or empty. */
  reviewedOn: field('Reviewed on', 'statements', EMPTY),
};

type Fields = typeof POST_FIELDS;
export type FieldName = keyof Fields;

export type AuthoredFields = { [Name in FieldName]: Fields[Name]['initial'] };

export type PostFields = Omit<AuthoredFields, 'status'>;

export type TextName = {
  [Name in FieldName]: Fields[Name]['limit'] extends number ? Name : never;
}[FieldName];

export type StatementName = {
  [Name in FieldName]: Fields[Name]['column'] extends 'statements' ? Name : never;
}[FieldName];

/** What a publication states of itself: its licence, where its data are, who paid, and how AI was used. Empty: nobody states it. */
export type Statements = Pick<AuthoredFields, StatementName>;

export type AuthoredColumn = Exclude<Fields[FieldName]['column'], null>;

export const FIELD_NAMES = Object.keys(POST_FIELDS) as FieldName[];
export const TEXT_NAMES = FIELD_NAMES.filter(
  (name): name is TextName => POST_FIELDS[name].limit !== null,
);
export const STATEMENT_NAMES = FIELD_NAMES.filter(
  (name): name is StatementName => POST_FIELDS[name].column === 'statements',
);
export const LISTED_NAMES = FIELD_NAMES.filter(
  (name): name is Exclude<FieldName, StatementName | 'content'> =>
    name !== 'content' && POST_FIELDS[name].column !== 'statements',
);

export function byName<Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
}

export function pickFields<Name extends FieldName>(
  fields: Pick<AuthoredFields, Name>,
  names: readonly Name[],
): Pick<AuthoredFields, Name> {
  return byName(names, (name) => fields[name]) as Pick<AuthoredFields, Name>;
}

export const NEW_POST = byName(FIELD_NAMES, (name) => POST_FIELDS[name].initial) as AuthoredFields;
