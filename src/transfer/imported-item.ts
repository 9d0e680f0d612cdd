import type { Result } from '../server/failure.ts';
import type { Finding } from '../text/finding.ts';
import type { PlannedItem } from './plan.ts';
import type { PreparedPost } from './prepare-post.ts';
import { reasonOf } from './reason-of.ts';
import type { Note, PostItem, SourceItem } from './source.ts';

/** What became of an item, or would in a dry run. */
export type ImportedItem = {
  /** Counts from 0, in the order of the source. */
  position: number;
  key: string;
  label: string;
  title: string;
  /** Empty without a post. */
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

/** What is known of an item before its text is read. */
type ItemHead =
  | Pick<PostItem, 'kind' | 'key' | 'label' | 'title' | 'slug' | 'date'>
  | Exclude<SourceItem, PostItem>;

/** An item of a source with its plan and its place. */
export type ItemAt = { planned: PlannedItem<ItemHead>; position: number };

type Outcome = Pick<ImportedItem, 'outcome'> & Partial<ImportedItem>;

export function failedBy(result: Extract<Result<never>, { ok: false }>) {
  return { outcome: 'failed', reason: reasonOf(result) } as const;
}

export function toImportedItem(
  { planned, position }: ItemAt,
  { outcome, ...known }: Outcome,
): ImportedItem {
  const { item, slug } = planned;
  const post = item.kind === 'post' ? item : null;
  return {
    position,
    key: item.key,
    label: item.label,
    title: post?.title ?? '',
    slug: outcome === 'failed' ? '' : slug,
    status: '',
    date: post?.date ?? null,
    reason: '',
    notes: [],
    postId: null,
    outcome,
    ...known,
  };
}

/** @param written the id of the post, null in a dry run, and what the check of its text found */
export function toImportedPost(
  at: ItemAt,
  { input, notes }: PreparedPost,
  { id, findings }: { id: string | null; findings: Finding[] },
): ImportedItem {
  const { slug, status, title, publishDate } = input;
  const renamed = at.planned.step === 'import' && at.planned.isRenamed ? [RENAMED] : [];
  return toImportedItem(at, {
    outcome: 'imported',
    title,
    slug,
    status,
    date: publishDate,
    postId: id,
    notes: lossesFirst([...renamed, ...notes, ...toNotes(findings)]),
  });
}

/** Findings that the notes of a post name. */
const MAX_FINDINGS = 10;

/** Skips findings about links: links between imported posts work once all posts are imported. */
function toNotes(findings: readonly Finding[]): Note[] {
  const named = findings.filter(({ code }) => code !== 'dead-link' && code !== 'link-to-draft');
  const errors = named.filter(({ severity }) => severity === 'error').slice(0, MAX_FINDINGS);
  const remarks = named.filter(({ severity }) => severity !== 'error');
  const notes = errors.map(({ line, message }): Note => {
    return { kind: 'lost', message: `Line ${line}: ${message}` };
  });
  const [first] = remarks;
  if (first === undefined) return notes;
  const message = `Style findings: ${remarks.length}, the first on line ${first.line}: ${first.message}`;
  return [...notes, { kind: 'changed', message }];
}

/** Sorts losses before changes. */
function lossesFirst(notes: readonly Note[]): Note[] {
  return notes.toSorted((a, b) => Number(a.kind !== 'lost') - Number(b.kind !== 'lost'));
}

const RENAMED: Note = {
  kind: 'changed',
  message: 'Another post already has its address, so a number was added.',
};
