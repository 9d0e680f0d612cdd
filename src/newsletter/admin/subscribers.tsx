import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { forAdministrators } from '../../accounts/admin/session/verification.ts';
import { ignoreMissing } from '../../admin/api.ts';
import { caller, type OutputOf } from '../../admin/caller.ts';
import { DownloadButton, download } from '../../admin/download.tsx';
import { EmailText } from '../../admin/email-text.tsx';
import { ErrorBox } from '../../admin/error-box.tsx';
import { IconButton } from '../../admin/icon-button.tsx';
import { EmptyState, ListStatus, LoadMore } from '../../admin/lists/list-parts.tsx';
import { ANY, UrlSearch } from '../../admin/lists/search-form.tsx';
import { usePagedList } from '../../admin/lists/use-paged-list.ts';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { orFail, pageLoader } from '../../admin/session/page-loader.ts';
import { longDate } from '../../admin/times.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { Badge } from '../../ui/badge.tsx';
import { SelectField } from '../../ui/field.tsx';
import { privateMeta } from '../../ui/seo.ts';
import type { subscribers } from '../api/subscribers.ts';
import type { Subscriber, SubscriberState } from '../subscribers.ts';
import type { Route } from './+types/subscribers.ts';
import { FormsNotices, readForms } from './forms-notice.tsx';
import { SUBSCRIBER_STATES } from './newsletter-labels.ts';

const api = caller<typeof subscribers>();
const exporting = caller<typeof subscribers>(download);

type SubscriberPage = OutputOf<typeof subscribers, 'GET', '/admin/subscribers'>;

type SubscriberFilter = { q?: string; state?: SubscriberState };

export const meta: Route.MetaFunction = () => privateMeta('Subscribers');

const FAILURE = 'Failed to load the subscribers. Please try again.';
const STATES = Object.keys(SUBSCRIBER_STATES) as SubscriberState[];

export const clientLoader = forAdministrators(
  pageLoader(FAILURE, async ({ request }: Route.ClientLoaderArgs) => {
    // The server refuses what is no filter.
    const filter: SubscriberFilter = Object.fromEntries(new URL(request.url).searchParams);
    const [page, { isLive }] = await Promise.all([
      api('GET', '/admin/subscribers', { query: filter }),
      readForms(),
    ]);
    return { filter, isLive, page: orFail(page) };
  }),
);

export default function Subscribers({ loaderData }: Route.ComponentProps) {
  const { loaded, failure } = loaderData;
  return (
    <>
      <h1 className="display text-2xl">Subscribers</h1>
      <p className="mt-1 text-muted text-sm">People who have signed up for the newsletter.</p>
      {loaded === null ? (
        <LoadFailure message={failure} />
      ) : (
        <>
          <div className="mt-4 empty:hidden">
            <FormsNotices isLive={loaded.isLive} mailFolder={null} />
          </div>
          <SubscriberList loaded={loaded.page} filter={loaded.filter} />
        </>
      )}
    </>
  );
}

function SubscriberList({ loaded, filter }: { loaded: SubscriberPage; filter: SubscriberFilter }) {
  const list = usePagedList({
    first: loaded,
    rows: 'subscribers',
    read: (cursor) => api('GET', '/admin/subscribers', { query: { ...filter, cursor } }),
    failure: FAILURE,
  });
  const [notice, setNotice] = useState('');
  const { isBusy, failure, submit } = useSubmit();
  const isLoading = useNavigation().state === 'loading';
  const heading = useRef<HTMLHeadingElement>(null);

  async function remove(subscriber: Subscriber) {
    const name = subscriberName(subscriber);
    if (!window.confirm(`Permanently delete ${name}? This cannot be undone.`)) return;
    setNotice('');
    const answer = await submit(
      () =>
        ignoreMissing(api('DELETE', '/admin/subscribers/:id', { param: { id: subscriber.id } })),
      'Failed to delete the subscriber. Please try again.',
    );
    if (!answer.ok) return;
    setNotice(`Deleted ${name}.`);
    await list.reload();
    // The pressed button, which had the focus, is removed.
    heading.current?.focus();
  }

  const { subscribers, counts } = list.page ?? loaded;
  return (
    <>
      <p className="mt-4 text-sm tabular-nums">
        {STATES.map((state) => `${counts[state]} ${state}`).join(', ')}
      </p>
      <UrlSearch
        label="Search subscribers"
        placeholder="Press / to search"
        className="mt-6 grid gap-3 sm:grid-cols-[1fr_12rem]"
      >
        <SelectField label="Status" name="state" defaultValue={filter.state ?? ANY}>
          <option value={ANY}>All</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {SUBSCRIBER_STATES[state].name}
            </option>
          ))}
        </SelectField>
      </UrlSearch>
      <div className="mt-6 flex flex-wrap items-baseline gap-x-4">
        <h2 ref={heading} tabIndex={-1} className="font-medium text-lg">
          Subscribers
        </h2>
        <ListStatus notice={notice}>{null}</ListStatus>
      </div>
      {failure && <ErrorBox className="mt-3">{failure}</ErrorBox>}
      {subscribers.length === 0 ? (
        <EmptyState
          title={filter.q || filter.state ? 'No subscribers match' : 'No subscribers yet'}
          text={filter.q || filter.state ? 'Try other filters.' : 'Who signs up is listed here.'}
        />
      ) : (
        <ul
          aria-label="Subscribers"
          aria-busy={isLoading}
          className="mt-3 divide-y divide-line rounded-card border border-line bg-surface text-sm transition-opacity aria-busy:opacity-60"
        >
          {subscribers.map((subscriber) => (
            <SubscriberRow
              key={subscriber.id}
              subscriber={subscriber}
              isBusy={isBusy}
              onRemove={() => remove(subscriber)}
            />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
      <DownloadButton
        call={() =>
          exporting('GET', '/admin/subscribers/export', { query: { state: filter.state } })
        }
      >
        Export {filter.state || 'all'} as CSV
      </DownloadButton>
    </>
  );
}

function subscriberName({ email, signedUpAt }: Subscriber): string {
  return email ?? `the former subscriber who signed up on ${longDate(signedUpAt)}`;
}

type RowProps = { subscriber: Subscriber; isBusy: boolean; onRemove: () => void };

function SubscriberRow({ subscriber, isBusy, onRemove }: RowProps) {
  const { email, state, answer, signedUpAt, confirmedAt, endedAt } = subscriber;
  const since = state === 'confirmed' ? confirmedAt : endedAt;
  const { name, tone } = SUBSCRIBER_STATES[state];
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {email === null ? (
          <span className="text-muted">Address erased</span>
        ) : (
          <EmailText text={email} />
        )}
        {answer && <span className="block text-danger text-xs">{answer}</span>}
        <p className="text-muted text-xs">
          Signed up <time dateTime={signedUpAt}>{longDate(signedUpAt)}</time>
          {since === null ? null : (
            <>
              , {name.toLowerCase()} since <time dateTime={since}>{longDate(since)}</time>
            </>
          )}
        </p>
      </div>
      <Badge tone={tone}>{name}</Badge>
      <IconButton
        label={`Delete ${subscriberName(subscriber)}`}
        icon={Trash2}
        disabled={isBusy}
        onClick={onRemove}
        className="text-danger"
      />
    </li>
  );
}
