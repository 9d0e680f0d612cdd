import { Eye } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { BackLink } from '../../../admin/back-link.tsx';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { issuesByField } from '../../../admin/field-issues.ts';
import { type FindingPlace, showFinding } from '../../../posts/admin/findings/show-finding.ts';
import { PreviewLink } from '../../../posts/admin/preview-link.tsx';
import type { Post } from '../../../posts/post.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { OpenDocument } from '../documents/open-document.tsx';
import { DraftNotices } from '../drafts/unsaved-drafts.tsx';
import { ChangesNotice } from '../saving/changes-notice.tsx';
import { ProblemBox } from '../saving/problem-box.tsx';
import { offeredActions, WITHOUT_PUBLISHING } from '../saving/publication.ts';
import { SaveBar } from '../saving/save-bar.tsx';
import { useSave } from '../saving/use-save.tsx';
import { type FullPage, useFullPage } from '../writing/full-page.tsx';
import { PostFields } from './post-fields.tsx';
import { type FormStart, savedValues } from './read-stored.ts';
import { usePostValues } from './use-post-values.ts';

/**
 * A new post that is saved becomes an existing one without a navigation, which would lose caret,
 * scroll position and undo history (specification sections 2, 4 and 5).
 */
export function PostForm({ start }: { start: FormStart }) {
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const [stored] = useState(() => savedValues(start));
  const values = usePostValues(stored, start.resumed?.values ?? stored);
  const { fields, writing, isComplete } = values;
  const fullPage = useFullPage(writing.field);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const [isScheduling, setScheduling] = useState(false);
  const show = (place: FindingPlace) => showFinding(place, fullPage, writing.field.current);
  const saving = useSave({ form, start, values, onShow: show });
  const { post, changes } = saving.seen;
  const { problem } = saving;
  const actions = offeredActions({ ...fields, post, changes });
  useUrlAndTitle(post);

  /** Until a post is saved, the specification has a message alone (section 2). */
  function preview() {
    const path = `/blog/${post?.slug}`;
    if (post === null) window.alert('A preview would open in a new tab.');
    else if (values.isDirty) void openPreview(`${path}/changes?typed`);
    else window.open(changes === null ? path : `${path}/changes`, '_blank', 'noopener');
  }

  /**
   * The tab opens at once, since browsers block one that comes later than the click; it is closed
   * again if the text does not reach the server.
   */
  async function openPreview(url: string) {
    const tab = window.open('', '_blank');
    if (tab !== null && (await saving.draft.flush())) {
      tab.opener = null;
      tab.location.replace(url);
      return;
    }
    tab?.close();
    saving.report({ message: NO_PREVIEW });
  }

  function act(action: Parameters<ComponentProps<typeof SaveBar>['onAction']>[0]) {
    if (action === 'stay') return saving.saveAndStay();
    if (action === 'schedule') return void schedule();
    if (!isComplete) return void form.current?.reportValidity();
    if (action !== 'publish') return saving.saveAsDraft();
    values.set({ status: 'published', publishDate: pastDate(fields.publishDate) });
    void saving.request({ status: 'published' });
  }

  /** Changes to a public post have a time of their own, and are saved first. */
  async function schedule() {
    if (!actions.isWithdrawal) return show({ line: 1, field: 'publishDate' });
    if (changes === null) await saving.request(WITHOUT_PUBLISHING);
    setScheduling(true);
  }

  return (
    <div
      ref={fullPage.frame}
      data-full-page={fullPage.isOn || undefined}
      data-view={fullPage.view}
      className="post-form"
    >
      <div hidden={fullPage.isOn}>
        <div className="mb-1 flex flex-wrap items-center gap-x-5 gap-y-3">
          <div className="grow lg:order-1">
            <BackLink to={DASHBOARD}>Back to Dashboard</BackLink>
          </div>
          <h1 className="display max-lg:order-2 max-lg:w-full text-xl">
            {post === null ? 'Create New Post' : 'Edit Blog Post'}
          </h1>
          <div className="order-1 flex gap-2 lg:order-2">
            {post === null ? <OpenDocument values={values} saving={saving} /> : null}
            <Button
              variant="secondary"
              aria-disabled={!isComplete || undefined}
              onClick={isComplete ? preview : () => void form.current?.reportValidity()}
            >
              <Eye aria-hidden className="size-4" />
              Preview
            </Button>
          </div>
        </div>
      </div>
      <div className="full-page-notices">
        <DraftNotices saving={saving} />
        {problem === null ? null : (
          <div className="mb-6">
            <ProblemBox key={problem.key} problem={problem} />
          </div>
        )}
      </div>
      <form
        ref={form}
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void saving.request({ status: fields.status });
        }}
        onKeyDown={preventEnterSubmit}
        onInvalidCapture={({ target }) => showInvalid(target, fullPage, writing.field.current)}
        aria-busy={saving.isBusy}
      >
        <div
          inert={saving.isLeaving}
          className="full-page-contents space-y-4 max-md:flex max-md:flex-col"
        >
          <PostFields
            post={post}
            values={values}
            fullPage={fullPage}
            bar={bar}
            issues={{ slug: problem?.slug, ...issuesByField(problem?.issues ?? []) }}
          />
        </div>
      </form>
      {post === null ? null : (
        <div hidden={fullPage.isOn} className="mt-4 space-y-4">
          {changes === null ? null : (
            <ChangesNotice
              key={`${changes.etag} ${isScheduling}`}
              post={post}
              changes={changes}
              isBusy={saving.isBusy}
              isScheduling={isScheduling}
              onSchedule={(publishAt) => {
                setScheduling(false);
                void saving.request({ ...WITHOUT_PUBLISHING, publishAt });
              }}
              onDiscarded={() => void saving.startOver({ post, changes: null })}
            />
          )}
          <Link
            to={`/admin/edit-post/${post.slug}/revisions`}
            className="prose-link inline-flex min-h-11 items-center"
          >
            Revisions, versions of record and notices
          </Link>
          <PreviewLink post={post} hasChanges={changes !== null} />
        </div>
      )}
      <SaveBar
        form={formId}
        offered={actions}
        fullPage={fullPage}
        counts={setBar}
        isComplete={isComplete}
        saving={saving}
        onAction={act}
      />
      {saving.dialog}
    </div>
  );
}

const NO_PREVIEW =
  'The preview could not be opened: what you typed did not reach the server. Please try again.';

/** The browser's message needs a place to be shown at. */
function showInvalid(target: EventTarget, fullPage: FullPage, text: HTMLElement | null) {
  if (target === text) fullPage.showText();
  else if (fullPage.isOn) fullPage.toggle();
  if (target instanceof Element) target.closest('details')?.setAttribute('open', '');
}

/** Without a date in the future. */
const pastDate = (date: string) => (Date.parse(date) > Date.now() ? '' : date);

/** Enter in an input does not submit: a post must not be published by accident. */
function preventEnterSubmit(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

function useUrlAndTitle(post: Post | null): void {
  const { slug = null, title = '' } = post ?? {};
  useEffect(() => {
    if (slug === null) return;
    const path = `/admin/edit-post/${slug}`;
    const { pathname, search } = window.location;
    if (pathname !== path || search.startsWith('?restore=')) {
      window.history.replaceState(window.history.state, '', path);
    }
    document.title = `Edit: ${title}`;
  }, [slug, title]);
}
