import { ArrowLeft, Eye } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Post, PostDraft, PostStatus } from '../../domain/posts/post.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { type Answer, type PostVersion, readRevision } from './api.ts';
import { DraftNotices } from './draft-notices.tsx';
import { issuesByField } from './field-issues.ts';
import type { Found, KeptDraft } from './kept-draft.ts';
import { mergeVersions } from './merge.ts';
import { PostFields } from './post-fields.tsx';
import { draftOfValues, isSame, type PostFormValues, valuesOfPost } from './post-form-values.ts';
import { type Conflict, type Problem, ProblemBox, problemOf } from './problem-box.tsx';
import { DASHBOARD, SaveBar } from './save-bar.tsx';
import { storedSession } from './session.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { slugForTitle } from './title-slug.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { isSave, useShortcut } from './use-shortcut.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

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

/** A save that waits for its writer to sign in again. */
type Waiting = { email: string; values: PostFormValues; onto: PostVersion | null };

/** The form that creating and editing a post share (specification sections 2, 4 and 5). */
export function PostForm(props: PostFormProps) {
  const { title, post, saved, found, submitLabel, failure, save } = props;
  const [values, setValues] = useState(found.kept?.values ?? saved);
  const [source, setSource] = useState<KeptDraft | null>(found.kept);
  const [offered, setOffered] = useState(found.offered);
  const [base, setBase] = useState<PostVersion | null>(
    post && { slug: post.slug, version: found.kept?.version ?? post.version },
  );
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(() => staleness(post, found.kept));
  const [notice, setNotice] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const form = useRef<HTMLFormElement>(null);
  /** The author's own choice, while saving as a draft has put another in the select. */
  const chosenStatus = useRef(values.status);
  const draftTimer = useRef<number>(undefined);
  const leaveFreely = useUnsavedChanges(!isSame(values, saved));
  const document = source?.document ?? props.document;
  const draft = useKeptDraft({
    document,
    version: base?.version ?? null,
    values,
    saved,
    continues: source?.form ?? null,
  });
  const navigate = useNavigate();

  const isBlank = values.title.trim() === '' || values.content.trim() === '';
  const isBlocked = isSaving || isBlank;

  useEffect(() => () => clearTimeout(draftTimer.current), []);
  useShortcut(isSave, () => {
    if (!isBlocked) form.current?.requestSubmit();
  });

  function set(change: Partial<PostFormValues>) {
    setValues((before) => ({ ...before, ...change }));
  }

  function setStatus(status: PostStatus) {
    chosenStatus.current = status;
    set({ status });
    setProblem((before) =>
      before?.conflict ? { ...before, conflict: { ...before.conflict, status } } : before,
    );
  }

  async function submit(sent: PostFormValues, onto: PostVersion | null) {
    if (isSaving) return;
    const email = storedSession()?.email ?? '';
    setSaving(true);
    setProblem(null);
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
    if (answer.refusal.kind === 'signed-out') setWaiting({ email, values: sent, onto });
    else setProblem(problemOf(answer.refusal, failure, sent.status));
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit(values, base);
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
    setSource(found);
    setValues(found.values);
    chosenStatus.current = found.values.status;
    if (base !== null) setBase({ ...base, version: found.version ?? base.version });
    setProblem(staleness(post, found));
  }

  function discard() {
    if (!window.confirm('Discard the text that was not saved?')) return;
    draft.forget();
    setSource(null);
    setValues(saved);
    chosenStatus.current = saved.status;
    setBase(post && { slug: post.slug, version: post.version });
    setProblem(null);
  }

  async function merge({ current }: Conflict) {
    const origin = window.location.origin;
    const theirs = valuesOfPost(current, origin);
    const before = base === null ? null : await readRevision({ ...base, slug: current.slug });
    if (before !== null && !before.ok) {
      setProblem({
        ...problemOf(before.refusal, failure, values.status),
        conflict: { current, status: values.status },
      });
      return;
    }
    const common = before === null ? theirs : valuesOfPost(before.value, origin);
    const { values: merged, disagreements } = mergeVersions(common, values, theirs);
    setValues(merged);
    setBase({ slug: current.slug, version: current.version });
    setProblem(null);
    setNotice(
      disagreements === 0
        ? 'Both versions are in the form now. Read it through, then save.'
        : `Both versions are in the form now. In ${disagreements} ${disagreements === 1 ? 'place' : 'places'} they disagree: look for <<<<<<< in the text, keep what is right, then save.`,
    );
  }

  function loadCurrent({ current }: Conflict) {
    leaveFreely();
    const ours = { document, values, version: base?.version ?? null, form: draft.form };
    props.onLoadCurrent(current, { ...ours, writtenAt: new Date().toISOString() });
  }

  return (
    <div className="mx-auto max-w-3xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link to={DASHBOARD} className="prose-link inline-flex min-h-11 items-center gap-2 text-sm">
          <ArrowLeft aria-hidden className="size-4" />
          Back to Dashboard
        </Link>
        <Button look="secondary" disabled={isBlank} onClick={props.onPreview}>
          <Eye aria-hidden className="size-4" />
          Preview
        </Button>
      </div>
      <h1 className="display mt-4 mb-6 text-2xl">{title}</h1>
      <DraftNotices
        source={source}
        offered={offered}
        notice={notice}
        onDiscard={discard}
        onUse={use}
        onDecline={() => setOffered(null)}
      />
      {problem === null ? null : (
        <div className="mb-6">
          <ProblemBox
            problem={problem}
            ours={values}
            theirs={
              problem.conflict === undefined
                ? null
                : valuesOfPost(problem.conflict.current, window.location.origin)
            }
            onLoadCurrent={loadCurrent}
            onOverwrite={({ current, status }) => submit({ ...values, status }, current)}
            onMerge={merge}
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
            values={values}
            issues={issuesByField(problem?.issues ?? [])}
            set={set}
            setTitle={(text) =>
              set({ title: text, slug: slugForTitle(post === null, values, text) })
            }
            setStatus={setStatus}
          />
        </div>
        <SaveBar
          keeping={draft.keeping}
          isSaving={isSaving}
          isBlocked={isBlocked}
          submitLabel={submitLabel(values.status)}
          onSaveAsDraft={saveAsDraft}
        />
      </form>
      {waiting === null ? null : (
        <SignInAgain
          email={waiting.email}
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

/** A problem from the start: the post was saved again since this was written. */
function staleness(post: Post | null, kept: KeptDraft | null): Problem | null {
  if (post === null || kept === null || kept.version === post.version) return null;
  return {
    message: 'This post was changed since you wrote this.',
    issues: [],
    conflict: { current: post, status: kept.values.status },
  };
}
