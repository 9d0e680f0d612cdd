import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { timeOfDay } from '../../../admin/times.ts';
import { useNavigateFromHere } from '../../../admin/use-navigate-from-here.ts';
import { isSave, useShortcut } from '../../../admin/use-shortcut.ts';
import { settled } from '../../../admin/use-submit.ts';
import { useUnsavedChanges } from '../../../admin/use-unsaved-changes.ts';
import type { SavedPost } from '../../../posts/admin/dashboard/saved-notice.tsx';
import type { FindingPlace } from '../../../posts/admin/findings/show-finding.ts';
import {
  draftOfValues,
  type PostFormValues,
  valuesOfPost,
} from '../../../posts/admin/post-form-values.ts';
import type { preview } from '../../../posts/api/preview.ts';
import type { revisions } from '../../../posts/api/revisions.ts';
import { versionOf } from '../../../posts/post.ts';
import { type Draft, discardDraft, draftsOf } from '../drafts/drafts.ts';
import { continuedText } from '../drafts/unsaved-drafts.tsx';
import { useDraft } from '../drafts/use-draft.ts';
import {
  etagOfStored,
  type FormStart,
  type Stored,
  savedValues,
} from '../post-form/read-stored.ts';
import type { PostValues } from '../post-form/use-post-values.ts';
import { mergeVersions } from './merge.ts';
import { type Problem, problemOf } from './problem-box.tsx';
import { isOnSite, type SaveRequest, saveByKey, saveOutcome } from './publication.ts';
import { type ConflictAnswer, ConflictDialog, PublicationDialog } from './save-dialogs.tsx';
import { type Conflict, type Save, type Saved, sendSave, timeOf } from './send-save.ts';

/** Specification section 4. */
const DRAFT_SUBMIT_DELAY_MS = 100;

const DISCARD = 'Discard the unsaved text?';
const LEAVES_THE_SITE =
  'This post is on the site. Saving it as a draft takes it off the site until you publish it again. Save as a draft?';

const MERGED = 'Both versions are in the form now. Check the text, then save.';
const THEIRS = 'It was saved elsewhere meanwhile. The form shows that now.';

type SaveOptions = {
  form: RefObject<HTMLFormElement | null>;
  start: FormStart;
  values: PostValues;
  onShow: (place: FindingPlace) => void;
};

/**
 * The post that is edited: as it was seen last, what is typed of it and not saved, and saves. Every button and shortcut calls
 * `request`, which may ask questions; one runs at a time.
 */
export function useSave({ form, start, values, onShow }: SaveOptions) {
  const [seen, setSeen] = useState<Stored>(start);
  const [continued, setContinued] = useState(start.continued);
  const [offered, setOffered] = useState(start.offered);
  const [id, setId] = useState(start.id);
  const [base, setBase] = useState(
    start.resumed === null ? etagOfStored(start) : start.resumed.base,
  );
  const draft = useDraft({ post: id, base, values, start });
  const [problem, setProblem] = useState<(Problem & { key: number }) | null>(null);
  const [underWay, setUnderWay] = useState<SaveRequest | null>(null);
  const [isWaitingForUploads, setWaitingForUploads] = useState(false);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const [merged, setMerged] = useState<string | null>(null);
  const [dialog, ask] = useDialog();
  /** A ref, not state: a key held down repeats before the next rendering. */
  const isSending = useRef(false);
  const leaveFreely = useUnsavedChanges(values.isDirty);
  const navigate = useNavigateFromHere();
  useShortcut(isSave, saveAndStay);
  const failure = seen.post === null ? 'Failed to create post' : 'Failed to update post';

  function rebaseOn(latest: Stored) {
    setSeen(latest);
    setBase(etagOfStored(latest));
    setContinued(null);
  }

  /** What is typed stays stored as a draft, and is offered. */
  async function startOver(latest: Stored) {
    const saved = savedValues(latest);
    draft.setAside();
    rebaseOn(latest);
    values.load(saved);
    setOffered((await draftsOf(id, saved)).drafts);
  }

  function adoptDraft(chosen: Draft) {
    if (values.isDirty && !window.confirm('Replace what is in the form now?')) return;
    setOffered(offered.filter((other) => other !== chosen));
    draft.adopt(chosen);
    setContinued(continuedText(chosen));
    setId(chosen.post);
    setBase(chosen.base);
    values.fill(chosen.values);
  }

  function discardOffered(unwanted: Draft) {
    if (!window.confirm(DISCARD)) return;
    setOffered(offered.filter((other) => other !== unwanted));
    void discardDraft(unwanted.post, unwanted.tab);
  }

  function reset() {
    if (!window.confirm(DISCARD)) return;
    void draft.discard();
    setContinued(null);
    setBase(etagOfStored(seen));
    values.fill(values.saved);
  }

  /** A new key lets each problem take the focus. */
  const report = (next: Problem | null) => setProblem(next && { ...next, key: performance.now() });

  async function request(save: SaveRequest, isConfirmed = false): Promise<void> {
    // White space alone passes the browser's check.
    const isValid = () => form.current?.reportValidity() && values.isComplete;
    if (isSending.current || !isValid()) return;
    if (!isConfirmed && !mayLeaveSite(save, seen)) return;
    isSending.current = true;
    const next = await attempt(save);
    isSending.current = false;
    setWaitingForUploads(false);
    setUnderWay(null);
    if (next !== null && form.current !== null) report(next);
  }

  /** @returns why it was not saved; null when it was, or the writer decided otherwise */
  async function attempt(request: SaveRequest): Promise<Problem | null> {
    const { uploads } = values.writing;
    setWaitingForUploads(uploads.isUnderWay());
    if (!(await uploads.finished())) return LOST_PICTURE;
    if (form.current === null) return null;
    setWaitingForUploads(false);
    const sent = { ...values.read(), status: request.status };
    const save = { id, base, seen, sent, request, acknowledged: [] };
    if (!becomesPublic(request, seen)) return put(save);
    setUnderWay(request);
    const acknowledged = isAlreadyPublic(seen, sent) ? [] : await review(sent);
    return Array.isArray(acknowledged) ? put({ ...save, acknowledged }) : acknowledged;
  }

  /**
   * @returns the codes of the warnings that the writer has seen and publishes; null: they go on
   * writing
   */
  async function review(sent: PostFormValues): Promise<string[] | Problem | null> {
    const json = draftOfValues(sent, window.location.origin, null);
    const check = () => caller<typeof preview>()('POST', '/admin/posts/check', { json });
    const checked = await settled(check);
    if (!checked.ok) {
      // After another failure the save itself tells why.
      return checked.failure.kind === 'unauthenticated' ? problemOf(checked.failure, failure) : [];
    }
    const { findings } = checked.value;
    if (findings.length > 0) {
      setUnderWay(null);
      const publishes = await ask<boolean>((onAnswer) => (
        <PublicationDialog findings={findings} onAnswer={onAnswer} onShow={onShow} />
      ));
      if (!publishes) return null;
    }
    return [...new Set(findings.map(({ code }) => code))];
  }

  async function put(save: Save): Promise<Problem | null> {
    setProblem(null);
    setUnderWay(save.request);
    const answer = await settled(() => sendSave(save));
    if (!answer.ok) {
      const next = problemOf(answer.failure, failure);
      return save.request.isInPlace ? { ...next, isQuiet: true } : next;
    }
    if ('conflict' in answer.value) {
      setUnderWay(null);
      return resolveConflict(save, answer.value.conflict);
    }
    await finish(answer.value, save);
    return null;
  }

  async function resolveConflict(save: Save, conflict: Conflict): Promise<Problem | null> {
    const { stored } = conflict;
    // Somebody may have typed since the save was sent.
    if (!values.isDirtyNow()) {
      void startOver(stored);
      setMerged(THEIRS);
      return null;
    }
    const before = await ancestorOf(save, stored);
    const merge = () => mergeVersions(before, values.read(), savedValues(stored));
    const answer = await ask<ConflictAnswer>((onAnswer) => (
      <ConflictDialog
        conflict={conflict}
        disagreements={merge().disagreements}
        ours={values.read()}
        onAnswer={onAnswer}
      />
    ));
    if (Array.isArray(answer)) {
      values.fill(merge().resolve(answer));
      rebaseOn(stored);
      setMerged(MERGED);
    }
    if (answer === 'theirs') void startOver(stored);
    if (answer !== 'mine') return null;
    const { sent } = save;
    // What has left the site meanwhile has no unpublished changes.
    const isWithdrawn = save.request.isUnpublished && !isOnSite(stored.post);
    const request = isWithdrawn ? saveByKey(stored.post, sent) : save.request;
    if (!mayLeaveSite(request, stored)) return null;
    rebaseOn(stored);
    const resent = { ...sent, status: request.status };
    return put({ ...save, request, sent: resent, base: etagOfStored(stored), seen: stored });
  }

  async function finish(saved: Saved, { request: { isInPlace }, sent, seen }: Save) {
    const { post, changes } = saved;
    if (!isInPlace && changes === null) {
      await draft.stop();
      leaveFreely();
      const { title, slug, findings = [] } = post;
      const outcome = saveOutcome(post, isOnSite(seen.post));
      const state: { saved: SavedPost } = { saved: { title, slug, outcome, findings } };
      return navigate(DASHBOARD, { state });
    }
    // Input during the save is not saved yet.
    void draft.discard();
    // The form shows what a reload would show.
    if (changes === null) values.set({ status: post.status });
    values.markSaved(sent);
    const time = timeOfDay(changes?.savedAt ?? post.updated_at);
    setSavedAt(changes === null ? time : `${time}, not public yet`);
    setMerged(null);
    rebaseOn(saved);
  }

  function saveAndStay() {
    void request(saveByKey(seen.post, values.read()));
  }

  return {
    seen,
    draft,
    continued,
    setContinued,
    offered,
    startOver,
    adoptDraft,
    discardOffered,
    reset,
    request,
    report,
    problem,
    isBusy: underWay !== null,
    /** Disables the inputs: a save that leaves the form would lose later input. */
    isLeaving: underWay !== null && !underWay.isInPlace,
    isWaitingForUploads,
    /** Null if it was not saved in place, or was changed since. */
    savedAt: values.isDirty ? null : savedAt,
    merged,
    dialog,
    /** As by Ctrl+S. */
    saveAndStay,
    /** Specification section 4: sets draft, submits after 100 ms, then restores the choice. */
    saveAsDraft() {
      const save = { status: 'draft' } as const;
      if (!mayLeaveSite(save, seen)) return;
      const { status } = values.fields;
      values.set(save);
      setTimeout(() => {
        void request(save, true);
        values.set({ status });
      }, DRAFT_SUBMIT_DELAY_MS);
    },
  };
}

/** The version that the form is based on. Of one that is not known any more, nothing is left of the text: all of it differs. */
async function ancestorOf({ base }: Save, stored: Conflict['stored']): Promise<PostFormValues> {
  const path = '/admin/blog/posts/:slug/revisions/:version';
  const param = { slug: stored.post.slug, version: base === null ? 0 : versionOf(base) };
  const answer = await settled(() => caller<typeof revisions>()('GET', path, { param }));
  if (answer.ok) return valuesOfPost(answer.value, window.location.origin);
  return { ...savedValues(stored), content: '' };
}

/** A post leaves the site only when its writer agrees. */
function mayLeaveSite({ status }: SaveRequest, { post }: Stored): boolean {
  return status === 'published' || !isOnSite(post) || window.confirm(LEAVES_THE_SITE);
}

function becomesPublic(save: SaveRequest, seen: Stored): boolean {
  return save.isUnpublished ? timeOf(save, seen) !== null : save.status === 'published';
}

/** Whether readers have this text: nothing needs to be checked then. */
function isAlreadyPublic({ post }: Stored, { content, references }: PostFormValues): boolean {
  return (
    post?.status === 'published' &&
    post.content === content &&
    JSON.stringify(post.references) === JSON.stringify(references)
  );
}

const LOST_PICTURE: Problem = {
  message: 'A picture could not be uploaded, so nothing has been saved yet.',
};

function useDialog() {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const ask = <Answer,>(render: (onAnswer: (answer: Answer) => void) => ReactNode) =>
    new Promise<Answer>((resolve) => {
      const onAnswer = (answer: Answer) => {
        setDialog(null);
        resolve(answer);
      };
      setDialog(render(onAnswer));
    });
  return [dialog, ask] as const;
}
