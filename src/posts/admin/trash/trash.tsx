import { isAdministrator } from '../../../accounts/admin/session/verification.ts';
import { failureMessage } from '../../../admin/api.ts';
import { BackLink } from '../../../admin/back-link.tsx';
import { caller } from '../../../admin/caller.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { UrlSearch } from '../../../admin/lists/search-form.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import { retention } from '../../../content/retention.ts';
import { privateMeta } from '../../../ui/seo.ts';
import type { trash } from '../../api/trash.ts';
import type { Route } from './+types/trash.ts';
import { TRASH_FAILURE, TrashedPosts } from './trashed-posts.tsx';

export const meta: Route.MetaFunction = () => privateMeta('Trash');

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const url = new URL(request.url);
  const q = url.searchParams.get('q')?.trim().slice(0, 200) ?? '';
  const [mayErase, listed] = await Promise.all([
    isAdministrator(),
    caller<typeof trash>()('GET', '/admin/trash', { query: { q } }),
  ]);
  const answer = orLogin(listed, url);
  return answer.ok
    ? { q, mayErase, page: answer.value, failure: '' }
    : { q, mayErase, page: null, failure: failureMessage(answer.failure, TRASH_FAILURE) };
}

/** Deleted posts. */
export default function Trash({ loaderData }: Route.ComponentProps) {
  const { q, mayErase, page, failure } = loaderData;
  return (
    <>
      <BackLink to={DASHBOARD}>Back to Dashboard</BackLink>
      <h1 className="display text-2xl">Trash</h1>
      <p className="mt-1 max-w-[60ch] text-muted text-sm">
        Deleted posts stay here for {retention.trash.label}. A restored one is a draft, with its
        revisions and old addresses, but not its preview link.
      </p>
      {page?.posts.length === 0 && q === '' ? null : (
        <UrlSearch label="Search the trash" placeholder="Press / to search" className="mt-6" />
      )}
      {page === null ? (
        <LoadFailure message={failure} />
      ) : (
        <TrashedPosts loaded={page} q={q} mayErase={mayErase} />
      )}
    </>
  );
}
