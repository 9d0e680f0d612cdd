import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { caller } from '../../../admin/caller.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { settled } from '../../../admin/settled.ts';
import { timeOfDay } from '../../../admin/times.ts';
import { useNavigateFromHere } from '../../../admin/use-navigate-from-here.ts';
import { isSave, useShortcut } from '../../../admin/use-shortcut.ts';
import type { SavedPost } from '../../../posts/admin/dashboard/saved-notice.tsx';
import { draftOfValues, type PostFormValues } from '../../../posts/admin/post-form-values.ts';
import type { PostAnswer } from '../../../posts/admin/update-post.ts';
import type { preview } from '../../../posts/api/preview.ts';
import { isPublic, type PostStatus } from '../../../posts/post.ts';
import { findUnfinished, unfinishedText } from '../../../rendering/unfinished.ts';
import type { Finding } from '../../../text/finding.ts';
import type { useDraft } from '../drafts/use-draft.ts';
import type { Stored } from '../post-form/read-stored.ts';
import type { PostValues } from '../post-form/use-post-values.ts';
import type { Conflict } from './conflict-dialog.tsx';
import { dayAndTime } from './day-and-time.ts';
import { type Problem, problemOf } from './problem-box.tsx';
import { type SaveRequest, saveByKey } from './save-by-key.ts';
import { type Saved, sendSave, timeOf } from './send-save.ts';

/** Specification section 4. */
const DRAFT_SUBMIT_DELAY_MS = 100;

const LEAVES_THE_SITE =
  'This post is on the site. Saving it as a draft takes it off the site until you publish it again. Save as a draft?';

type SaveOptions = {
  form: RefObject<HTMLFormElement | null>;
  /** The id of the post. */
  id: string;
  /** The etag of the version that the form is based on; null for a new post. */
  base: string | null;
  /** The post as last seen. */
  seen: Stored;
  values: PostValues;
  draft: ReturnType<typeof useDraft>;
  /** The message when the server gives no reason. */
  failure: string;
  onSaved: (saved: Saved) => void;
  onConflict: (conflict: Conflict) => void;
  /** Turns off the confirmation before leaving. */
  leaveFreely: () => void;
};

/**
 * Saves a post. Every button and shortcut calls `request`, which adds typed tags and references, confirms
 * that a post leaves the site, waits for uploads, and publishes nothing unfinished.
 */
export function useSave(options: SaveOptions) {
  const { form, values, draft, seen, failure } = options;
  const { uploads } = values.writing;
  const [problem, setProblem] = useState<Problem | null>(null);
  /** Counts the reported problems: a new key lets each one take the focus. */
  const [problemKey, setProblemKey] = useState(0);
  const [underWay, setUnderWay] = useState<SaveRequest | null>(null);
  /** A ref, not state: a key held down repeats before the next rendering. */
  const isSending = useRef(false);
  /** A save that waits for uploads, and the number of uploads that had failed before. */
  const [held, setHeld] = useState<{ request: SaveRequest; failures: number } | null>(null);
  /** A publication whose findings the writer is shown. */
  const [toPublish, setToPublish] = useState<{
    request: SaveRequest;
    findings: readonly Finding[];
  } | null>(null);
  /** The time of the last save in place, in words; null before. */
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const draftTimer = useRef<number>(undefined);
  const navigate = useNavigateFromHere();
  const isUploading = useSyncExternalStore(uploads.subscribe, uploads.isUnderWay);
  const isBusy = underWay !== null;
  useEffect(() => () => clearTimeout(draftTimer.current), []);
  useShortcut(isSave, saveAndStay);

  function report(next: Problem) {
    setProblemKey((before) => before + 1);
    setProblem(next);
  }

  function request(save: SaveRequest): void {
    if (isSending.current || isBusy || !isValid()) return;
    const typed = values.addTyped();
    if (typed !== null) {
      report({ message: typed, issues: [] });
      return;
    }
    const isConfirmed = confirm(save);
    if (!isConfirmed) return;
    if (uploads.isUnderWay()) {
      setHeld({ request: { ...save, isConfirmed }, failures: uploads.failures() });
      return;
    }
    setHeld(null);
    const sent = { ...values.read(), status: save.status };
    const unfinished = willBePublic(save) ? findUnfinished(sent.content) : null;
    if (unfinished === null) void checkAndSubmit({ ...save, isConfirmed }, sent);
    else {
      const issue = { loc: ['body', 'content'], msg: unfinishedText(unfinished) };
      const message = 'This post is not finished, so nothing has been saved yet.';
      report({ message, issues: [issue], line: unfinished.line });
    }
  }

  /** Shows the first field that keeps the form from being saved. White space alone passes the browser's check. */
  function isValid(): boolean {
    return form.current?.reportValidity() !== false && values.missing === null;
  }

  /** Needs a confirmation before a post leaves the site. */
  function confirm({ status, isConfirmed = false }: SaveRequest): boolean {
    const { post } = seen;
    const isOnSite = post !== null && isPublic(post, new Date().toISOString());
    return isConfirmed || status === 'published' || !isOnSite || window.confirm(LEAVES_THE_SITE);
  }

  /** Now, or at the time of its changes. */
  function willBePublic(save: SaveRequest): boolean {
    return save.isUnpublished ? timeOf(save, seen.changes) !== null : save.status === 'published';
  }

  function isReadAlready({ content, references }: PostFormValues): boolean {
    const { post } = seen;
    return (
      post?.status === 'published' &&
      post.content === content &&
      JSON.stringify(post.references) === JSON.stringify(references)
    );
  }

  /** Shows what the check finds before a text becomes public that readers do not have. */
  async function checkAndSubmit(save: SaveRequest, sent: PostFormValues) {
    isSending.current = true;
    setUnderWay(save);
    const isNew = save.acknowledged === undefined && willBePublic(save) && !isReadAlready(sent);
    const checked = isNew ? await check(sent) : null;
    // Without another answer the save itself tells why it fails.
    const findings = checked?.ok ? checked.value.findings : [];
    if (checked?.ok === false && checked.failure.kind === 'unauthenticated') {
      setProblem(problemOf(checked.failure, failure));
    } else if (findings.length > 0) setToPublish({ request: save, findings });
    else await submit(save, sent);
    isSending.current = false;
    setUnderWay(null);
  }

  function check(sent: PostFormValues) {
    const json = draftOfValues(sent, window.location.origin, null);
    return settled(() => caller<typeof preview>()('POST', '/admin/posts/check', { json }));
  }

  async function submit(save: SaveRequest, sent: PostFormValues) {
    setProblem(null);
    const { id, base } = options;
    let conflict: Conflict | null = null;
    const answer = await settled(async () => {
      const result = await sendSave({ id, base, seen, sent, request: save });
      if (!('conflict' in result)) return result;
      ({ conflict } = result);
      return { ok: false, failure: { kind: 'browser' } };
    });
    if (answer.ok) await saved(answer.value, sent, save);
    else if (conflict !== null) options.onConflict(conflict);
    else setProblem({ ...problemOf(answer.failure, failure), isQuiet: save.isInPlace ?? false });
  }

  async function saved({ post, changes }: Saved, sent: PostFormValues, { isInPlace }: SaveRequest) {
    if (!isInPlace && changes === null) {
      await draft.stop();
      options.leaveFreely();
      await navigate(DASHBOARD, { state: { saved: savedPost(post, seen) } });
      return;
    }
    // Input during the save is not saved yet.
    void draft.discard();
    // The form shows what a reload would show.
    if (changes === null) values.chooseStatus(post.status);
    values.markSaved(sent);
    setSavedAt(
      changes === null
        ? timeOfDay(post.updated_at)
        : `${timeOfDay(changes.savedAt)}, not public yet`,
    );
    options.onSaved({ post, changes });
  }

  function saveAndStay() {
    request(saveByKey(seen.post, values.read(), new Date().toISOString()));
  }

  const onUploaded = useEffectEvent(() => {
    if (held === null) return;
    setHeld(null);
    if (uploads.failures() > held.failures) {
      const message = 'A picture could not be uploaded, so nothing has been saved yet.';
      report({ message, issues: [] });
    } else request(held.request);
  });
  useEffect(() => {
    if (!isUploading) onUploaded();
  }, [isUploading]);

  return {
    request,
    report,
    problem,
    problemKey,
    clearOffline: () => setProblem((before) => (before?.isOffline ? null : before)),
    isBusy,
    isSaving: isBusy,
    /** Disables the inputs: a save that leaves the form would lose later input. */
    isLeaving: underWay !== null && !underWay.isInPlace,
    isHeld: held !== null,
    /** When it was saved in place; null if it was not, or was changed since. */
    savedAt: values.isDirty ? null : savedAt,
    /** What the writer is shown before the text becomes public; null for nothing. */
    toPublish: toPublish?.findings ?? null,
    publishAnyway() {
      if (toPublish === null) return;
      const { request: save, findings } = toPublish;
      setToPublish(null);
      request({ ...save, acknowledged: [...new Set(findings.map(({ code }) => code))] });
    },
    backToText: () => setToPublish(null),
    /** As by Ctrl+S. */
    saveAndStay,
    /** Specification section 4: sets draft, submits after 100 ms, then restores the choice. */
    saveAsDraft() {
      const status: PostStatus = 'draft';
      const isConfirmed = confirm({ status });
      if (!isConfirmed) return;
      values.showStatus(status);
      clearTimeout(draftTimer.current);
      draftTimer.current = window.setTimeout(() => {
        request({ status, isConfirmed });
        values.showChosenStatus();
      }, DRAFT_SUBMIT_DELAY_MS);
    },
  };
}

function savedPost(post: PostAnswer, before: Stored): SavedPost {
  const now = new Date();
  const wasOnSite = before.post !== null && isPublic(before.post, now.toISOString());
  const { title, slug, findings = [] } = post;
  return { title, slug, outcome: saveOutcome(post, wasOnSite, now), findings };
}

/** What a save did to the post, as a sentence without its title: "is published". */
export function saveOutcome(
  post: Pick<PostAnswer, 'status' | 'date'>,
  wasOnSite: boolean,
  now: Date,
): string {
  if (post.status === 'draft') return 'is saved as a draft';
  if (!isPublic(post, now.toISOString())) return `is scheduled for ${dayAndTime(post.date, now)}`;
  return wasOnSite ? 'is updated on the site' : 'is published';
}
