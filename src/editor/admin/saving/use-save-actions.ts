import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ApiResult } from '../../../admin/api.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { timeOfDay } from '../../../admin/times.ts';
import { useNavigateFromHere } from '../../../admin/use-navigate-from-here.ts';
import { isSave, useShortcut } from '../../../admin/use-shortcut.ts';
import type { SavedPost } from '../../../posts/admin/dashboard/saved-notice.tsx';
import type { PostFormValues } from '../../../posts/admin/post-form-values.ts';
import type { CheckedDraft, PostAnswer, PostVersion } from '../../../posts/admin/update-post.ts';
import { isPublic, type Post } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import type { DraftRecovery } from '../drafts/use-draft-recovery.ts';
import type { PostValues } from '../post-form/use-post-values.ts';
import { dayAndTime } from './day-and-time.ts';
import type { Conflict } from './problem-box.tsx';
import { saveByKey, WITHOUT_PUBLISHING } from './save-by-key.ts';
import type { Saved } from './stored-already.ts';
import type { Conflicts } from './use-conflict.ts';
import { type SaveRequest, useSaving } from './use-saving.ts';

/** Specification section 4. */
const DRAFT_SUBMIT_DELAY_MS = 100;

type SaveActionsDeps = {
  form: RefObject<HTMLFormElement | null>;
  post: Post | null;
  values: PostValues;
  conflict: Conflicts;
  draft: DraftRecovery;
  /**
   * @param replaced the version that the draft replaces; null for a new post
   * @param document the key of the draft's autosaves
   * @param changes the unpublished changes that the draft contains
   */
  save: (
    draft: CheckedDraft,
    replaced: PostVersion | null,
    document: string,
    changes: UnpublishedChanges | null,
  ) => Promise<ApiResult<PostAnswer>>;
  /** Called after a save in place. */
  onSavedHere: (post: Post) => void;
  /** Called after a save without publishing. */
  onChangesSaved: (changes: UnpublishedChanges) => void;
  /** Turns off the confirmation before leaving. */
  leaveFreely: () => void;
};

/** The ways to save a post (submit button, Save as Draft, Ctrl+S), and what follows a save. */
export function useSaveActions(deps: SaveActionsDeps) {
  const { form, post, values, conflict, draft, save, leaveFreely } = deps;
  /** The time of the last save in place, in words; null before. */
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const draftTimer = useRef<number>(undefined);
  const navigate = useNavigateFromHere();
  const saving = useSaving({
    form,
    values,
    conflict,
    storedPublishDate: post?.publishDate ?? null,
    save: (sent, onto) => save(sent, onto, draft.document, conflict.changes),
    onSaved,
  });
  useEffect(() => () => clearTimeout(draftTimer.current), []);
  useShortcut(isSave, () => {
    saving.request(requestByKey());
  });

  function requestByKey(): SaveRequest {
    return saveByKey(conflict.seen, values.read(), new Date().toISOString());
  }

  const { seen } = conflict;

  async function onSaved(saved: Saved, sent: PostFormValues, { isInPlace }: SaveRequest) {
    if ('changes' in saved) {
      stayWithChanges(saved.changes, sent);
      return;
    }
    const stored = saved.post;
    if (isInPlace) {
      stayWith(stored, sent);
      return;
    }
    const now = new Date();
    const wasOnSite = seen !== null && isPublic(seen, now.toISOString());
    const { title, slug, findings = [] } = stored;
    const outcome = saveOutcome(stored, wasOnSite, now);
    const told: SavedPost = { title, slug, outcome, findings };
    await draft.stop();
    leaveFreely();
    await navigate(DASHBOARD, { state: { saved: told } });
  }

  /** Continues with the saved post; input during the save is not saved yet. */
  function stayWith(stored: Post, sent: PostFormValues) {
    draft.clear();
    deps.onSavedHere(stored);
    // The form shows what a reload would show.
    values.chooseStatus(stored.status);
    values.markSaved(sent);
    setSavedAt(timeOfDay(stored.updated_at));
    conflict.baseOnSaved(stored);
  }

  function stayWithChanges(stored: UnpublishedChanges, sent: PostFormValues) {
    draft.clear();
    values.markSaved(sent);
    setSavedAt(`${timeOfDay(stored.savedAt)}, not public yet`);
    conflict.baseOnChanges(stored);
    deps.onChangesSaved(stored);
  }

  return {
    ...saving,
    /** When it was saved in place; null if it was not, or was changed since. */
    savedAt: values.isDirty ? null : savedAt,
    /** Repeats a save that conflicted, over what was saved meanwhile. */
    overwrite: ({ current, status, changes, isUnpublished }: Conflict) =>
      saving.request({
        ...(isUnpublished ? WITHOUT_PUBLISHING : { status }),
        over: current,
        overChanges: changes,
      }),
    /** As by Ctrl+S. */
    saveAndStay: () => saving.request(requestByKey()),
    /** Specification section 4: sets draft, submits after 100 ms, then restores the choice. */
    saveAsDraft: () => {
      const isConfirmed = saving.confirm({ status: 'draft' });
      if (!isConfirmed) return;
      values.showStatus('draft');
      clearTimeout(draftTimer.current);
      draftTimer.current = window.setTimeout(() => {
        saving.request({ status: 'draft', isConfirmed });
        values.showChosenStatus();
      }, DRAFT_SUBMIT_DELAY_MS);
    },
  };
}

/** What a save did to the post, as a sentence without its title: "is published". */
export function saveOutcome(stored: Post, wasOnSite: boolean, now: Date): string {
  if (stored.status === 'draft') return 'is saved as a draft';
  if (!isPublic(stored, now.toISOString())) {
    return `is scheduled for ${dayAndTime(stored.date, now)}`;
  }
  return wasOnSite ? 'is updated on the site' : 'is published';
}
