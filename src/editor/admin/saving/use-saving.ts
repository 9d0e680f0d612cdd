import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useSignInDialog } from '../../../accounts/admin/login/sign-in-dialog.tsx';
import type { ApiResult } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { settled } from '../../../admin/settled.ts';
import { draftOfValues, type PostFormValues } from '../../../posts/admin/post-form-values.ts';
import type { CheckedDraft, PostAnswer, PostVersion } from '../../../posts/admin/update-post.ts';
import type { preview } from '../../../posts/api/preview.ts';
import type { unpublishedChanges } from '../../../posts/api/unpublished-changes.ts';
import { isPublic, type Post, type PostStatus } from '../../../posts/post.ts';
import type { PostDraft } from '../../../posts/post-input.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import { findUnfinished, unfinishedText } from '../../../rendering/unfinished.ts';
import type { Finding } from '../../../text/finding.ts';
import type { PostValues } from '../post-form/use-post-values.ts';
import { type Saved, storedAlready } from './stored-already.ts';
import type { Conflicts } from './use-conflict.ts';

const previewApi = caller<typeof preview>();
const changesApi = caller<typeof unpublishedChanges>();

export type SaveRequest = {
  status: PostStatus;
  /** The version to overwrite, when the form is not based on it. */
  over?: Post;
  /** The unpublished changes to overwrite, when the form does not contain them. */
  overChanges?: UnpublishedChanges | undefined;
  /** Saves changes to a public post without publishing them. */
  isUnpublished?: boolean | undefined;
  /** When the changes are published: ISO 8601, null for not by themselves. By default as before. */
  publishAt?: string | null;
  /** The form stays open. */
  isInPlace?: boolean;
  /** The writer has confirmed that the post leaves the site. */
  isConfirmed?: boolean;
  /** Codes of the warnings that the writer has seen; undefined before the check. */
  acknowledged?: string[];
};

/** A publication, and what the check found. */
type Checked = { request: SaveRequest; findings: readonly Finding[] };

const LEAVES_THE_SITE =
  'This post is on the site. Saving it as a draft takes it off the site until you publish it again. Save as a draft?';

type SavingDeps = {
  form: RefObject<HTMLFormElement | null>;
  values: Pick<PostValues, 'read' | 'addTyped' | 'writing' | 'missing'>;
  conflict: Conflicts;
  /** The stored publish date, so that an unchanged one stays exact. */
  storedPublishDate: string | null;
  save: (draft: CheckedDraft, onto: PostVersion | null) => Promise<ApiResult<PostAnswer>>;
  onSaved: (saved: Saved, sent: PostFormValues, request: SaveRequest) => Promise<void> | void;
};

/**
 * Saves a post. Every button and shortcut calls `request`, which adds typed tags and references, confirms
 * that a post leaves the site, waits for uploads, and publishes nothing unfinished.
 */
export function useSaving(deps: SavingDeps) {
  const { form, values, conflict, save, onSaved } = deps;
  const { uploads } = values.writing;
  const [underWay, setUnderWay] = useState<SaveRequest | null>(null);
  /** A ref, not state: a key held down repeats before the next rendering. */
  const isSending = useRef(false);
  /** A save that waits for uploads, and the number of uploads that had failed before. */
  const [held, setHeld] = useState<{ request: SaveRequest; failures: number } | null>(null);
  /** A save that waits for its writer to sign in again. */
  const [signedOut, setSignedOut] = useState<{ request: SaveRequest; sent: PostFormValues } | null>(
    null,
  );
  /** A publication whose findings the writer is shown. */
  const [toPublish, setToPublish] = useState<Checked | null>(null);
  const signIn = useSignInDialog({
    promise: 'Your text is still here. It will be saved once you have signed in.',
    onSignedIn: () => {
      setSignedOut(null);
      if (signedOut !== null) void submit(signedOut.request, signedOut.sent);
    },
    onCancel: () => setSignedOut(null),
  });
  const isUploading = useSyncExternalStore(uploads.subscribe, uploads.isUnderWay);
  const isBusy = underWay !== null || conflict.isMerging;

  function request(save: SaveRequest): void {
    if (isSending.current || isBusy || signedOut !== null || !isValid()) return;
    const problem = values.addTyped();
    if (problem !== null) {
      conflict.report({ message: problem, issues: [] });
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
      conflict.report({ message, issues: [issue], line: unfinished.line });
    }
  }

  /** Shows the first field that keeps the form from being saved. White space alone passes the browser's check. */
  function isValid(): boolean {
    return form.current?.reportValidity() !== false && values.missing === null;
  }

  /** Shows what the check finds before a text becomes public that readers do not have. */
  async function checkAndSubmit(save: SaveRequest, sent: PostFormValues) {
    const isNew = save.acknowledged === undefined && willBePublic(save) && !isReadAlready(sent);
    if (!isNew) {
      await submit(save, sent);
      return;
    }
    isSending.current = true;
    setUnderWay(save);
    const { content, references, citationStyle, isResearch, ...draft } = draftOf(sent);
    const { license, dataAvailability, contributions, coverImage } = draft;
    const stated = { isResearch, license, dataAvailability, contributions };
    const json = { content, references, citationStyle, coverImage, ...stated };
    const answer = await settled(() => previewApi('POST', '/admin/posts/check', { json }));
    isSending.current = false;
    setUnderWay(null);
    // Without an answer the save itself tells why it fails.
    const findings = answer.ok ? answer.value.findings : [];
    if (findings.length > 0) setToPublish({ request: save, findings });
    else await submit(save, sent);
  }

  function isReadAlready({ content, references }: PostFormValues): boolean {
    const { seen } = conflict;
    return (
      seen?.status === 'published' &&
      seen.content === content &&
      JSON.stringify(seen.references) === JSON.stringify(references)
    );
  }

  function draftOf(sent: PostFormValues): PostDraft {
    return draftOfValues(sent, window.location.origin, deps.storedPublishDate);
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
      const message = 'A picture could not be uploaded, so nothing has been saved yet.';
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
    const { acknowledged } = request;
    const body = { ...draftOf(sent), ...(acknowledged?.length ? { acknowledged } : {}) };
    const answer = await settled(() => send(request, body));
    const saved = answer.ok ? answer.value : storedAlready(answer, sent, wanted(request));
    if (saved !== null) await onSaved(saved, sent, request);
    isSending.current = false;
    setUnderWay(null);
    if (answer.ok || saved !== null) return;
    if (answer.failure.kind === 'unauthenticated') {
      setSignedOut({ request, sent });
      signIn.open();
    } else conflict.reportFailure(answer.failure, request, request.isInPlace ?? false);
  }

  async function send(request: SaveRequest, body: CheckedDraft): Promise<ApiResult<Saved>> {
    const { base } = conflict;
    if (!request.isUnpublished || base === null) {
      const answer = await save(body, request.over ?? base);
      return answer.ok ? { ok: true, value: { post: answer.value } } : answer;
    }
    const { slug, ...basis } = changesBase(request, base);
    const answer = await changesApi('PUT', '/admin/blog/posts/:slug/changes', {
      param: { slug },
      json: { ...body, ...basis },
    });
    return answer.ok ? { ok: true, value: { changes: answer.value } } : answer;
  }

  /** What changes replace, and when they are published: other changes than those are not replaced. */
  function changesBase({ over, overChanges, publishAt }: SaveRequest, base: PostVersion) {
    // The slug of changes is not that of the post yet.
    const { slug } = overChanges === undefined ? (over ?? base) : base;
    const { etag } = over ?? base;
    // Over the version that the form knows: the changes that it contains were discarded.
    const isDiscarded = over?.version === base.version;
    const contained = overChanges ?? (isDiscarded ? null : conflict.changes);
    return { slug, etag, changes: contained?.etag ?? null, publishAt: timeOf(publishAt) };
  }

  /** When changes are to be published; undefined for a save of the post itself. */
  function wanted({ isUnpublished = false, publishAt }: SaveRequest): string | null | undefined {
    return isUnpublished ? timeOf(publishAt) : undefined;
  }

  /** Now, or at the time of its changes. */
  function willBePublic(request: SaveRequest): boolean {
    const publishAt = wanted(request);
    return publishAt === undefined ? request.status === 'published' : publishAt !== null;
  }

  function timeOf(publishAt: string | null | undefined): string | null {
    return publishAt === undefined ? timeAhead(conflict.changes) : publishAt;
  }

  return {
    request,
    confirm,
    isBusy,
    isSaving: underWay !== null,
    /** Disables the inputs: a save that leaves the form would lose later input. */
    isLeaving: underWay !== null && !underWay.isInPlace,
    isHeld: held !== null,
    signInDialog: signIn.dialog,
    /** What the writer is shown before the text becomes public; null for nothing. */
    toPublish,
    publishAnyway() {
      if (toPublish === null) return;
      const { request: save, findings } = toPublish;
      setToPublish(null);
      request({ ...save, acknowledged: [...new Set(findings.map(({ code }) => code))] });
    },
    backToText: () => setToPublish(null),
  };
}

/** The time of changes that are still to be published by themselves. */
function timeAhead(changes: UnpublishedChanges | null): string | null {
  const { publishAt = null, problem = null } = changes ?? {};
  const isAhead = publishAt !== null && publishAt > new Date().toISOString();
  return isAhead && problem === null ? publishAt : null;
}
