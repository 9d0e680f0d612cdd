import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { issuesByField } from '../../../admin/field-issues.ts';
import { useReachable } from '../../../admin/reachable.ts';
import { useNow } from '../../../admin/use-polling.ts';
import { useUnsavedChanges } from '../../../admin/use-unsaved-changes.ts';
import { type FindingPlace, showFinding } from '../../../posts/admin/findings/show-finding.ts';
import { isPublic } from '../../../posts/post.ts';
import { findUnfinished } from '../../../rendering/unfinished.ts';
import { OpenDocument } from '../documents/open-document.tsx';
import { DraftNotices } from '../drafts/draft-notices.tsx';
import { type Draft, discardDrafts } from '../drafts/drafts.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { ChangesNotice } from '../saving/changes-notice.tsx';
import { type Conflict, ConflictDialog } from '../saving/conflict-dialog.tsx';
import { offeredActions } from '../saving/offered-actions.ts';
import { openPreview } from '../saving/open-preview.ts';
import { ProblemBox } from '../saving/problem-box.tsx';
import { PublicationDialog } from '../saving/publication-dialog.tsx';
import { SaveBar } from '../saving/save-bar.tsx';
import { type SaveRequest, WITHOUT_PUBLISHING } from '../saving/save-by-key.ts';
import { useConflict } from '../saving/use-conflict.ts';
import { useSave } from '../saving/use-save.ts';
import { useFullPage, useLivePreview } from '../writing/use-full-page.ts';

import { PostFields } from './post-fields.tsx';
import { PostFormHead } from './post-form-head.tsx';
import { type FormStart, type Stored, savedValues } from './read-stored.ts';
import { slugForTitle } from './title-slug.ts';
import { usePostValues } from './use-post-values.ts';

type PostFormProps = {
  title: string;
  start: FormStart;
  /** The post as it was saved or seen here last. */
  seen: Stored;
  setSeen: (seen: Stored) => void;
  /** The message when the server gives no reason. */
  failure: string;
  /** What stands below the form's sections. */
  children?: ReactNode;
  /** Starts over from what is stored; ours is offered as a draft. */
  onRestart: (id: string, stored: Stored) => void;
};

/**
 * The form that creating and editing a post share (specification sections 2, 4 and 5). Its values are in
 * `usePostValues`, unsaved text in `useDraft`, other people's versions in `useConflict`, and saving in `useSave`.
 */
export function PostForm(props: PostFormProps) {
  const { title, start, seen, setSeen } = props;
  const { post, changes } = seen;
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const problemPlace = useRef<HTMLDivElement>(null);
  const [source, setSource] = useState(start.restored === null ? start.resumed : null);
  const [restored, setRestored] = useState(start.restored);
  const [offered, setOffered] = useState(start.offered);
  const [id, setId] = useState(start.id);
  const [base, setBase] = useState(
    start.resumed === null ? etagOfStored(start) : start.resumed.base,
  );
  const saved = savedValues(start);
  const values = usePostValues(saved, start.resumed?.values ?? saved);
  const { fields, typed, writing, missing } = values;
  const draft = useDraft({
    post: id,
    base,
    values: values.withTyped,
    text: writing.text,
    saved: values.saved,
    source,
    writers: start.writers,
  });
  const conflict = useConflict({ base, values, onBased });
  const fullPage = useFullPage(writing.field);
  const livePreview = useLivePreview();
  const leaveFreely = useUnsavedChanges(values.isDirty);
  const saving = useSave({
    form,
    id,
    base,
    seen,
    values,
    draft,
    failure: props.failure,
    leaveFreely,
    onConflict: conflict.open,
    onSaved(stored) {
      setSource(null);
      setRestored(null);
      conflict.clearNotice();
      onBased(stored);
    },
  });
  const { problem } = saving;

  const now = useNow();
  const offers = offeredActions({ ...fields, post, changes }, now);
  useReachable(saving.clearOffline);

  function onBased(stored: Stored) {
    setSeen(stored);
    setBase(etagOfStored(stored));
  }

  function restart(stored: Stored) {
    draft.keep();
    leaveFreely();
    props.onRestart(id, stored);
  }

  /** Continues a draft; null empties the form of what is not saved. */
  function continueWith(next: Draft | null) {
    setSource(next);
    setRestored(null);
    setId(next?.post ?? id);
    setBase(next === null ? etagOfStored(seen) : next.base);
    values.fill(next?.values ?? values.saved);
  }

  function adoptDraft(chosen: Draft) {
    const question = 'Replace what is in the form now?';
    if (values.isDirty && !window.confirm(question)) return;
    setOffered(offered.filter((each) => each !== chosen));
    continueWith(chosen);
  }

  function discardOffered(unwanted: Draft) {
    if (!window.confirm('Discard the unsaved text?')) return;
    setOffered(offered.filter((each) => each !== unwanted));
    void discardDrafts(unwanted.post, unwanted.tab);
  }

  function reset() {
    if (!window.confirm('Discard the unsaved text?')) return;
    void draft.discard();
    continueWith(null);
  }

  function keepMine({ stored, request }: Conflict) {
    conflict.close();
    onBased(stored);
    setResent({ ...request, isConfirmed: false });
  }

  /** Sent once the form is based on what is stored. */
  const [resent, setResent] = useState<SaveRequest | null>(null);
  const resend = useEffectEvent((request: SaveRequest) => {
    setResent(null);
    const isOnSite = post !== null && isPublic(post, new Date().toISOString());
    if (request.isUnpublished && !isOnSite) saving.saveAndStay();
    else saving.request(request);
  });
  useEffect(() => {
    if (resent !== null) resend(resent);
  }, [resent]);

  /** Until a post is saved, the specification has a message alone (section 2). */
  function preview() {
    if (post === null) window.alert('A preview would open in a new tab.');
    else if (values.isDirty) {
      void openPreview(`/blog/${post.slug}/changes?typed`, draft.flush()).then((isOpen) => {
        if (!isOpen) saving.report({ message: NO_PREVIEW, issues: [] });
      });
    } else {
      const address = `/blog/${post.slug}${changes === null ? '' : '/changes'}`;
      window.open(address, '_blank', 'noopener');
    }
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
            onOpened={() => values.chooseStatus('draft')}
          />
        ) : null}
        <DraftNotices
          source={source}
          restored={restored}
          offered={offered}
          onReset={reset}
          onUse={adoptDraft}
          onDiscard={discardOffered}
        />
        {post === null || changes === null ? null : (
          <div hidden={fullPage.isOn}>
            <ChangesNotice
              key={changes.etag}
              post={post}
              changes={changes}
              ours={fields}
              text={writing.text}
              isBusy={saving.isBusy}
              onSchedule={(publishAt) => saving.request({ ...WITHOUT_PUBLISHING, publishAt })}
              onDiscarded={() => restart({ post, changes: null })}
            />
          </div>
        )}
        {problem === null ? null : (
          <div ref={problemPlace} className="mb-6">
            <ProblemBox
              problem={problem}
              problemKey={saving.problemKey}
              onShow={(line) => show({ line })}
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
            issues={{ slug: problem?.slug, ...issuesByField(problem?.issues ?? []) }}
            set={values.set}
            setTyped={values.setTyped}
            setTitle={(title) =>
              values.set({ title, slug: slugForTitle(post === null, fields, title) })
            }
            setStatus={values.chooseStatus}
          />
        </div>
      </form>
      <div hidden={fullPage.isOn}>{props.children}</div>
      <SaveBar
        form={formId}
        offered={offers}
        missing={missing}
        isSaving={saving.isSaving}
        isBusy={saving.isBusy}
        status={{
          storedIn: draft.storedIn,
          writers: draft.writers,
          isHeld: saving.isHeld,
          savedAt: saving.savedAt,
          problem,
          notice: conflict.notice,
          onShowProblem: showProblem,
          onShowDisagreement: showDisagreement,
        }}
        onSaveAsDraft={missing === null ? saving.saveAsDraft : showMissing}
        onSaveAndStay={saving.saveAndStay}
      />
      {saving.toPublish === null ? null : (
        <PublicationDialog
          findings={saving.toPublish}
          onPublish={saving.publishAnyway}
          onBack={(place) => {
            saving.backToText();
            // Once the dialog is gone, which gives the focus back.
            if (place !== null) setTimeout(show, 0, place);
          }}
        />
      )}
      {conflict.conflict === null ? null : (
        <ConflictDialog
          conflict={conflict.conflict}
          ours={values.read()}
          failure={conflict.failure}
          isBusy={conflict.isMerging}
          onMerge={() => conflict.conflict && void conflict.merge(conflict.conflict)}
          onKeepMine={() => conflict.conflict && keepMine(conflict.conflict)}
          onTakeTheirs={() => conflict.conflict && restart(conflict.conflict.stored)}
          onBack={conflict.close}
        />
      )}
    </div>
  );
}

const NO_PREVIEW =
  'The preview could not be opened: what you typed did not reach the server. Please try again.';

/** Enter in an input does not submit: a post must not be published by accident. */
function preventEnterSubmit(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** The etag of the latest text of a post; null for a new one. */
function etagOfStored({ post, changes }: Stored): string | null {
  return (changes ?? post)?.etag ?? null;
}
