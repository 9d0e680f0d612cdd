import { ArrowLeft, Eye, History } from 'lucide-react';
import {
  type FormEvent,
  useEffect,
  useEffectEvent,
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
import type { Found, KeptDraft } from './kept-draft.ts';
import { PostFields } from './post-fields.tsx';
import {
  draftOfValues,
  type FieldValues,
  isSame,
  type PostFormValues,
  valuesOfPost,
} from './post-form-values.ts';
import { type Conflict, ProblemBox } from './problem-box.tsx';
import { DASHBOARD, SaveBar } from './save-bar.tsx';
import { storedSession } from './session.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { slugForTitle } from './title-slug.ts';
import { useConflict } from './use-conflict.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { isSave, useShortcut } from './use-shortcut.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';
import { useWriting } from './writing/writing.ts';

/** Specification section 9. */
const DRAFT_SUBMIT_DELAY_MS = 100;

type PostFormProps = {
  title: string;
  /** The post as it stands on the server; null for a new one. */
  post: Post | null;
  /** What is written under: the post's id, or the key of a new post. */
  document: string;
  /** What the post, or an empty form, holds. */
  saved: PostFormValues;
  /** What was typed before and not saved. */
  found: Found;
  submitLabel: (status: PostStatus) => string;
  /** Said when the server refuses without giving a reason. */
  failure: string;
  /**
   * @param replaced the version that the draft takes the place of; null for a new post
   * @param document what the draft was written under
   */
  save: (draft: PostDraft, replaced: PostVersion | null, document: string) => Promise<Answer<Post>>;
  onPreview: () => void;
  /** Starts over from the post as somebody else has left it; ours is offered then. */
  onLoadCurrent: (current: Post, ours: KeptDraft) => void;
};

/** A save that waits for pictures, and how many had failed before. */
type Held = { status: PostStatus; failures: number };

/** A save that waits for its writer to sign in again. */
type Waiting = { values: PostFormValues; onto: PostVersion | null };

/** The form that creating and editing a post share (specification sections 2, 4 and 5). */
export function PostForm(props: PostFormProps) {
  const { title, post, saved, found, submitLabel, failure, save } = props;
  const { content, ...startFields } = found.kept?.values ?? saved;
  const [values, setValues] = useState<FieldValues>(startFields);
  const writing = useWriting(content);
  const { text, uploads } = writing;
  const [source, setSource] = useState<KeptDraft | null>(found.kept);
  const [offered, setOffered] = useState(found.offered);
  const conflict = useConflict({ post, kept: found.kept, failure, read, fill });
  const { base, problem } = conflict;
  const [isSaving, setSaving] = useState(false);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  /** Whoever opened the form; the end of a session forgets it. */
  const [email] = useState(() => storedSession()?.email ?? '');
  const [held, setHeld] = useState<Held | null>(null);
  const form = useRef<HTMLFormElement>(null);
  /** The author's own choice, while saving as a draft has put another in the select. */
  const chosenStatus = useRef(values.status);
  const draftTimer = useRef<number>(undefined);
  const isTextSame = useSyncExternalStore(text.subscribe, () => text.read() === saved.content);
  const isTextBlank = useSyncExternalStore(text.subscribe, text.isBlank);
  const isUploading = useSyncExternalStore(uploads.subscribe, uploads.isUnderWay);
  const leaveFreely = useUnsavedChanges(!isTextSame || !isSame({ ...saved, ...values }, saved));
  const document = source?.document ?? props.document;
  const draft = useKeptDraft({
    document,
    version: base?.version ?? null,
    values,
    text,
    saved,
    continues: source?.form ?? null,
  });
  const navigate = useNavigate();

  const isBlank = values.title.trim() === '' || isTextBlank;
  const isBlocked = isSaving || isBlank;

  useEffect(() => () => clearTimeout(draftTimer.current), []);
  useShortcut(isSave, () => {
    if (!isBlocked) form.current?.requestSubmit();
  });

  const sendHeld = useEffectEvent(() => {
    if (held === null) return;
    setHeld(null);
    if (uploads.failures() > held.failures) {
      conflict.tell('A picture could not be uploaded, so nothing was saved yet.');
    } else void submit({ ...read(), status: held.status }, base);
  });
  useEffect(() => {
    if (!isUploading) sendHeld();
  }, [isUploading]);

  function read(): PostFormValues {
    return { ...values, content: text.read() };
  }

  function fill({ content: another, ...fields }: PostFormValues) {
    setValues(fields);
    text.replace(another);
  }

  function set(change: Partial<FieldValues>) {
    setValues((before) => ({ ...before, ...change }));
  }

  function setStatus(status: PostStatus) {
    chosenStatus.current = status;
    set({ status });
    conflict.chooseStatus(status);
  }

  async function submit(sent: PostFormValues, onto: PostVersion | null) {
    if (isSaving) return;
    setSaving(true);
    conflict.clear();
    const origin = window.location.origin;
    const body = draftOfValues(sent, origin, post?.publishDate ?? null);
    const answer = await save(body, onto, document);
    const current =
      !answer.ok && answer.refusal.kind === 'refused' ? answer.refusal.current : undefined;
    // A save whose answer was lost on the way, sent again: it stands already.
    const isThere = current !== undefined && isSame(valuesOfPost(current, origin), sent);
    if (answer.ok || isThere) {
      draft.letGo();
      leaveFreely();
      await navigate(DASHBOARD);
      return;
    }
    setSaving(false);
    if (answer.refusal.kind === 'signed-out') setWaiting({ values: sent, onto });
    else conflict.refuse(answer.refusal, sent.status);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    // A picture that is still on its way would be missing from what is saved.
    if (isUploading) setHeld({ status: values.status, failures: uploads.failures() });
    else void submit(read(), base);
  }

  /** Specification section 4: sets draft, submits after 100 ms, then restores the choice. */
  function saveAsDraft() {
    set({ status: 'draft' });
    clearTimeout(draftTimer.current);
    draftTimer.current = window.setTimeout(() => {
      form.current?.requestSubmit();
      set({ status: chosenStatus.current });
    }, DRAFT_SUBMIT_DELAY_MS);
  }

  function use(found: KeptDraft) {
    setOffered(null);
    goOnWith(found.values, found);
  }

  function discard() {
    if (!window.confirm('Discard the text that was not saved?')) return;
    draft.forget();
    goOnWith(saved, null);
  }

  function goOnWith(next: PostFormValues, from: KeptDraft | null) {
    setSource(from);
    fill(next);
    chosenStatus.current = next.status;
    conflict.standOn(from);
  }

  function loadCurrent({ current }: Conflict) {
    leaveFreely();
    const ours = { document, values: read(), version: base?.version ?? null, form: draft.form };
    props.onLoadCurrent(current, { ...ours, writtenAt: new Date().toISOString() });
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
        onDecline={() => setOffered(null)}
      />
      {problem === null ? null : (
        <div className="mb-6">
          <ProblemBox
            problem={problem}
            ours={values}
            text={text}
            theirs={
              problem.conflict === undefined
                ? null
                : valuesOfPost(problem.conflict.current, window.location.origin)
            }
            onLoadCurrent={loadCurrent}
            onOverwrite={({ current, status }) => submit({ ...read(), status }, current)}
            onMerge={conflict.merge}
          />
        </div>
      )}
      <form
        ref={form}
        onSubmit={onSubmit}
        aria-busy={isSaving}
        className="[&_:is(input,textarea,select,button)]:scroll-mb-28"
      >
        <div inert={isSaving} className="space-y-6">
          <PostFields
            post={post}
            values={values}
            writing={writing}
            issues={issuesByField(problem?.issues ?? [])}
            set={set}
            setTitle={(title) => set({ title, slug: slugForTitle(post === null, values, title) })}
            setStatus={setStatus}
          />
        </div>
        <SaveBar
          keeping={draft.keeping}
          isSaving={isSaving}
          isHeld={held !== null}
          isBlocked={isBlocked}
          submitLabel={submitLabel(values.status)}
          onSaveAsDraft={saveAsDraft}
        />
      </form>
      {waiting === null ? null : (
        <SignInAgain
          email={email}
          onSignedIn={() => {
            setWaiting(null);
            void submit(waiting.values, waiting.onto);
          }}
          onCancel={() => setWaiting(null)}
        />
      )}
    </div>
  );
}
