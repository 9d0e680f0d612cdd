import { ArrowLeft, Eye, LoaderCircle } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Post, PostDraft, PostStatus } from '../../domain/posts/post.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import {
  type Answer,
  type FieldIssue,
  type PostVersion,
  type Refusal,
  refusalMessage,
} from './api.ts';
import { ErrorBox } from './error-box.tsx';
import { issuesByField, issueText } from './field-issues.ts';
import { forgetText, type KeptText, keepText } from './kept-text.ts';
import { loginAddress } from './login-address.ts';
import { PostFields } from './post-fields.tsx';
import { draftOfValues, isSame, type PostFormValues } from './post-form-values.ts';
import { slugForTitle } from './title-slug.ts';
import { isSave, useShortcut } from './use-shortcut.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

const DASHBOARD = '/admin/dashboard';

/** Specification section 9. */
const DRAFT_SUBMIT_DELAY_MS = 100;

type PostFormProps = {
  title: string;
  /** The post as it stands on the server; null for a new one. */
  post: Post | null;
  /** What the post, or an empty form, holds. */
  saved: PostFormValues;
  /** Text that an ended session kept from being saved. */
  kept: KeptText | null;
  submitLabel: (status: PostStatus) => string;
  /** Said when the server refuses without giving a reason. */
  failure: string;
  /** @param replaced the version that the draft takes the place of; null for a new post */
  save: (draft: PostDraft, replaced: PostVersion | null) => Promise<Answer<Post>>;
  onPreview: () => void;
  /** Starts over from the post as somebody else has left it. */
  onLoadCurrent?: (current: Post) => void;
};

type Problem = {
  message: string;
  issues: FieldIssue[];
  /** Somebody else's version, and the status that ours was sent with. */
  conflict?: { current: Post; status: PostStatus };
};

/** The form that creating and editing a post share (specification sections 2, 4 and 5). */
export function PostForm(props: PostFormProps) {
  const { title, post, saved, kept, submitLabel, failure, save } = props;
  const [values, setValues] = useState(kept?.values ?? saved);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  /** The author's own choice, while saving as a draft has put another in the select. */
  const chosenStatus = useRef(values.status);
  const draftTimer = useRef<number>(undefined);
  const letGo = useUnsavedChanges(!isSame(values, saved));
  const navigate = useNavigate();
  const location = useLocation();

  const isBlank = values.title.trim() === '' || values.content.trim() === '';
  const isBlocked = isSaving || isBlank;
  const replaced = post && { slug: post.slug, version: kept?.version ?? post.version };

  useEffect(() => {
    if (kept !== null) forgetText(location.pathname);
  }, [kept, location.pathname]);
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

  async function submit(sent: PostFormValues, base: PostVersion | null) {
    if (isSaving) return;
    setSaving(true);
    setProblem(null);
    const draft = draftOfValues(sent, window.location.origin, post?.publishDate ?? null);
    const answer = await save(draft, base);
    if (answer.ok) {
      letGo();
      await navigate(DASHBOARD);
      return;
    }
    setSaving(false);
    if (answer.refusal.kind === 'signed-out') {
      keepText(location.pathname, {
        values: { ...sent, status: chosenStatus.current },
        version: base?.version ?? null,
      });
      letGo();
      await navigate(loginAddress(location));
      return;
    }
    setProblem(problemOf(answer.refusal, failure, sent.status));
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit(values, replaced);
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
      {kept === null ? null : (
        <p role="status" className="mb-6 rounded-md bg-amber-tint px-4 py-3 text-amber text-sm">
          You were signed out before this text was saved. Here it is again: save it now.
        </p>
      )}
      {problem === null ? null : (
        <div className="mb-6">
          <ProblemBox
            problem={problem}
            onLoadCurrent={props.onLoadCurrent}
            onOverwrite={({ current, status }) => submit({ ...values, status }, current)}
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
        <div className="sticky bottom-0 z-10 mt-6 flex flex-wrap justify-end gap-2 border-line border-t bg-paper py-3 max-sm:*:px-2.5">
          <ButtonLink href={DASHBOARD} look="quiet" className="mr-auto">
            Cancel
          </ButtonLink>
          <Button look="secondary" disabled={isBlocked} onClick={saveAsDraft}>
            Save as Draft
          </Button>
          <Button type="submit" disabled={isBlocked} aria-keyshortcuts="Control+S Meta+S">
            {isSaving ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : null}
            {isSaving ? 'Saving...' : submitLabel(values.status)}
          </Button>
        </div>
      </form>
    </div>
  );
}

function problemOf(refusal: Refusal, failure: string, status: PostStatus): Problem {
  const { issues = [], current } = refusal.kind === 'refused' ? refusal : {};
  return {
    message: refusalMessage(refusal, failure),
    issues,
    ...(current === undefined ? {} : { conflict: { current, status } }),
  };
}

type ProblemBoxProps = {
  problem: Problem;
  onLoadCurrent: ((current: Post) => void) | undefined;
  onOverwrite: (conflict: NonNullable<Problem['conflict']>) => void;
};

function ProblemBox({ problem, onLoadCurrent, onOverwrite }: ProblemBoxProps) {
  const { message, issues, conflict } = problem;
  return (
    <ErrorBox>
      <p>{message}</p>
      <ul className="mt-1 list-disc pl-5 empty:hidden">
        {issues.map((issue) => (
          <li key={issueText(issue)}>{issueText(issue)}</li>
        ))}
      </ul>
      {conflict === undefined ? null : (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button look="danger" onClick={() => onLoadCurrent?.(conflict.current)}>
            Load the current version
          </Button>
          <Button look="danger" onClick={() => onOverwrite(conflict)}>
            Overwrite it with mine
          </Button>
        </div>
      )}
    </ErrorBox>
  );
}
