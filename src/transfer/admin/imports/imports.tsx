import { forAdministrators } from '../../../accounts/admin/session/verification.ts';
import { failureMessage } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { EmptyState } from '../../../admin/lists/empty-state.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import { dateAndTime } from '../../../admin/times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Link } from '../../../ui/link.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { imports } from '../../api/imports.ts';
import type { ImportSummary } from '../../import-rows.ts';
import type { Route } from './+types/imports.ts';
import { isWaiting, stateLabel, systemLabel } from './import-labels.ts';
import { UploadForm } from './upload-form.tsx';

export const meta: Route.MetaFunction = () => privateMeta('Imports');

export const clientLoader = forAdministrators(async ({ request }: Route.ClientLoaderArgs) => {
  const answer = orLogin(
    await caller<typeof imports>()('GET', '/admin/imports'),
    new URL(request.url),
  );
  return answer.ok
    ? { imports: answer.value.imports, failure: '' }
    : {
        imports: null,
        failure: failureMessage(answer.failure, 'Failed to load the imports. Please try again.'),
      };
});

/** Posts of other systems: a new import, and those that were made. */
export default function ImportsPage({ loaderData: { imports, failure } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="display text-2xl">Imports</h1>
      <p className="mt-1 max-w-[60ch] text-muted text-sm">
        Bring in an export of this site, or posts from Ghost, WordPress, Substack, Medium or
        Markdown files. A dry run shows what each post would become before anything is imported.
      </p>
      <UploadForm waiting={imports?.filter(isWaiting).length ?? 0} />
      <h2 className="mt-8 font-medium text-lg">Past imports</h2>
      {imports === null ? <LoadFailure message={failure} /> : <PastImports imports={imports} />}
    </>
  );
}

function PastImports({ imports }: { imports: readonly ImportSummary[] }) {
  if (imports.length === 0) {
    return <EmptyState title="No imports yet" text="Files that you upload are listed here." />;
  }
  return (
    <ul
      aria-label="Past imports"
      className="mt-3 divide-y divide-line rounded-card border border-line bg-surface px-5 md:px-6"
    >
      {imports.map(({ id, name, system, state, total, createdAt, createdBy }) => (
        <li key={id} className="py-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              to={`/admin/imports/${id}`}
              className="prose-link font-medium [overflow-wrap:anywhere]"
            >
              {name}
            </Link>
            <Badge tone={stateLabel(state).tone}>{stateLabel(state).label}</Badge>
          </p>
          <p className="mt-0.5 text-muted text-sm [overflow-wrap:anywhere]">
            {systemLabel(system)}, {total === 1 ? '1 item' : `${total.toLocaleString('en')} items`},{' '}
            <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>,{' '}
            <EmailText text={createdBy ?? 'the command line'} />
          </p>
        </li>
      ))}
    </ul>
  );
}
