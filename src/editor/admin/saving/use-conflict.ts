import { mergeDiff3 } from 'node-diff3';
import { useRef, useState } from 'react';
import { type ApiFailure, type ApiResult, isMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { settled } from '../../../admin/settled.ts';
import { type PostFormValues, valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import type { PostVersion } from '../../../posts/admin/update-post.ts';
import type { revisions } from '../../../posts/api/revisions.ts';
import { etagOf, OTHER_POST_DETAIL, type Post, type PostStatus } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import { findUnfinished } from '../../../rendering/unfinished.ts';
import type { RecoveredDraft } from '../drafts/local-draft.ts';
import { readStored } from '../post-form/read-stored.ts';
import type { PostValues } from '../post-form/use-post-values.ts';
import { type Conflict, IN_TRASH, type Problem, problemOf } from './problem-box.tsx';
import { savedElsewhere } from './saved-elsewhere.ts';

/** The server's post as last seen, and the version that the form's values are based on. */
type Base = { post: Post; version: number };

/** What a merge has put into the form. */
export type MergeNotice = { message: string; hasDisagreements: boolean };

type ConflictDeps = {
  /** The post that the form was opened with; null for a new one. */
  post: Post | null;
  /** The unpublished changes to the post that the form was opened with. */
  changes: UnpublishedChanges | null;
  /** The draft that the form continues. */
  resumed: RecoveredDraft | null;
  /** The message when the server gives no reason. */
  failure: string;
  values: Pick<PostValues, 'read' | 'fill'>;
};

export type Conflicts = ReturnType<typeof useConflict>;

/** The version that the form is based on, why a save failed, and the merge of two versions. */
export function useConflict(deps: ConflictDeps) {
  const { post, resumed, failure, values: form } = deps;
  const [based, setBased] = useState<Base | null>(
    post && { post, version: resumed?.version ?? deps.changes?.post.version ?? post.version },
  );
  /** Those that the form's values contain. */
  const [changes, setChanges] = useState(deps.changes);
  const [problem, setProblem] = useState<Problem | null>(() =>
    staleness(post, deps.changes, resumed),
  );
  const [notice, setNotice] = useState<MergeNotice | null>(null);
  /** Counts the reported problems: a new key lets each one take the focus. */
  const [problemKey, setProblemKey] = useState(0);
  const [isMerging, setMerging] = useState(false);
  /** A ref, not state: a second click may come before the next rendering. */
  const isMergeUnderWay = useRef(false);
  const base: PostVersion | null = based && baseOf(based);

  /** Bases the form on the version of a draft; on the post itself for null. */
  function baseOnDraft(draft: RecoveredDraft | null) {
    setProblem(staleness(post, changes, draft));
    const version = draft?.version ?? changes?.post.version;
    setBased(post && { post, version: version ?? post.version });
  }

  /** Bases the form on a post that was saved from it. */
  function baseOnSaved(saved: Post) {
    setBased({ post: saved, version: saved.version });
    setChanges(null);
    setProblem(null);
    setNotice(null);
  }

  /** Bases the form on unpublished changes that were saved from it. */
  function baseOnChanges(saved: UnpublishedChanges) {
    setChanges(saved);
    setBased((before) => before && { ...before, version: saved.post.version });
    setProblem(null);
    setNotice(null);
  }

  /** Shows why there was no save; the choices of a conflict stay. */
  function report(next: Problem) {
    setProblemKey((before) => before + 1);
    setProblem((before) => ({
      ...next,
      ...(before?.conflict === undefined ? {} : { conflict: before.conflict }),
    }));
  }

  /** @param isQuiet does not take the focus: somebody may be typing */
  function reportFailure(
    cause: ApiFailure,
    save: Pick<Conflict, 'status' | 'isUnpublished'>,
    isQuiet: boolean,
  ) {
    const next = isMissing(cause) ? IN_TRASH : problemOf(cause, failure, save);
    setProblem({ ...next, isQuiet });
  }

  /** The status that overwriting sends, when it was chosen after the conflict. */
  function chooseStatus(status: PostStatus) {
    setProblem((before) =>
      before?.conflict ? { ...before, conflict: { ...before.conflict, status } } : before,
    );
  }

  async function merge(conflict: Conflict) {
    if (isMergeUnderWay.current) return;
    if (findUnfinished(form.read().content, 'conflict') !== null) {
      report({ message: UNRESOLVED, issues: [] });
      return;
    }
    isMergeUnderWay.current = true;
    setMerging(true);
    const { current } = conflict;
    // The slug of changes is not an address yet.
    const ancestor = await readAncestor(conflict.changes === undefined ? current : base);
    isMergeUnderWay.current = false;
    setMerging(false);
    const ours = form.read();
    if (!ancestor.ok) {
      setProblem({ ...problemOf(ancestor.failure, failure, ours), conflict });
      return;
    }
    const theirs = valuesOfPost(current, window.location.origin);
    const { values, disagreements } = mergeVersions(ancestor.value ?? theirs, ours, theirs);
    form.fill(values);
    if (conflict.changes === undefined) {
      // Of the version that the form knows: the changes that it contains were discarded.
      if (current.version === base?.version) setChanges(null);
      setBased({ post: current, version: current.version });
    } else {
      setChanges(conflict.changes);
      setBased((before) => before && { ...before, version: current.version });
    }
    setProblem(null);
    setNotice({ message: mergeMessage(disagreements), hasDisagreements: disagreements > 0 });
  }

  /** Shows what others have saved, before a save is refused for it. */
  async function showStored(message: string, save: Pick<Conflict, 'status' | 'isUnpublished'>) {
    if (base === null) return;
    const stored = await settled(() => readStored(base.slug));
    if (!stored.ok) {
      reportFailure(stored.failure, save, false);
      return;
    }
    const { post: saved, changes: theirs } = stored.value;
    if (saved.id !== based?.post.id) {
      report({ message: OTHER_POST_DETAIL, issues: [] });
      return;
    }
    const conflict = {
      ...save,
      current: theirs?.post ?? saved,
      ...(theirs === null ? {} : { changes: theirs }),
    };
    setProblemKey((before) => before + 1);
    setProblem({ message, issues: [], conflict });
  }

  /** The common ancestor of both versions; null when the form started without a post. */
  async function readAncestor(
    named: Pick<Post, 'slug'> | null,
  ): Promise<ApiResult<PostFormValues | null>> {
    if (base === null || named === null) return { ok: true, value: null };
    const param = { slug: named.slug, version: base.version };
    const answer = await settled(() =>
      caller<typeof revisions>()('GET', '/admin/blog/posts/:slug/revisions/:version', { param }),
    );
    return answer.ok
      ? { ok: true, value: valuesOfPost(answer.value, window.location.origin) }
      : answer;
  }

  return {
    /** The server's post as last seen; null for a new one. */
    seen: based?.post ?? null,
    base,
    changes,
    problem,
    problemKey,
    notice,
    isMerging,
    baseOnDraft,
    baseOnSaved,
    baseOnChanges,
    report,
    reportFailure,
    chooseStatus,
    merge,
    showStored,
    clear: () => setProblem(null),
    clearOffline: () => setProblem((before) => (before?.isOffline ? null : before)),
  };
}

function baseOf({ post: { id, slug }, version }: Base): PostVersion {
  return { slug, version, etag: etagOf({ id, version }) };
}

function mergeMessage(disagreements: number): string {
  const both = 'Both versions are in the form now.';
  if (disagreements === 0) return `${both} Check the text, then save.`;
  const places = disagreements === 1 ? 'one place' : `${disagreements} places`;
  return `${both} In ${places} they conflict: look for <<<<<<< in the text, keep the right version, then save.`;
}

const UNRESOLVED =
  'The text still contains merge markers: keep the right version and delete the lines that begin with <<<<<<<, |||||||, ======= and >>>>>>>, then merge again.';

/** The problem of a form whose draft or changes are older than what was saved since. */
function staleness(
  post: Post | null,
  changes: UnpublishedChanges | null,
  draft: RecoveredDraft | null,
): Problem | null {
  if (post === null) return null;
  const version = draft?.version ?? changes?.post.version ?? post.version;
  const isUnpublished = changes !== null;
  const conflict = { status: draft?.values.status ?? 'published', isUnpublished } as const;
  if (version !== post.version) {
    return {
      message:
        draft === null
          ? 'The public post has changed since these changes were saved.'
          : 'This post has changed since you started writing.',
      issues: [],
      conflict: { ...conflict, current: post },
    };
  }
  if (changes === null || draft === null || draft.writtenAt >= changes.savedAt) return null;
  return {
    message: savedElsewhere(changes, 'unpublished changes to this post'),
    issues: [],
    conflict: { ...conflict, current: changes.post, changes },
  };
}

type Merged = {
  values: PostFormValues;
  /** The number of conflicts in the text, each between markers. */
  disagreements: number;
};

/**
 * A three-way merge. A field that one version changed is taken from it; of a field that both changed, ours
 * is taken, except for the text, which is merged line by line.
 */
export function mergeVersions(
  base: PostFormValues,
  ours: PostFormValues,
  theirs: PostFormValues,
): Merged {
  const content = mergeText(base.content, ours.content, theirs.content);
  const fields = Object.keys(ours).map((key) => {
    const field = key as keyof PostFormValues;
    const isOurs = JSON.stringify(ours[field]) !== JSON.stringify(base[field]);
    return [field, isOurs ? ours[field] : theirs[field]];
  });
  return {
    values: { ...(Object.fromEntries(fields) as PostFormValues), content: content.text },
    disagreements: content.disagreements,
  };
}

function mergeText(base: string, ours: string, theirs: string) {
  const { result } = mergeDiff3(ours, base, theirs, {
    stringSeparator: '\n',
    excludeFalseConflicts: true,
    label: { a: 'yours', o: 'before', b: 'theirs' },
  });
  const disagreements = result.filter((line) => line.startsWith('<<<<<<<')).length;
  const marked = ours.split('\n').filter((line) => line.startsWith('<<<<<<<')).length;
  return { text: result.join('\n'), disagreements: Math.max(0, disagreements - marked) };
}
