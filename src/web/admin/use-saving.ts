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

/** A save that somebody asks for. */
export type SaveRequest = {
  status: PostStatus;
  /** What it takes the place of, where that is not what the form stands on. */
  over?: Post;
  /** The form stays open. */
  isInPlace?: boolean;
  /** The writer knows that the post leaves the site. */
  isAgreed?: boolean;
};

const LEAVES_THE_SITE =
  'This post is on the site. As a draft it is taken off the site, until it is published again. Save it as a draft?';

type SavingDeps = {
  form: RefObject<HTMLFormElement | null>;
  writing: Writing;
  conflict: ReturnType<typeof useConflict>;
  /** Adds what is typed but not added; false, and it says so, where that cannot be. */
  addTyped: () => boolean;
  read: () => PostFormValues;
  /** When the post is published, as it is stored, so that an untouched date stays exact. */
  storedPublishDate: string | null;
  save: (draft: PostDraft, onto: PostVersion | null) => Promise<Answer<Post>>;
  onSaved: (post: Post, sent: PostFormValues, request: SaveRequest) => Promise<void> | void;
};

/**
 * How a post is saved: every button, key and choice ends in `ask`, which adds what is typed, asks before
 * a post leaves the site, waits for uploads, and publishes nothing unfinished.
 */
export function useSaving(deps: SavingDeps) {
  const { form, writing, conflict, addTyped, read, save, onSaved } = deps;
  const { uploads } = writing;
  const [underWay, setUnderWay] = useState<SaveRequest | null>(null);
  /** Known at once, before a key that is held down could send the same again. */
  const isSending = useRef(false);
  /** Waits for pictures, and how many had failed before. */
  const [held, setHeld] = useState<{ request: SaveRequest; failures: number } | null>(null);
  /** Waits for its writer to sign in again. */
  const [refused, setRefused] = useState<{ request: SaveRequest; sent: PostFormValues } | null>(
    null,
  );
  const isUploading = useSyncExternalStore(uploads.subscribe, uploads.isUnderWay);
  const isBusy = underWay !== null || conflict.isMerging;

  function ask(request: SaveRequest): void {
    if (isSending.current || isBusy || refused !== null || form.current?.reportValidity() === false)
      return;
    if (!addTyped()) return;
    const isAgreed = agree(request);
    if (!isAgreed) return;
    if (uploads.isUnderWay()) {
      setHeld({ request: { ...request, isAgreed }, failures: uploads.failures() });
      return;
    }
    setHeld(null);
    const sent = { ...read(), status: request.status };
    const unfinished = sent.status === 'published' ? findUnfinished(sent.content) : null;
    if (unfinished === null) void submit(request, sent);
    else {
      const issue = { loc: ['body', 'content'], msg: unfinishedText(unfinished) };
      const message = 'This post is not finished, so nothing was saved yet.';
      conflict.tell({ message, issues: [issue], line: unfinished.line });
    }
  }

  /** Asks before a post leaves the site. */
  function agree({ status, over, isAgreed = false }: SaveRequest): boolean {
    const present = over ?? conflict.seen;
    const isOnSite = present !== null && isPublic(present, new Date().toISOString());
    return isAgreed || status === 'published' || !isOnSite || window.confirm(LEAVES_THE_SITE);
  }

  const goOn = useEffectEvent(() => {
    if (held === null) return;
    setHeld(null);
    if (uploads.failures() > held.failures) {
      const message = 'A picture could not be uploaded, so nothing was saved yet.';
      conflict.tell({ message, issues: [] });
    } else ask(held.request);
  });
  useEffect(() => {
    if (!isUploading) goOn();
  }, [isUploading]);

  async function submit(request: SaveRequest, sent: PostFormValues) {
    isSending.current = true;
    setUnderWay(request);
    conflict.clear();
    const origin = window.location.origin;
    const body = draftOfValues(sent, origin, deps.storedPublishDate);
    const answer = await settled(() => save(body, request.over ?? conflict.base));
    const saved = answer.ok ? answer.value : standing(answer, sent, origin);
    if (saved !== null) await onSaved(saved, sent, request);
    isSending.current = false;
    setUnderWay(null);
    if (answer.ok || saved !== null) return;
    if (answer.refusal.kind === 'signed-out') setRefused({ request, sent });
    else conflict.refuse(answer.refusal, sent.status, request.isInPlace ?? false);
  }

  return {
    ask,
    agree,
    isBusy,
    isSaving: underWay !== null,
    /** Nothing can be typed: what was sent is what the next page shows. */
    isLeaving: underWay !== null && !underWay.isInPlace,
    isHeld: held !== null,
    isRefused: refused !== null,
    /** Goes on once the writer has signed in again, or does not. */
    settle: (isSignedIn: boolean) => {
      setRefused(null);
      if (isSignedIn && refused !== null) void submit(refused.request, refused.sent);
    },
  };
}

/** The post of a save whose answer was lost on the way, sent again: it stands already. */
function standing(answer: Answer<Post>, sent: PostFormValues, origin: string): Post | null {
  if (answer.ok || answer.refusal.kind !== 'refused') return null;
  const { current } = answer.refusal;
  return current !== undefined && isSame(valuesOfPost(current, origin), sent) ? current : null;
}
