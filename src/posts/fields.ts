import { statements } from '../content/blog.ts';
import type { CitationStyle, Reference } from '../science/references/reference.ts';

/**
 * What the author of a post writes, one row for each field. Types, rows, lists, the API, form values, drafts, conflicts,
 * revisions, exports and imports follow from it. Runs in the browser too: `post-input.ts` has the schemas of the fields that
 * are more than a text.
 */

export const POST_STATUSES = ['published', 'draft'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

/** By whom a text was written: nobody has said, people, people with its help, or AI. */
export const AI_USES = ['', 'none', 'assisted', 'generated'] as const;
export type AiUse = (typeof AI_USES)[number];

/** Licences by their SPDX identifiers (https://spdx.org/licenses/), and where each is read. */
export const LICENSE_URLS = {
  'CC0-1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
  'CC-BY-4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC-BY-SA-4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
  'CC-BY-ND-4.0': 'https://creativecommons.org/licenses/by-nd/4.0/',
  'CC-BY-NC-4.0': 'https://creativecommons.org/licenses/by-nc/4.0/',
  'CC-BY-NC-SA-4.0': 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  'CC-BY-NC-ND-4.0': 'https://creativecommons.org/licenses/by-nc-nd/4.0/',
} as const;

export type License = keyof typeof LICENSE_URLS | '';

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

/** A field by its label, its column (null: it has none), its value in a new post, and where it is shown (`post-fields.test.tsx`). */
function field<Column extends string | null, Value>(
  label: string,
  column: Column,
  initial: Value,
  shown: string,
) {
  return { label, column, initial, shown, limit: null };
}

/** A text that may be empty; nothing else has to say what it is. */
function text<Column extends string>(label: string, column: Column, limit: number, shown: string) {
  return { label, column, initial: '' as string, shown, limit };
}

const { labels } = statements;
const EMPTY: string = '';
const EVERYWHERE = 'page card form search feeds llms data newsletter';
/** Has no text that could be looked for. */
const NOWHERE = '';

/** In the order in which the differences of two versions are shown. */
export const POST_FIELDS = {
  title: field('Title', 'title', EMPTY, EVERYWHERE),
  slug: field('URL Slug', 'slug', EMPTY, 'card form search feeds llms newsletter'),
  description: text('Description', 'description', LIMITS.description, EVERYWHERE),
  content: field(
    'Content (HTML or Markdown)',
    'content',
    EMPTY,
    'page form search feeds newsletter',
  ),
  /** An http(s) URL, a path on this site, or empty. */
  coverImage: field('Image URL', 'cover_image', EMPTY, 'page card form feeds'),
  coverImageCaption: text(
    'Image Caption',
    'cover_image_caption',
    LIMITS.caption,
    'page form feeds',
  ),
  tags: field('Tags', 'tags', [] as string[], 'page card form search feeds data'),
  references: field(
    'References',
    'references',
    [] as Reference[],
    'page form feeds data newsletter',
  ),
  citationStyle: field('Citations', 'citation_style', 'numbered' as CitationStyle, NOWHERE),
  status: field('Status', null, 'published' as PostStatus, NOWHERE),
  author: text('Author', 'author', LIMITS.author, 'page form feeds data newsletter'),
  /** An ISO 8601 instant in UTC; null publishes at once. */
  publishDate: field('Publish Date', 'publish_date', null as string | null, NOWHERE),
  /** Marked as research: a scholarly article, for those who index and cite it. */
  isResearch: field('Research article', 'is_research', false as boolean, NOWHERE),
  /** Statements are members of one column, which lists do not read. */
  license: field(labels.license, 'statements', '' as License, NOWHERE),
  dataAvailability: text(labels.dataAvailability, 'statements', LIMITS.statement, 'page form'),
  codeAvailability: text(labels.codeAvailability, 'statements', LIMITS.statement, 'page form'),
  funding: text(labels.funding, 'statements', LIMITS.statement, 'page form data'),
  competingInterests: text(labels.competingInterests, 'statements', LIMITS.statement, 'page form'),
  /** Who did what, a line for each author. */
  contributions: text(labels.contributions, 'statements', LIMITS.statement, 'page form'),
  aiUse: field(labels.aiUse, 'statements', '' as AiUse, NOWHERE),
  /** The person who has reviewed what AI wrote. */
  reviewedBy: text('Reviewed by', 'statements', LIMITS.author, 'page form'),
  /** `YYYY-MM-DD`, or empty. */
  reviewedOn: field('Reviewed on', 'statements', EMPTY, NOWHERE),
};

type Fields = typeof POST_FIELDS;
export type FieldName = keyof Fields;

/** The fields of a post that its author writes; each save keeps them as a revision. */
export type AuthoredFields = { [Name in FieldName]: Fields[Name]['initial'] };

/** The same without whether the public sees it. */
export type PostFields = Omit<AuthoredFields, 'status'>;

/** Those that are a text which may be empty. */
export type TextName = {
  [Name in FieldName]: Fields[Name]['limit'] extends number ? Name : never;
}[FieldName];

export type StatementName = {
  [Name in FieldName]: Fields[Name]['column'] extends 'statements' ? Name : never;
}[FieldName];

/** What a publication states of itself: its licence, where its data are, who paid, and how AI was used. Empty: nobody states it. */
export type Statements = Pick<AuthoredFields, StatementName>;

/** The columns of `post_versions` that an author writes. */
export type AuthoredColumn = Exclude<Fields[FieldName]['column'], null>;

export const FIELD_NAMES = Object.keys(POST_FIELDS) as FieldName[];
export const TEXT_NAMES = FIELD_NAMES.filter(
  (name): name is TextName => POST_FIELDS[name].limit !== null,
);
export const STATEMENT_NAMES = FIELD_NAMES.filter(
  (name): name is StatementName => POST_FIELDS[name].column === 'statements',
);
/** Those that lists have, too. */
export const LISTED_NAMES = FIELD_NAMES.filter(
  (name): name is Exclude<FieldName, StatementName | 'content'> =>
    name !== 'content' && POST_FIELDS[name].column !== 'statements',
);

/** An object with a value for each of the names. */
export function byName<Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
}

/** Some fields of what has more. */
export function pickFields<Name extends FieldName>(
  fields: Pick<AuthoredFields, Name>,
  names: readonly Name[],
): Pick<AuthoredFields, Name> {
  return byName(names, (name) => fields[name]) as Pick<AuthoredFields, Name>;
}

export const NEW_POST = byName(FIELD_NAMES, (name) => POST_FIELDS[name].initial) as AuthoredFields;
