import { type ShouldRevalidateFunctionArgs, useParams, useSearchParams } from 'react-router';
import { forAdministrators } from '../../accounts/admin/session/verification.ts';
import { caller } from '../../admin/caller.ts';
import { ANY, UrlSearch } from '../../admin/lists/search-form.tsx';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { MailFailure } from '../../admin/notice-box.tsx';
import { orFail, pageLoader } from '../../admin/session/page-loader.ts';
import { SelectField } from '../../ui/field.tsx';
import { privateMeta } from '../../ui/seo.ts';
import type { inquiries } from '../api/inquiries.ts';
import type { InquiryFilter } from '../inbox.ts';
import type { Route } from './+types/inbox.ts';
import { InboxPanes, LIST_FAILURE } from './inbox-panes.tsx';
import { KIND_NAMES } from './inquiry-labels.ts';
import { useUnread } from './unread.ts';

const STATE_NAMES: Record<NonNullable<InquiryFilter['state']>, string> = {
  unread: 'Unread',
  open: 'Open',
  handled: 'Handled',
  suspected: 'Suspected spam',
};

/** The filter in a URL's query; unknown values are ignored. */
function filterIn(query: URLSearchParams): InquiryFilter {
  const known = <Name extends string>(names: Record<Name, string>, value: string | null) =>
    (Object.keys(names) as Name[]).find((name) => name === value);
  return {
    kind: known(KIND_NAMES, query.get('kind')),
    state: known(STATE_NAMES, query.get('state')),
    q: query.get('q')?.trim().slice(0, 200) || undefined,
  };
}

function InquirySearch({ filter: { kind, state } }: { filter: InquiryFilter }) {
  return (
    <UrlSearch
      label="Search enquiries"
      placeholder="Press / to search"
      className="mt-6 grid grid-cols-[2fr_3fr] gap-3 md:grid-cols-[1fr_10rem_14rem] max-md:[&>:first-child]:col-span-2"
    >
      <SelectField label="Form" name="kind" defaultValue={kind ?? ANY}>
        <option value={ANY}>All</option>
        <Options names={KIND_NAMES} />
      </SelectField>
      <SelectField label="Status" name="state" defaultValue={state ?? ANY}>
        <option value={ANY}>All but spam</option>
        <Options names={STATE_NAMES} />
      </SelectField>
    </UrlSearch>
  );
}

function Options({ names }: { names: Record<string, string> }) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

const api = caller<typeof inquiries>();

export const meta: Route.MetaFunction = () => privateMeta('Inbox');

export const clientLoader = forAdministrators(
  pageLoader(LIST_FAILURE, async ({ request }: Route.ClientLoaderArgs) => {
    const filter = filterIn(new URL(request.url).searchParams);
    const [page, forms] = await Promise.all([
      api('GET', '/admin/inquiries', { query: filter }),
      api('GET', '/admin/inquiries/unread'),
    ]);
    return { filter, page: orFail(page), mailFailure: orFail(forms).mailFailure };
  }),
);

/** Opening an inquiry does not read the list again. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.search !== nextUrl.search || currentUrl.pathname === nextUrl.pathname;
}

/** The list of inquiries; on wide screens with the open one beside it. */
export default function Inbox({ loaderData }: Route.ComponentProps) {
  const { loaded, failure } = loaderData;
  const [query] = useSearchParams();
  const isOpen = useParams().id !== undefined;
  const unread = useUnread();
  return (
    <>
      <div className={isOpen ? 'max-lg:sr-only' : ''}>
        <h1 className="display text-2xl">Inbox</h1>
        <p className="mt-1 text-muted text-sm">
          What visitors sent through the forms.{' '}
          <span className={`max-sm:block ${unread === null ? 'invisible' : ''}`}>
            {unread || 'None'} unread.
          </span>
        </p>
      </div>
      <div className={isOpen ? 'max-lg:hidden' : ''}>
        <MailFailure answer={loaded?.mailFailure ?? null} />
        <InquirySearch filter={filterIn(query)} />
      </div>
      {loaded === null ? (
        <LoadFailure message={failure} />
      ) : (
        <InboxPanes loaded={loaded.page} filter={loaded.filter} />
      )}
    </>
  );
}
