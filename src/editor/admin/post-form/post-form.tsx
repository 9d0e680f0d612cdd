import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import type { ApiResult } from '../../../admin/api.ts';
import { issuesByField } from '../../../admin/field-issues.ts';
import { useReachable } from '../../../admin/reachable.ts';
import { useNow } from '../../../admin/use-polling.ts';
import { useUnsavedChanges } from '../../../admin/use-unsaved-changes.ts';
import { type FindingPlace, showFinding } from '../../../posts/admin/findings/show-finding.ts';
import { type PostFormValues, valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import type { CheckedDraft, PostAnswer, PostVersion } from '../../../posts/admin/update-post.ts';
import type { Post, PostStatus } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import { findUnfinished } from '../../../rendering/unfinished.ts';
import { OpenDocument } from '../documents/open-document.tsx';
import { DraftNotices } from '../drafts/draft-notices.tsx';
import type { RecoveredDraft, Recovery } from '../drafts/local-draft.ts';
import { useDraftRecovery } from '../drafts/use-draft-recovery.ts';
import { ChangesNotice } from '../saving/changes-notice.tsx';
import { offeredActions } from '../saving/offered-actions.ts';
import { openPreview } from '../saving/open-preview.ts';
import { type Conflict, ProblemBox } from '../saving/problem-box.tsx';
import { PublicationDialog } from '../saving/publication-dialog.tsx';
import { SaveBar } from '../saving/save-bar.tsx';
import { WITHOUT_PUBLISHING } from '../saving/save-by-key.ts';
import { useConflict } from '../saving/use-conflict.ts';
import { useOthers } from '../saving/use-others.ts';
import { useSaveActions } from '../saving/use-save-actions.ts';
import { useFullPage } from '../writing/use-full-page.ts';
import { useLivePreview } from '../writing/use-live-preview.ts';
import { PostFields } from './post-fields.tsx';
import { PostFormHead } from './post-form-head.tsx';
import { slugForTitle } from './title-slug.ts';
import { usePostValues } from './use-post-values.ts';

type PostFormProps = {
  title: string;
  /** The server's post, as last saved here; null for a new one. */
  post: Post | null;
  /** The unpublished changes to it that the form starts with. */
  changes: UnpublishedChanges | null;
  /** The key of autosaves: the post's id, or a generated one for a new post. */
  document: string;
  /** The values of the changes, else of the post, or of an empty form. */
  saved: PostFormValues;
  recovery: Recovery;
  /** The message when the server gives no reason. */
  failure: string;
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
  /** What stands below the form's sections. */
  children?: ReactNode;
  /** Starts over from somebody else's version; ours is offered as a draft. */
  onLoadCurrent: (current: Pick<Conflict, 'current' | 'changes'>, ours: RecoveredDraft) => void;
};

/**
 * The form that creating and editing a post share (specification sections 2, 4 and 5). Its values are in
 * `usePostValues`, unsaved drafts in `useDraftRecovery`, other people's versions in `useConflict`, and saving
 * in `useSaveActions`.
 */
export function PostForm(props: PostFormProps) {
  const { title, post, recovery, failure, save } = props;
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const problemPlace = useRef<HTMLDivElement>(null);
  const values = usePostValues(props.saved, recovery.resumed?.values ?? props.saved);
  const { fields, typed, writing, missing } = values;
  const conflict = useConflict({
    post,
    changes: props.changes,
    resumed: recovery.resumed,
    failure,
    values,
  });
  const { problem } = conflict;
  const newDocument = props.document;
  const draft = useDraftRecovery({ post, newDocument, recovery, values, conflict });
  const fullPage = useFullPage(writing.field);
  const livePreview = useLivePreview();
  const leaveFreely = useUnsavedChanges(values.isDirty);
  const saving = useSaveActions({
    form,
    post,
    values,
    conflict,
    draft,
    save,
    leaveFreely,
    onSavedHere: props.onSavedHere,
    onChangesSaved: props.onChangesSaved,
  });

  const now = useNow();
  const planned = { ...fields, post: conflict.seen, changes: conflict.changes };
  const offered = offeredActions(planned, now);
  const others = useOthers({ document: draft.document, conflict, isBusy: saving.isBusy });
  useReachable(conflict.clearOffline);

  function loadCurrent(conflicting: Pick<Conflict, 'current' | 'changes'>) {
    leaveFreely();
    props.onLoadCurrent(conflicting, draft.current());
  }

  /** Until a post is saved, the specification has a message alone (section 2). */
  function preview() {
    if (post === null) window.alert('A preview would open in a new tab.');
    else if (values.isDirty) {
      void openPreview(`/blog/${post.slug}/changes?typed`, draft.flush()).then((isOpen) => {
        if (!isOpen) conflict.report({ message: NO_PREVIEW, issues: [] });
      });
    } else {
      const address = `/blog/${post.slug}${conflict.changes === null ? '' : '/changes'}`;
      window.open(address, '_blank', 'noopener');
    }
  }

  function chooseStatus(status: PostStatus) {
    values.chooseStatus(status);
    conflict.chooseStatus(status);
  }

  function show(place: FindingPlace) {
    showFinding(place, fullPage, writing.field.current);
  }

  function showMissing() {
    form.current?.reportValidity();
  }

  function showProblem() {
    const box = problemPlace.current?.querySelector<HTMLElement>('[role=alert]');
    box?.focus({ preventScroll: true });
    box?.scrollIntoView({ block: 'center' });
  }

  function showDisagreement() {
    const marker = findUnfinished(values.read().content, 'conflict');
    if (marker !== null) show(marker);
  }

  return (
    <div
      ref={fullPage.frame}
      data-full-page={fullPage.isOn || undefined}
      data-live-preview={livePreview.isOpen || undefined}
      className="post-form"
    >
      <div hidden={fullPage.isOn}>
        <PostFormHead
          title={title}
          post={post}
          missing={missing}
          onPreview={missing === null ? preview : showMissing}
        />
      </div>
      <div className="full-page-notices">
        {post === null ? (
          <OpenDocument
            values={values}
            isFullPage={fullPage.isOn}
            onOpened={() => chooseStatus('draft')}
          />
        ) : null}
        <DraftNotices
          source={draft.source}
          offered={draft.offered}
          onDiscard={draft.discard}
          onUse={draft.use}
          onDecline={draft.decline}
        />
        {post === null || conflict.changes === null ? null : (
          <div hidden={fullPage.isOn}>
            <ChangesNotice
              key={conflict.changes.etag}
              post={post}
              changes={conflict.changes}
              ours={fields}
              text={writing.text}
              isBusy={saving.isBusy}
              onSchedule={(publishAt) => saving.request({ ...WITHOUT_PUBLISHING, publishAt })}
              onDiscarded={() => loadCurrent({ current: post })}
            />
          </div>
        )}
        {problem === null ? null : (
          <div ref={problemPlace} className="mb-6">
            <ProblemBox
              problem={problem}
              problemKey={conflict.problemKey}
              ours={fields}
              text={writing.text}
              theirs={
                problem.conflict === undefined
                  ? null
                  : valuesOfPost(problem.conflict.current, window.location.origin)
              }
              isMerging={conflict.isMerging}
              isBusy={saving.isBusy}
              onShow={(line) => show({ line })}
              onLoadCurrent={loadCurrent}
              onOverwrite={saving.overwrite}
              onMerge={conflict.merge}
            />
          </div>
        )}
      </div>
      <form
        ref={form}
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          saving.request({ status: fields.status });
        }}
        onKeyDown={preventEnterSubmit}
        onInvalidCapture={({ target }) => {
          // Its message needs a place to be shown at.
          if (fullPage.isOn && target !== writing.field.current) fullPage.toggle();
        }}
        aria-busy={saving.isBusy}
      >
        <div inert={saving.isLeaving} className="full-page-contents space-y-6">
          <PostFields
            post={post}
            values={fields}
            typed={typed}
            knownTags={values.knownTags}
            writing={writing}
            fullPage={fullPage}
            livePreview={livePreview}
            issues={issuesByField(problem?.issues ?? [])}
            set={values.set}
            setTyped={values.setTyped}
            setTitle={(title) =>
              values.set({ title, slug: slugForTitle(post === null, fields, title) })
            }
            setStatus={chooseStatus}
          />
        </div>
      </form>
      <div hidden={fullPage.isOn}>{props.children}</div>
      <SaveBar
        form={formId}
        offered={offered}
        missing={missing}
        isSaving={saving.isSaving}
        isBusy={saving.isBusy}
        status={{
          storedIn: draft.storedIn,
          isHeld: saving.isHeld,
          savedAt: saving.savedAt,
          problem,
          notice: conflict.notice,
          others,
          onShowProblem: showProblem,
          onShowNewer: () => conflict.showStored(others.newer ?? '', offered.stay.request),
          onShowDisagreement: showDisagreement,
        }}
        onSaveAsDraft={missing === null ? saving.saveAsDraft : showMissing}
        onSaveAndStay={saving.saveAndStay}
      />
      {saving.toPublish === null ? null : (
        <PublicationDialog
          findings={saving.toPublish.findings}
          onPublish={saving.publishAnyway}
          onBack={(place) => {
            saving.backToText();
            // Once the dialog is gone, which gives the focus back.
            if (place !== null) setTimeout(show, 0, place);
          }}
        />
      )}
      {saving.signInDialog}
    </div>
  );
}

const NO_PREVIEW =
  'The preview could not be opened: what you typed did not reach the server. Please try again.';

/** Enter in an input does not submit: a post must not be published by accident. */
function preventEnterSubmit(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
