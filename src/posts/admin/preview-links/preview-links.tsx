import { Link2 } from 'lucide-react';
import { type Dispatch, type SetStateAction, useRef, useState } from 'react';
import { useSignInDialog } from '../../../accounts/admin/login/sign-in-dialog.tsx';
import { type ApiResult, ignoreMissing } from '../../../admin/api.ts';
import { caller, type OutputOf } from '../../../admin/caller.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { usePagedList } from '../../../admin/lists/use-paged-list.ts';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { NewLink } from '../../../admin/new-link.tsx';
import { dateAndTime } from '../../../admin/times.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import type { previewLinks } from '../../api/preview.ts';
import { isPublic, type Post } from '../../post.ts';
import type { PreviewDays, PreviewLink } from '../../preview-links.ts';

const LIFETIMES: readonly { days: PreviewDays; label: string }[] = [
  { days: 1, label: '1 day' },
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
];

type LinkMakerProps = { isBusy: boolean; onMake: (days: PreviewDays) => void };

/** Makes a link, for a chosen time. */
function LinkMaker({ isBusy, onMake }: LinkMakerProps) {
  const [days, setDays] = useState<PreviewDays>(7);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-32">
        <SelectField
          label="Valid for"
          value={days}
          onChange={(event) => setDays(Number(event.target.value) as PreviewDays)}
        >
          {LIFETIMES.map((lifetime) => (
            <option key={lifetime.days} value={lifetime.days}>
              {lifetime.label}
            </option>
          ))}
        </SelectField>
      </div>
      <Button
        variant="secondary"
        className="min-h-12"
        disabled={isBusy}
        onClick={() => onMake(days)}
      >
        <Link2 aria-hidden className="size-4" />
        Create link
      </Button>
    </div>
  );
}

const api = caller<typeof previewLinks>();

/** A link with its URL, which the API returns once. */
export type CreatedLink = OutputOf<
  typeof previewLinks,
  'POST',
  '/admin/blog/posts/:slug/preview-links'
>;

const LOAD_FAILURE = 'Failed to load the preview links.';

const QUESTION = 'Revoke this link? It will no longer open the draft.';

type PreviewLinksProps = {
  post: Post;
  hasChanges: boolean;
  /** The link that was made here last; the page keeps it while the form is replaced. */
  made: CreatedLink | null;
  setMade: Dispatch<SetStateAction<CreatedLink | null>>;
};

/** The links by which people without an account read a saved post before it is public. */
export function PreviewLinks({ post, hasChanges, made, setMade }: PreviewLinksProps) {
  const { slug } = post;
  const [notice, setNotice] = useState('');
  /**
   * What the end of the session interrupts; null until somebody asks for something. The list is read by itself, and a
   * dialog would take the keys of someone who writes above it.
   */
  const interrupted = useRef<(() => void) | null>(null);
  const signIn = useSignInDialog({
    promise: 'Your text is still here. This continues once you have signed in.',
    onSignedIn: () => interrupted.current?.(),
  });
  const list = usePagedList({
    query: slug,
    rows: 'links',
    read: () => readLinks(slug),
    failure: '',
    onSignedOut: () => {
      if (interrupted.current === null) return;
      interrupted.current = list.reload;
      signIn.open();
    },
  });
  const { isBusy, failure, submit } = useSubmit({ onSignedOut: signIn.open });
  const heading = useRef<HTMLHeadingElement>(null);
  const isOnSite = !hasChanges && isPublic(post, new Date().toISOString());

  async function attempt<T>(
    call: () => Promise<ApiResult<T>>,
    fallback: string,
    done: (value: T) => void,
  ): Promise<void> {
    setNotice('');
    interrupted.current = () => void attempt(call, fallback, done);
    const answer = await submit(call, fallback);
    if (answer.ok) done(answer.value);
  }

  function make(days: PreviewDays) {
    return attempt(
      () =>
        api('POST', '/admin/blog/posts/:slug/preview-links', {
          param: { slug },
          json: { days, etag: post.etag },
        }),
      'Failed to create a preview link. Please try again.',
      (link) => {
        setMade(link);
        list.change((page) => ({ ...page, links: [link, ...page.links] }));
        if (list.page === null) void list.reload();
        setNotice('Link created. Copy it now: it will not be shown again.');
      },
    );
  }

  function revoke({ id: revoked }: PreviewLink) {
    if (!window.confirm(QUESTION)) return;
    const param = { slug, id: revoked };
    void attempt(
      () => ignoreMissing(api('DELETE', '/admin/blog/posts/:slug/preview-links/:id', { param })),
      'Failed to revoke the link. Please try again.',
      () => {
        list.change((page) => ({
          ...page,
          links: page.links.filter(({ id }) => id !== revoked),
        }));
        setNotice('The link has been revoked.');
        // The pressed button, which had the focus, is removed.
        heading.current?.focus();
      },
    );
  }

  const links = list.page?.links ?? [];
  const isMadeListed = list.page === null || links.some(({ id }) => id === made?.id);
  return (
    <section
      aria-labelledby="preview-links"
      aria-busy={isBusy}
      className="mt-6 flex flex-col gap-5 rounded-card border border-line bg-surface p-5 md:p-6"
    >
      <div className="space-y-1.5">
        <h2 id="preview-links" ref={heading} tabIndex={-1} className="font-medium text-lg">
          Preview links
        </h2>
        <p className="max-w-[60ch] text-muted text-sm">
          {isOnSite
            ? 'This post is public, so its preview links lead to it on the site.'
            : `Anyone with such a link can read this post ${hasChanges ? 'with the changes' : 'as it was'} last saved, without an account. Search engines cannot see it.`}
        </p>
      </div>
      {isOnSite ? null : <LinkMaker isBusy={isBusy} onMake={make} />}
      {made === null || !isMadeListed ? null : (
        <NewLink
          key={made.id}
          label="New link"
          url={made.address}
          onCopied={() => setNotice('Copied.')}
        />
      )}
      <p role="status" className="text-sm text-teal empty:hidden">
        {notice}
      </p>
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      {list.failure === null ? null : (
        <LoadFailure
          isQuiet
          message={LOAD_FAILURE}
          reason={list.failure}
          isBusy={list.isLoading}
          onRetry={() => {
            interrupted.current = list.reload;
            void list.reload();
          }}
        />
      )}
      {links.length === 0 ? null : (
        <PreviewLinkList links={links} isBusy={isBusy} onRevoke={revoke} />
      )}
      {signIn.dialog}
    </section>
  );
}

/** All links of a post are one page. */
async function readLinks(slug: string) {
  const answer = await api('GET', '/admin/blog/posts/:slug/preview-links', { param: { slug } });
  return answer.ok ? { ok: true as const, value: { ...answer.value, nextCursor: null } } : answer;
}

type PreviewLinkListProps = {
  links: readonly PreviewLink[];
  isBusy: boolean;
  onRevoke: (link: PreviewLink) => void;
};

/** A post's links: until when each works, who made it, and when it was last opened. */
function PreviewLinkList({ links, isBusy, onRevoke }: PreviewLinkListProps) {
  return (
    <div>
      <ul className="divide-y divide-line">
        {links.map((link) => (
          <li
            key={link.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
          >
            <div className="min-w-0 text-sm">
              <p>
                Valid until <time dateTime={link.expiresAt}>{dateAndTime(link.expiresAt)}</time>
              </p>
              <p className="text-muted [overflow-wrap:anywhere]">
                Created <time dateTime={link.createdAt}>{dateAndTime(link.createdAt)}</time> by{' '}
                <EmailText text={link.createdBy} />
              </p>
              <p className="text-muted">
                {link.lastOpenedAt === null ? (
                  'Not opened yet'
                ) : (
                  <>
                    Last opened{' '}
                    <time dateTime={link.lastOpenedAt}>{dateAndTime(link.lastOpenedAt)}</time>
                  </>
                )}
              </p>
            </div>
            <Button
              variant="danger"
              disabled={isBusy}
              aria-label={`Revoke the link that works until ${dateAndTime(link.expiresAt)}`}
              onClick={() => onRevoke(link)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
