import { ArrowLeft, Eye, History } from 'lucide-react';
import {
  type KeyboardEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useNavigate } from 'react-router';
import type { Post, PostStatus } from '../../domain/posts/post.ts';
import type { PostDraft } from '../../domain/posts/post-input.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import type { Answer, PostVersion } from './api.ts';
import { DraftNotices } from './draft-notices.tsx';
import { issuesByField } from './field-issues.ts';
import { declineDraft, type RecoveredDraft, type Recovery } from './local-draft.ts';
import { PostFields } from './post-fields.tsx';
import { type FieldValues, isSame, type PostFormValues, valuesOfPost } from './post-form-values.ts';
import { type Conflict, ProblemBox } from './problem-box.tsx';
import { DASHBOARD, SaveBar } from './save-bar.tsx';
import { saveByKey } from './save-by-key.ts';
import { storedSession } from './session.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { slugForTitle } from './title-slug.ts';
import { isNothingTyped, NOTHING_TYPED, REFERENCE_WITHOUT_URL, withTyped } from './typed-fields.ts';
import { useConflict } from './use-conflict.ts';
import { useLive } from './use-live.ts';
import { useLocalDraft } from './use-local-draft.ts';
import { type SaveRequest, useSaving } from './use-saving.ts';
import { isSave, useShortcut } from './use-shortcut.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';
import { showLine } from './writing/line-positions.ts';
import { useWriting } from './writing/writing.ts';

/** Specification section 4. */
const DRAFT_SUBMIT_DELAY_MS = 100;

type PostFormProps = {
  title: string;
  /** The server's post; null for a new one. */
  post: Post | null;
  /** The key of autosaves: the post's id, or a generated one for a new post. */
  document: string;
  /** The values of the post, or of an empty form. */
  saved: PostFormValues;
  recovery: Recovery;
  submitLabel: (status: PostStatus) => string;
  /** The message when the server gives no reason. */
  failure: string;
  /**
   * @param replaced the version that the draft replaces; null for a new post
   * @param document the key of the draft's autosaves
   */
  save: (draft: PostDraft, replaced: PostVersion | null, document: string) => Promise<Answer<Post>>;
  onPreview: () => void;
  /** Starts over from somebody else's version; ours is offered as a draft. */
  onLoadCurrent: (current: Post, ours: RecoveredDraft) => void;
};

/** The form that creating and editing a post share (specification sections 2, 4 and 5). */
export function PostForm(props: PostFormProps) {
  const { title, recovery, submitLabel, failure, save } = props;
  const { content, ...startFields } = recovery.resumed?.values ?? props.saved;
  /** State, because saving in place changes them while the form stays open. */
  const [post, setPost] = useState(props.post);
  const [saved, setSaved] = useState(props.saved);
  const [isSavedHere, setSavedHere] = useState(false);
  const [values, setValues, readFields] = useLive<FieldValues>(startFields);
  const [typed, setTyped, readTyped] = useLive(NOTHING_TYPED);
  const writing = useWriting(content);
  const { text } = writing;
  const [source, setSource] = useState<RecoveredDraft | null>(recovery.resumed);
  const [offered, setOffered] = useState(recovery.offered);
  const conflict = useConflict({ post, resumed: recovery.resumed, failure, read, fill });
  const { base, problem } = conflict;
  /** Of the administrator who opened the form; the end of a session clears the stored one. */
  const [email] = useState(() => storedSession()?.email ?? '');
  const form = useRef<HTMLFormElement>(null);
  /** The author's choice, while saving as a draft shows another status. */
  const chosenStatus = useRef(values.status);
  const draftTimer = useRef<number>(undefined);
  const isTextSame = useSyncExternalStore(text.subscribe, () => text.read() === saved.content);
  const isTextBlank = useSyncExternalStore(text.subscribe, text.isBlank);
  const isDirty = !isTextSame || !isSame({ ...saved, ...values }, saved) || !isNothingTyped(typed);
  const leaveFreely = useUnsavedChanges(isDirty);
  const document = source?.document ?? post?.id ?? props.document;
  const draft = useLocalDraft({
    document,
    version: base?.version ?? null,
    // With the typed tag and reference, as in a save.
    values: useMemo(() => withTyped(values, typed) ?? values, [values, typed]),
    text,
    saved,
    source,
  });
  const saving = useSaving({
    form,
    writing,
    conflict,
    addTyped,
    read,
    storedPublishDate: post?.publishDate ?? null,
    save: (sent, onto) => save(sent, onto, document),
    onSaved,
  });
  const navigate = useNavigate();

  const isBlank = values.title.trim() === '' || isTextBlank;

  useEffect(() => () => clearTimeout(draftTimer.current), []);
  useShortcut(isSave, () => {
    if (!isBlank) saving.request(requestByKey());
  });

  function read(): PostFormValues {
    return { ...readFields(), content: text.read() };
  }

  function fill({ content: nextText, ...fields }: PostFormValues) {
    setValues(fields);
    text.replace(nextText);
  }

  function set(change: Partial<FieldValues>) {
    setValues({ ...readFields(), ...change });
  }

  function setStatus(status: PostStatus) {
    chosenStatus.current = status;
    set({ status });
    conflict.chooseStatus(status);
  }

  function addTyped(): boolean {
    const added = withTyped(readFields(), readTyped());
    if (added === null) {
      conflict.report({ message: REFERENCE_WITHOUT_URL, issues: [] });
      return false;
    }
    setValues(added);
    setTyped(NOTHING_TYPED);
    return true;
  }

  function requestByKey(): SaveRequest {
    return saveByKey(conflict.seen, readFields(), new Date().toISOString());
  }

  async function onSaved(stored: Post, sent: PostFormValues, { isInPlace }: SaveRequest) {
    if (isInPlace) {
      stayWith(stored, sent);
      return;
    }
    await draft.stop();
    leaveFreely();
    await navigate(DASHBOARD);
  }

  /** Continues with the saved post; input during the save is not saved yet. */
  function stayWith(stored: Post, sent: PostFormValues) {
    void draft.discard();
    setSource(null);
    setPost(stored);
    setSaved({ ...sent, status: chosenStatus.current });
    setSavedHere(true);
    conflict.baseOnSaved(stored);
    // Without a navigation, which would replace the form: a reload edits the post.
    window.history.replaceState(window.history.state, '', `/admin/edit-post/${stored.slug}`);
  }

  /** Specification section 4: sets draft, submits after 100 ms, then restores the choice. */
  function saveAsDraft() {
    const isConfirmed = saving.confirm({ status: 'draft' });
    if (!isConfirmed) return;
    set({ status: 'draft' });
    clearTimeout(draftTimer.current);
    draftTimer.current = window.setTimeout(() => {
      saving.request({ status: 'draft', isConfirmed });
      set({ status: chosenStatus.current });
    }, DRAFT_SUBMIT_DELAY_MS);
  }

  function use(chosen: RecoveredDraft) {
    if (isDirty && !window.confirm('Put it in the place of what is in the form now?')) return;
    setOffered(null);
    continueWith(chosen.values, chosen);
  }

  function decline(declined: RecoveredDraft) {
    setOffered(null);
    declineDraft(declined);
  }

  function discard() {
    if (!window.confirm('Discard the text that was not saved?')) return;
    void draft.discard();
    continueWith(saved, null);
  }

  function continueWith(next: PostFormValues, from: RecoveredDraft | null) {
    setSource(from);
    fill(next);
    chosenStatus.current = next.status;
    conflict.baseOnDraft(from);
  }

  function loadCurrent({ current }: Conflict) {
    leaveFreely();
    const ours = { document, values: read(), version: base?.version ?? null, form: draft.form };
    const writtenAt = new Date().toISOString();
    props.onLoadCurrent(current, { ...ours, writtenAt, sequence: 0 });
  }

  return (
    <div className="mx-auto max-w-3xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link to={DASHBOARD} className="prose-link inline-flex min-h-11 items-center gap-2 text-sm">
          <ArrowLeft aria-hidden className="size-4" />
          Back to Dashboard
        </Link>
        <div className="flex flex-wrap gap-2">
          {post === null ? null : (
            <ButtonLink href={`/admin/edit-post/${post.slug}/revisions`} look="secondary">
              <History aria-hidden className="size-4" />
              Revisions
            </ButtonLink>
          )}
          <Button look="secondary" disabled={isBlank} onClick={props.onPreview}>
            <Eye aria-hidden className="size-4" />
            Preview
          </Button>
        </div>
      </div>
      <h1 className="display mt-4 mb-6 text-2xl">{title}</h1>
      <DraftNotices
        source={source}
        offered={offered}
        notice={conflict.notice}
        onDiscard={discard}
        onUse={use}
        onDecline={decline}
      />
      {problem === null ? null : (
        <div className="mb-6">
          <ProblemBox
            problem={problem}
            problemKey={conflict.problemKey}
            ours={values}
            text={text}
            theirs={
              problem.conflict === undefined
                ? null
                : valuesOfPost(problem.conflict.current, window.location.origin)
            }
            isMerging={conflict.isMerging}
            isBusy={saving.isBusy}
            onShow={(line) => {
              if (writing.field.current !== null) showLine(writing.field.current, line);
            }}
            onLoadCurrent={loadCurrent}
            onOverwrite={({ current, status }) => saving.request({ status, over: current })}
            onMerge={conflict.merge}
          />
        </div>
      )}
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          saving.request({ status: values.status });
        }}
        onKeyDown={preventEnterSubmit}
        aria-busy={saving.isBusy}
      >
        <div inert={saving.isLeaving} className="space-y-6">
          <PostFields
            post={post}
            values={values}
            typed={typed}
            writing={writing}
            issues={issuesByField(problem?.issues ?? [])}
            set={set}
            setTyped={setTyped}
            setTitle={(title) => set({ title, slug: slugForTitle(post === null, values, title) })}
            setStatus={setStatus}
          />
        </div>
        <SaveBar
          keeping={draft.keeping}
          isSaving={saving.isSaving}
          isHeld={saving.isHeld}
          isSavedHere={isSavedHere && !isDirty}
          refusal={problem?.isQuiet ? problem.message : null}
          isSubmitByKey={!requestByKey().isInPlace}
          isBlocked={saving.isBusy || isBlank}
          submitLabel={submitLabel(values.status)}
          onSaveAsDraft={saveAsDraft}
        />
      </form>
      {saving.isSignedOut ? (
        <SignInAgain
          email={email}
          onSignedIn={() => saving.resume(true)}
          onCancel={() => saving.resume(false)}
        />
      ) : null}
    </div>
  );
}

/** Enter in an input does not submit: a post must not be published by accident. */
function preventEnterSubmit(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
