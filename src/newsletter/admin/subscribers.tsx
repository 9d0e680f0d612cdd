import { Download, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { forAdministrators } from '../../accounts/admin/session/verification.ts';
import { caller, type OutputOf } from '../../admin/caller.ts';
import { download } from '../../admin/download.ts';
import { EmailText } from '../../admin/email-text.tsx';
import { ErrorBox } from '../../admin/error-box.tsx';
import { EmptyState, LoadMore } from '../../admin/lists/list-parts.tsx';
import { ANY, UrlSearch } from '../../admin/lists/search-form.tsx';
import { usePagedList } from '../../admin/lists/use-paged-list.ts';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { orFail, pageLoader } from '../../admin/session/page-loader.ts';
import { dateAndTime, longDate } from '../../admin/times.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { privateMeta } from '../../ui/seo.ts';
import type { subscribers } from '../api/subscribers.ts';
import type { Subscriber, SubscriberState } from '../subscribers.ts';
import type { Route } from './+types/subscribers.ts';
import { FormsNotices, readForms } from './forms-notice.tsx';
import { SUBSCRIBER_STATES } from './newsletter-labels.ts';

const api = caller<typeof subscribers>();
const exporting = caller<typeof subscribers>(download());

type SubscriberPage = OutputOf<typeof subscribers, 'GET', '/admin/subscribers'>;

/** An empty value matches any subscriber. */
type SubscriberFilter = { q: string; state: SubscriberState | '' };

export const meta: Route.MetaFunction = () => privateMeta('Subscribers');

const FAILURE = 'Failed to load the subscribers. Please try again.';
const STATES = Object.keys(SUBSCRIBER_STATES) as SubscriberState[];

export const clientLoader = forAdministrators(
  pageLoader(FAILURE, async ({ request }: Route.ClientLoaderArgs) => {
    const filter = filterIn(new URL(request.url).searchParams);
    const [page, { isLive }] = await Promise.all([
      api('GET', '/admin/subscribers', { query: filter }),
      readForms(),
    ]);
    return { filter, isLive, page: orFail(page) };
  }),
);

function filterIn(query: URLSearchParams): SubscriberFilter {
  const state = STATES.find((known) => known === query.get('state')) ?? '';
  return { q: query.get('q')?.trim().slice(0, 200) ?? '', state };
}

/** Present and former subscribers of the newsletter. */
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
      () => api('DELETE', '/admin/subscribers/:id', { param: { id: subscriber.id } }),
      'Failed to delete the subscriber. Please try again.',
    );
    if (!answer.ok) return;
    list.change(({ counts, subscribers, ...rest }) => ({
      ...rest,
      subscribers: subscribers.filter(({ id }) => id !== subscriber.id),
      counts: { ...counts, [subscriber.state]: counts[subscriber.state] - 1 },
    }));
    setNotice(`Deleted ${name}.`);
    // The pressed button, which had the focus, is removed.
    heading.current?.focus();
  }

  async function save() {
    setNotice('');
    const query = { state: filter.state };
    const answer = await submit(
      () => exporting('GET', '/admin/subscribers/export', { query }),
      'Failed to export the subscribers. Please try again.',
    );
    if (answer.ok) setNotice('The file has been saved.');
  }

  const { subscribers, counts } = list.page ?? loaded;
  const isFiltered = filter.q !== '' || filter.state !== '';
  const states = filter.state === '' ? STATES : [filter.state];
  const exported = states.reduce((sum, state) => sum + counts[state], 0);
  return (
    <>
      <Counts counts={counts} />
      <UrlSearch
        label="Search subscribers"
        placeholder="Press / to search"
        className="mt-6 grid gap-3 sm:grid-cols-[1fr_12rem]"
      >
        <SelectField label="Status" name="state" defaultValue={filter.state || ANY}>
          <option value={ANY}>All</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {SUBSCRIBER_STATES[state].name}
            </option>
          ))}
        </SelectField>
      </UrlSearch>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="font-medium text-lg">
          Subscribers
        </h2>
        {exported === 0 ? null : (
          <Button variant="secondary" disabled={isBusy} onClick={save}>
            <Download aria-hidden className="size-4" />
            Export {filter.state || 'all'} as CSV
          </Button>
        )}
      </div>
      <p role="status" className="mt-2 text-sm text-teal empty:mt-0">
        {notice}
      </p>
      {failure && <ErrorBox className="mt-3">{failure}</ErrorBox>}
      {subscribers.length === 0 ? (
        <EmptyState
          title={isFiltered ? 'No subscribers match' : 'No subscribers yet'}
          text={
            isFiltered
              ? 'Try another part of the address, or another status.'
              : 'People who sign up on the newsletter page are listed here.'
          }
        />
      ) : (
        <div
          aria-busy={isLoading}
          className="mt-3 rounded-card border border-line bg-surface transition-opacity aria-busy:opacity-60"
        >
          <table className="block w-full text-sm lg:table">
            <thead className="max-lg:sr-only">
              <tr className="text-left text-muted text-xs">
                {['Address', 'Status', 'Signed up', 'Since', 'Actions'].map((name) => (
                  <th key={name} scope="col" className="px-3 py-2 font-medium first:pl-4">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="block lg:table-row-group">
              {subscribers.map((subscriber) => (
                <SubscriberRow
                  key={subscriber.id}
                  subscriber={subscriber}
                  isBusy={isBusy}
                  onRemove={() => remove(subscriber)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <LoadMore list={list} />
    </>
  );
}

function Counts({ counts }: Pick<SubscriberPage, 'counts'>) {
  return (
    <dl className="mt-6 grid grid-cols-2 gap-3 md:grid-cols-4">
      {STATES.map((state) => (
        <div
          key={state}
          className="flex min-h-12 flex-row-reverse items-baseline justify-end gap-2 rounded-card border border-line bg-surface px-3.5 pt-3 pb-1"
        >
          <dt className="text-muted text-xs sm:text-sm">{SUBSCRIBER_STATES[state].name}</dt>
          <dd className="display text-xl tabular-nums">{counts[state]}</dd>
        </div>
      ))}
    </dl>
  );
}

const CELL = 'align-middle lg:table-cell lg:px-3 lg:py-2';

/** A former subscriber has no email any more. */
function subscriberName({ email, signedUpAt }: Subscriber): string {
  return email ?? `the former subscriber who signed up on ${longDate(signedUpAt)}`;
}

type RowProps = { subscriber: Subscriber; isBusy: boolean; onRemove: () => void };

/** A row of the table, on a narrow screen a block. */
function SubscriberRow({ subscriber, isBusy, onRemove }: RowProps) {
  const { email, state, answer, signedUpAt, confirmedAt, endedAt } = subscriber;
  const since = state === 'confirmed' ? confirmedAt : endedAt;
  const { name, tone } = SUBSCRIBER_STATES[state];
  return (
    <tr className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-3 max-lg:pr-16 max-lg:first:border-t-0 lg:table-row">
      <td className={`${CELL} w-full [overflow-wrap:anywhere] lg:pl-4`}>
        {email === null ? (
          <span className="text-muted">Address erased</span>
        ) : (
          <EmailText text={email} />
        )}
        {answer && <span className="block text-danger text-xs">{answer}</span>}
      </td>
      <td className={CELL}>
        <Badge tone={tone}>{name}</Badge>
      </td>
      <td className={`${CELL} text-muted lg:whitespace-nowrap`}>
        <Day label="Signed up" instant={signedUpAt} />
      </td>
      <td className={`${CELL} text-muted lg:whitespace-nowrap`}>
        {since === null ? null : <Day label={`${name} since`} instant={since} />}
      </td>
      <td className={`${CELL} max-lg:absolute max-lg:top-2 max-lg:right-2`}>
        <button
          type="button"
          aria-label={`Delete ${subscriberName(subscriber)}`}
          title="Delete"
          disabled={isBusy}
          onClick={onRemove}
          className="icon-button text-danger"
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      </td>
    </tr>
  );
}

/** @param label stands in a column's head on a wide screen */
function Day({ label, instant }: { label: string; instant: string }) {
  return (
    <>
      <span className="lg:sr-only">{label} </span>
      <time dateTime={instant} title={dateAndTime(instant)}>
        {longDate(instant)}
      </time>
    </>
  );
}
