import { caller, type OutputOf } from '../../../admin/caller.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { LoadMore } from '../../../admin/lists/list-parts.tsx';
import { usePagedList } from '../../../admin/lists/use-paged-list.ts';
import { LoadedPage } from '../../../admin/load-failure.tsx';
import { orFail } from '../../../admin/session/page-loader.ts';
import { longDate, timeOfDay } from '../../../admin/times.ts';
import { Link } from '../../../ui/link.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { account } from '../../api/account.ts';
import type { AuditEvent } from '../../audit.ts';
import { administratorsLoader } from '../session/verification.ts';
import type { Route } from './+types/audit-log.ts';
import { describeEvent } from './audit-event.ts';

export const meta: Route.MetaFunction = () => privateMeta('Activity');

const api = caller<typeof account>();

const FAILURE = 'Failed to load the activity log. Please try again.';

export const clientLoader = administratorsLoader(FAILURE, async (_: Route.ClientLoaderArgs) =>
  orFail(await readPage()),
);

function readPage(cursor?: string) {
  return api('GET', '/admin/audit', { query: { limit: 50, cursor } });
}

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage title="Activity" intro="Who did what." of={loaderData}>
      {(loaded) => <Events first={loaded} />}
    </LoadedPage>
  );
}

function Events({ first }: { first: OutputOf<typeof account, 'GET', '/admin/audit'> }) {
  const list = usePagedList({ first, rows: 'events', read: readPage, failure: FAILURE });
  const events = list.page?.events ?? [];
  return (
    <>
      <div className="mt-6 space-y-6">
        {[...Map.groupBy(events, ({ at }) => longDate(at))].map(([day, items]) => (
          <section key={day} aria-label={day}>
            <h2 className="font-medium text-muted text-sm">{day}</h2>
            <ol className="mt-2 divide-y divide-line rounded-card border border-line bg-surface">
              {items.map((event) => (
                <Event key={event.id} event={event} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      <LoadMore list={list} />
    </>
  );
}

function Event({ event }: { event: AuditEvent }) {
  const { actor, action, object, href } = describeEvent(event);
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 px-4 py-1 text-sm sm:flex-nowrap">
      <time dateTime={event.at} className="w-20 shrink-0 text-muted text-xs tabular-nums">
        {timeOfDay(event.at)}
      </time>
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="text-muted">
          <EmailText text={actor} />
        </span>{' '}
        {action}{' '}
        {href === undefined ? (
          <span className="font-medium">
            {object.includes('@') ? <EmailText text={object} /> : <Subscripts text={object} />}
          </span>
        ) : (
          <Link to={href} className="prose-link py-2">
            <Subscripts text={object} />
          </Link>
        )}
      </p>
    </li>
  );
}
