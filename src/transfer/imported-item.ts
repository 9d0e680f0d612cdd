import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import type { Result } from '../server/failure.ts';
import type { Finding } from '../text/finding.ts';
import type { PlannedItem } from './plan.ts';
import type { PreparedPost } from './prepare-post.ts';
import type { Note } from './source.ts';
import type { ItemHead } from './source-session.ts';

/** What became of an item, or would in a dry run. */
export type ImportedItem = {
  /** Counts from 0, in the order of the source. */
  position: number;
  key: string;
  label: string;
  title: string;
  /** Empty when there is no post. */
  slug: string;
  status: 'published' | 'draft' | '';
  /** ISO 8601, or null. */
  date: string | null;
  outcome: 'imported' | 'skipped' | 'failed';
  /** Why it was not imported; empty otherwise. */
  reason: string;
  notes: Note[];
  postId: string | null;
};

/** A post that was written, or would be: then without an id. */
type Written = { id: string | null; findings: Finding[] };
type WritePost = (trx: Kysely<Tables>) => Promise<Result<Written>>;

/** An item of a source, ready to be written. */
export type Prepared = { planned: PlannedItem<ItemHead>; position: number } & (
  | { post: PreparedPost; write: WritePost }
  | { post: null; item: ImportedItem }
);

export type Writable = Extract<Prepared, { write: unknown }>;

/** Why a planned item does not come. */
type Failed = Pick<ImportedItem, 'outcome' | 'reason'>;

export function notImported(
  { item, slug }: PlannedItem<ItemHead>,
  position: number,
  failed: Failed,
): ImportedItem {
  const { key, label } = item;
  const post = item.kind === 'post' ? item : null;
  return {
    position,
    key,
    label,
    title: post?.title ?? '',
    date: post?.date ?? null,
    slug: failed.outcome === 'failed' ? '' : slug,
    status: '',
    ...failed,
    notes: [],
    postId: null,
  };
}

export function imported(
  { planned, position, post }: Writable,
  { id: postId, findings }: Written,
): ImportedItem {
  const { slug, status, title, publishDate } = post.input;
  const { key, label } = planned.item;
  const renamed = planned.step === 'import' && planned.isRenamed ? [RENAMED] : [];
  return {
    position,
    key,
    label,
    title,
    slug,
    status,
    date: publishDate,
    postId,
    outcome: 'imported',
    reason: '',
    notes: lossesFirst([...renamed, ...post.notes, ...toNotes(findings)]),
  };
}

/** Findings of a text that its notes name. */
const MAX_FINDINGS = 10;

/** Leaves links out: those between the posts of a source lead somewhere once all of them are there. */
function toNotes(findings: readonly Finding[]): Note[] {
  const told = findings.filter(({ code }) => code !== 'dead-link' && code !== 'link-to-draft');
  const { error: errors = [], other = [] } = Object.groupBy(told, ({ severity }) =>
    severity === 'error' ? 'error' : 'other',
  );
  const [first] = other;
  const style: Note[] =
    first === undefined
      ? []
      : [
          {
            kind: 'changed',
            message: `Remarks of the check on its style: ${other.length}, the first in line ${first.line}: ${first.message}`,
          },
        ];
  return [
    ...errors
      .slice(0, MAX_FINDINGS)
      .map(({ line, message }): Note => ({ kind: 'lost', message: `Line ${line}: ${message}` })),
    ...style,
  ];
}

/** What a reader misses comes before what has only changed. */
function lossesFirst(notes: readonly Note[]): Note[] {
  return notes.toSorted((a, b) => Number(a.kind !== 'lost') - Number(b.kind !== 'lost'));
}

const RENAMED: Note = {
  kind: 'changed',
  message: 'Another post has its address, so its own ends with a number.',
};
