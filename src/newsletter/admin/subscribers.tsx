import { Trash2 } from 'lucide-react';
import { administratorsLoader } from '../../accounts/admin/session/verification.ts';
import { ignoreMissing } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { ChoiceField } from '../../admin/choice-field.tsx';
import { DownloadButton, download } from '../../admin/download.tsx';
import { EmailText } from '../../admin/email-text.tsx';
import { ErrorBox } from '../../admin/error-box.tsx';
import { IconButton } from '../../admin/icon-button.tsx';
import { ListHeading, RowList } from '../../admin/lists/list-parts.tsx';
import { ANY, UrlSearch } from '../../admin/lists/search-form.tsx';
import { usePagedList } from '../../admin/lists/use-paged-list.ts';
import { LoadedPage } from '../../admin/load-failure.tsx';
import { orFail } from '../../admin/session/page-loader.ts';
import { longDate } from '../../admin/times.ts';
import { useAction } from '../../admin/use-action.ts';
import { Badge } from '../../ui/badge.tsx';
import { privateMeta } from '../../ui/seo.ts';
import type { subscribers } from '../api/subscribers.ts';
import type { Subscriber, SubscriberState } from '../subscribers.ts';
import type { Route } from './+types/subscribers.ts';
import { FormsNotices, readForms } from './forms-notice.tsx';
import { SUBSCRIBER_STATES } from './newsletter-labels.ts';

const api = caller<typeof subscribers>();
const exporting = caller<typeof subscribers>(download);

type SubscriberFilter = { q?: string; state?: SubscriberState };

export const meta: Route.MetaFunction = () => privateMeta('Subscribers');

const FAILURE = 'Failed to load the subscribers. Please try again.';
const STATES = Object.keys(SUBSCRIBER_STATES) as SubscriberState[];
const STATE_CHOICES = Object.fromEntries([
  [ANY, 'All'],
  ...STATES.map((state) => [state, SUBSCRIBER_STATES[state].name]),
]);

export const clientLoader = administratorsLoader(
  FAILURE,
  async ({ request }: Route.ClientLoaderArgs) => {
    // The server rejects an unknown filter.
    const filter: SubscriberFilter = Object.fromEntries(new URL(request.url).searchParams);
    const [page, { isLive }] = await Promise.all([
      api('GET', '/admin/subscribers', { query: filter }),
      readForms(),
    ]);
    return { filter, isLive, first: orFail(page) };
  },
);

export default function SubscribersPage({ loaderData }: Route.ComponentProps) {
  const intro = 'People who have signed up for the newsletter.';
  return (
    <LoadedPage title="Subscribers" intro={intro} of={loaderData}>
      {(loaded) => <Subscribers {...loaded} />}
    </LoadedPage>
  );
}

type SubscribersProps = NonNullable<Route.ComponentProps['loaderData']['loaded']>;

function Subscribers({ first, filter, isLive }: SubscribersProps) {
  const list = usePagedList({
    first,
    rows: 'subscribers',
    read: (cursor) => api('GET', '/admin/subscribers', { query: { ...filter, cursor } }),
    failure: FAILURE,
  });
  const { isBusy, failure, notice, focused, act } = useAction();

  function remove(subscriber: Subscriber) {
    const name = subscriberName(subscriber);
    if (!window.confirm(`Permanently delete ${name}? This cannot be undone.`)) return;
    const call = { param: { id: subscriber.id } };
    void act(
      () => ignoreMissing(api('DELETE', '/admin/subscribers/:id', call)),
      'Failed to delete the subscriber. Please try again.',
      `Deleted ${name}.`,
    );
  }

  const { subscribers, counts } = list.page ?? first;
  return (
    <>
      <div className="mt-4 empty:hidden">
        <FormsNotices isLive={isLive} mailFolder={null} />
      </div>
      <p className="mt-4 text-sm tabular-nums">
        {STATES.map((state) => `${counts[state]} ${state}`).join(', ')}
      </p>
      <UrlSearch label="Search subscribers" className="mt-6 grid gap-3 sm:grid-cols-[1fr_12rem]">
        <ChoiceField
          label="Status"
          name="state"
          defaultValue={filter.state ?? ANY}
          choices={STATE_CHOICES}
        />
      </UrlSearch>
      <ListHeading ref={focused} title="Subscribers" notice={notice} />
      {failure && <ErrorBox className="mt-3">{failure}</ErrorBox>}
      <RowList
        label="Subscribers"
        rows={subscribers}
        list={list}
        empty={{
          title: filter.q || filter.state ? 'No subscribers match' : 'No subscribers yet',
          text: filter.q || filter.state ? 'Try other filters.' : 'Who signs up is listed here.',
        }}
        row={(subscriber) => (
          <SubscriberRow
            key={subscriber.id}
            subscriber={subscriber}
            isBusy={isBusy}
            onRemove={() => remove(subscriber)}
          />
        )}
      />
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
