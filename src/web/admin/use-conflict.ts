import { useRef, useState } from 'react';
import type { Post, PostStatus } from '../../domain/posts/post.ts';
import { findUnfinished } from '../../domain/posts/unfinished.ts';
import { type Answer, type PostVersion, type Refusal, readRevision } from './api.ts';
import type { RecoveredDraft } from './local-draft.ts';
import { mergeVersions } from './merge.ts';
import { type PostFormValues, valuesOfPost } from './post-form-values.ts';
import { type Conflict, type Problem, problemOf } from './problem-box.tsx';
import { settled } from './settled.ts';

/** The server's post as last seen, and the version that the form's values are based on. */
type Base = { post: Post; version: number };

type ConflictDeps = {
  /** The post that the form was opened with; null for a new one. */
  post: Post | null;
  /** The draft that the form continues. */
  resumed: RecoveredDraft | null;
  /** The message when the server gives no reason. */
  failure: string;
  /** Returns the form's latest values. */
  read: () => PostFormValues;
  /** Replaces the form's values. */
  fill: (values: PostFormValues) => void;
};

/** The version that the form is based on, why a save failed, and the merge of two versions. */
export function useConflict({ post, resumed, failure, read, fill }: ConflictDeps) {
  const [based, setBased] = useState<Base | null>(
    post && { post, version: resumed?.version ?? post.version },
  );
  const [problem, setProblem] = useState<Problem | null>(() => staleness(post, resumed));
  const [notice, setNotice] = useState<string | null>(null);
  /** Counts the reported problems: a new key lets each one take the focus. */
  const [problemKey, setProblemKey] = useState(0);
  const [isMerging, setMerging] = useState(false);
  /** A ref, not state: a second click may come before the next rendering. */
  const isMergeUnderWay = useRef(false);
  const base: PostVersion | null = based && { slug: based.post.slug, version: based.version };

  /** Bases the form on the version of a draft; on the post itself for null. */
  function baseOnDraft(draft: RecoveredDraft | null) {
    setProblem(staleness(post, draft));
    setBased(post && { post, version: draft?.version ?? post.version });
  }

  /** Bases the form on a post that was saved from it. */
  function baseOnSaved(saved: Post) {
    setBased({ post: saved, version: saved.version });
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
  function reportRefusal(refusal: Refusal, status: PostStatus, isQuiet: boolean) {
    setProblem({ ...problemOf(refusal, failure, status), isQuiet });
  }

  /** The status that overwriting sends, when it was chosen after the conflict. */
  function chooseStatus(status: PostStatus) {
    setProblem((before) =>
      before?.conflict ? { ...before, conflict: { ...before.conflict, status } } : before,
    );
  }

  async function merge(conflict: Conflict) {
    if (isMergeUnderWay.current) return;
    if (findUnfinished(read().content, 'conflict') !== null) {
      report({ message: UNRESOLVED, issues: [] });
      return;
    }
    isMergeUnderWay.current = true;
    setMerging(true);
    const { current } = conflict;
    const ancestor = await readAncestor(current);
    isMergeUnderWay.current = false;
    setMerging(false);
    const ours = read();
    if (!ancestor.ok) {
      setProblem({ ...problemOf(ancestor.refusal, failure, ours.status), conflict });
      return;
    }
    const theirs = valuesOfPost(current, window.location.origin);
    const { values, disagreements } = mergeVersions(ancestor.value ?? theirs, ours, theirs);
    fill(values);
    setBased({ post: current, version: current.version });
    setProblem(null);
    setNotice(
      disagreements === 0
        ? 'Both versions are in the form now. Read it through, then save.'
        : `Both versions are in the form now. In ${disagreements} ${disagreements === 1 ? 'place' : 'places'} they disagree: look for <<<<<<< in the text, keep what is right, then save.`,
    );
  }

  /** The common ancestor of both versions; null when the form started without a post. */
  async function readAncestor({ slug }: Post): Promise<Answer<PostFormValues | null>> {
    if (base === null) return { ok: true, value: null };
    const answer = await settled(() => readRevision({ ...base, slug }));
    return answer.ok
      ? { ok: true, value: valuesOfPost(answer.value, window.location.origin) }
      : answer;
  }

  return {
    /** The server's post as last seen; null for a new one. */
    seen: based?.post ?? null,
    base,
    problem,
    problemKey,
    notice,
    isMerging,
    baseOnDraft,
    baseOnSaved,
    report,
    reportRefusal,
    chooseStatus,
    merge,
    clear: () => setProblem(null),
  };
}

const UNRESOLVED =
  'The text still holds the marks of a merge: keep what is right and delete the lines that begin with <<<<<<<, |||||||, ======= and >>>>>>>, then merge again.';

/** The problem of a draft whose post was saved again since. */
function staleness(post: Post | null, draft: RecoveredDraft | null): Problem | null {
  if (post === null || draft === null || draft.version === post.version) return null;
  return {
    message: 'This post was changed since you wrote this.',
    issues: [],
    conflict: { current: post, status: draft.values.status },
  };
}
