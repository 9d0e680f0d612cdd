import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { isPublic, type Post, type PostStatus } from '../../domain/posts/post.ts';
import type { PostDraft } from '../../domain/posts/post-input.ts';
import { findUnfinished, unfinishedText } from '../../domain/posts/unfinished.ts';
import type { Answer, PostVersion } from './api.ts';
import { draftOfValues, isSame, type PostFormValues, valuesOfPost } from './post-form-values.ts';
import { settled } from './settled.ts';
import type { useConflict } from './use-conflict.ts';
import type { Writing } from './writing/writing.ts';

export type SaveRequest = {
  status: PostStatus;
  /** The version to overwrite, when the form is not based on it. */
  over?: Post;
  /** The form stays open. */
  isInPlace?: boolean;
  /** The writer has confirmed that the post leaves the site. */
  isConfirmed?: boolean;
};

const LEAVES_THE_SITE =
  'This post is on the site. As a draft it is taken off the site, until it is published again. Save it as a draft?';

type SavingDeps = {
  form: RefObject<HTMLFormElement | null>;
  writing: Writing;
  conflict: ReturnType<typeof useConflict>;
  /** Adds the tag and reference that are typed but not added; reports why not, and returns false, if it cannot. */
  addTyped: () => boolean;
  read: () => PostFormValues;
  /** The stored publish date, so that an unchanged one stays exact. */
  storedPublishDate: string | null;
  save: (draft: PostDraft, onto: PostVersion | null) => Promise<Answer<Post>>;
  onSaved: (post: Post, sent: PostFormValues, request: SaveRequest) => Promise<void> | void;
};

/**
 * Saves a post. Every button and shortcut calls `request`, which adds typed tags and references, confirms
 * that a post leaves the site, waits for uploads, and publishes nothing unfinished.
 */
export function useSaving(deps: SavingDeps) {
  const { form, writing, conflict, addTyped, read, save, onSaved } = deps;
  const { uploads } = writing;
  const [underWay, setUnderWay] = useState<SaveRequest | null>(null);
  /** A ref, not state: a key held down repeats before the next rendering. */
  const isSending = useRef(false);
  /** A save that waits for uploads, and the number of uploads that had failed before. */
  const [held, setHeld] = useState<{ request: SaveRequest; failures: number } | null>(null);
  /** A save that waits for its writer to sign in again. */
  const [signedOut, setSignedOut] = useState<{ request: SaveRequest; sent: PostFormValues } | null>(
    null,
  );
  const isUploading = useSyncExternalStore(uploads.subscribe, uploads.isUnderWay);
  const isBusy = underWay !== null || conflict.isMerging;

  function request(save: SaveRequest): void {
    if (
      isSending.current ||
      isBusy ||
      signedOut !== null ||
      form.current?.reportValidity() === false
    )
      return;
    if (!addTyped()) return;
    const isConfirmed = confirm(save);
    if (!isConfirmed) return;
    if (uploads.isUnderWay()) {
      setHeld({ request: { ...save, isConfirmed }, failures: uploads.failures() });
      return;
    }
    setHeld(null);
    const sent = { ...read(), status: save.status };
    const unfinished = sent.status === 'published' ? findUnfinished(sent.content) : null;
    if (unfinished === null) void submit(save, sent);
    else {
      const issue = { loc: ['body', 'content'], msg: unfinishedText(unfinished) };
      const message = 'This post is not finished, so nothing was saved yet.';
      conflict.report({ message, issues: [issue], line: unfinished.line });
    }
  }

  /** Needs a confirmation before a post leaves the site. */
  function confirm({ status, over, isConfirmed = false }: SaveRequest): boolean {
    const present = over ?? conflict.seen;
    const isOnSite = present !== null && isPublic(present, new Date().toISOString());
    return isConfirmed || status === 'published' || !isOnSite || window.confirm(LEAVES_THE_SITE);
  }

  const onUploaded = useEffectEvent(() => {
    if (held === null) return;
    setHeld(null);
    if (uploads.failures() > held.failures) {
      const message = 'A picture could not be uploaded, so nothing was saved yet.';
      conflict.report({ message, issues: [] });
    } else request(held.request);
  });
  useEffect(() => {
    if (!isUploading) onUploaded();
  }, [isUploading]);

  async function submit(request: SaveRequest, sent: PostFormValues) {
    isSending.current = true;
    setUnderWay(request);
    conflict.clear();
    const origin = window.location.origin;
    const body = draftOfValues(sent, origin, deps.storedPublishDate);
    const answer = await settled(() => save(body, request.over ?? conflict.base));
    const saved = answer.ok ? answer.value : storedAlready(answer, sent, origin);
    if (saved !== null) await onSaved(saved, sent, request);
    isSending.current = false;
    setUnderWay(null);
    if (answer.ok || saved !== null) return;
    if (answer.refusal.kind === 'signed-out') setSignedOut({ request, sent });
    else conflict.reportRefusal(answer.refusal, sent.status, request.isInPlace ?? false);
  }

  return {
    request,
    confirm,
    isBusy,
    isSaving: underWay !== null,
    /** Disables the inputs: a save that leaves the form would lose later input. */
    isLeaving: underWay !== null && !underWay.isInPlace,
    isHeld: held !== null,
    isSignedOut: signedOut !== null,
    /** Continues, or gives up, the save that waits for a sign-in. */
    resume: (isSignedIn: boolean) => {
      setSignedOut(null);
      if (isSignedIn && signedOut !== null) void submit(signedOut.request, signedOut.sent);
    },
  };
}

/** The stored post, when a retry conflicts with its own first attempt, whose response was lost. */
function storedAlready(answer: Answer<Post>, sent: PostFormValues, origin: string): Post | null {
  if (answer.ok || answer.refusal.kind !== 'refused') return null;
  const { current } = answer.refusal;
  return current !== undefined && isSame(valuesOfPost(current, origin), sent) ? current : null;
}
