import { Copy, Link2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isPublic, type Post } from '../../domain/posts/post.ts';
import type { PreviewDays, PreviewLink } from '../../domain/posts/preview-links.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import {
  type Answer,
  type CreatedPreviewLink,
  createPreviewLink,
  ignoreMissing,
  listPreviewLinks,
  refusalMessage,
  revokePreviewLink,
} from './api.ts';
import { copyText } from './copy-text.ts';
import { ErrorBox } from './error-box.tsx';
import { storedSession } from './session.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { dateAndTime } from './times.ts';
import { useSubmit } from './use-submit.ts';

const LIFETIMES: readonly { days: PreviewDays; label: string }[] = [
  { days: 1, label: '1 day' },
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
];

const LOAD_FAILURE = 'Failed to load the preview links.';

const QUESTION = 'Revoke this link? Whoever has it cannot open the draft any more.';

/** An action to repeat once its administrator has signed in again. */
type PendingAction = { email: string; retry: () => void };

/** The links by which people without an account read a saved post before it is public. */
export function PreviewLinks({ post }: { post: Post }) {
  const { slug } = post;
  const [links, setLinks] = useState<readonly PreviewLink[]>([]);
  const [loadFailure, setLoadFailure] = useState<string | null>(null);
  const [made, setMade] = useState<CreatedPreviewLink | null>(null);
  const [notice, setNotice] = useState('');
  const [pending, setPending] = useState<PendingAction | null>(null);
  const { isBusy, failure, submit } = useSubmit({ onSignedOut: () => undefined });
  const heading = useRef<HTMLHeadingElement>(null);
  const isOnSite = isPublic(post, new Date().toISOString());

  async function attempt<T>(
    call: () => Promise<Answer<T>>,
    fallback: string,
    done: (value: T) => void,
  ): Promise<void> {
    const email = storedSession()?.email ?? '';
    setNotice('');
    const answer = await submit(call, fallback);
    if (answer.ok) done(answer.value);
    else if (answer.refusal.kind === 'signed-out') {
      setPending({ email, retry: () => void attempt(call, fallback, done) });
    }
  }

  function load() {
    return attempt(
      () => listPreviewLinks(slug),
      LOAD_FAILURE,
      (answer) => {
        setLinks(answer.links);
        setLoadFailure(null);
      },
    );
  }

  function make(days: PreviewDays) {
    return attempt(
      () => createPreviewLink(slug, days),
      'Failed to make a preview link. Please try again.',
      (link) => {
        setMade(link);
        setLinks((before) => [link, ...before]);
        setNotice('The link is made. Copy it now: it is shown this once.');
      },
    );
  }

  function revoke(link: PreviewLink) {
    if (!window.confirm(QUESTION)) return;
    void attempt(
      () => ignoreMissing(revokePreviewLink(slug, link)),
      'Failed to revoke the link. Please try again.',
      () => {
        setLinks((before) => before.filter(({ id }) => id !== link.id));
        setMade((before) => (before?.id === link.id ? null : before));
        setNotice('The link is revoked.');
        // The pressed button, which had the focus, is removed.
        heading.current?.focus();
      },
    );
  }

  // No ErrorBox, which takes the focus: somebody may be typing in the form above.
  useEffect(() => {
    void listPreviewLinks(slug).then((answer) => {
      if (answer.ok) setLinks(answer.value.links);
      setLoadFailure(answer.ok ? null : `${LOAD_FAILURE} ${refusalMessage(answer.refusal, '')}`);
    });
  }, [slug]);

  return (
    <section
      aria-labelledby="preview-links"
      aria-busy={isBusy}
      className="mx-auto mt-8 max-w-3xl space-y-5 rounded-card border border-line bg-surface p-5 md:p-6"
    >
      <div className="space-y-1.5">
        <h2 id="preview-links" ref={heading} tabIndex={-1} className="font-medium text-lg">
          Preview links
        </h2>
        <p className="max-w-[60ch] text-muted text-sm">
          {isOnSite
            ? 'Everybody can read this post: its preview links lead to it on the site.'
            : 'Whoever has such a link reads this post as it was last saved, without an account. Search engines are kept out.'}
        </p>
      </div>
      <div>
        {isOnSite ? null : <LinkMaker isBusy={isBusy} onMake={make} />}
        {made === null ? null : (
          <NewLink key={made.id} url={made.address} onCopied={() => setNotice('Copied.')} />
        )}
        <p role="status" className="mt-3 text-sm text-teal empty:mt-0">
          {notice}
        </p>
      </div>
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      {loadFailure === null ? null : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-danger text-sm">{loadFailure}</p>
          <Button look="secondary" disabled={isBusy} onClick={load}>
            Try again
          </Button>
        </div>
      )}
      {links.length === 0 ? null : <List links={links} isBusy={isBusy} onRevoke={revoke} />}
      {pending === null ? null : (
        <SignInAgain
          email={pending.email}
          promise="Once you have signed in, this goes on where it stopped. Your text is still here."
          onSignedIn={() => {
            setPending(null);
            pending.retry();
          }}
          onCancel={() => setPending(null)}
        />
      )}
    </section>
  );
}

type LinkMakerProps = { isBusy: boolean; onMake: (days: PreviewDays) => void };

function LinkMaker({ isBusy, onMake }: LinkMakerProps) {
  const [days, setDays] = useState<PreviewDays>(7);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-32">
        <SelectField
          label="Works for"
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
      <Button look="secondary" className="min-h-12" disabled={isBusy} onClick={() => onMake(days)}>
        <Link2 aria-hidden className="size-4" />
        Make a link
      </Button>
    </div>
  );
}

/** The URL of a new link, which takes the focus. */
function NewLink({ url, onCopied }: { url: string; onCopied: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={box} className="mt-5 flex flex-wrap items-end gap-2 rounded-md bg-stone-tint p-4">
      <div className="grow basis-64">
        <TextField
          label="New link"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <Button
        className="min-h-12"
        onClick={async () => {
          if (await copyText(url)) onCopied();
        }}
      >
        <Copy aria-hidden className="size-4" />
        Copy
      </Button>
    </div>
  );
}

type ListProps = {
  links: readonly PreviewLink[];
  isBusy: boolean;
  onRevoke: (link: PreviewLink) => void;
};

function List({ links, isBusy, onRevoke }: ListProps) {
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
                Works until <time dateTime={link.expiresAt}>{dateAndTime(link.expiresAt)}</time>
              </p>
              <p className="text-muted [overflow-wrap:anywhere]">
                Made <time dateTime={link.createdAt}>{dateAndTime(link.createdAt)}</time> by{' '}
                {link.createdBy}
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
              look="danger"
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
