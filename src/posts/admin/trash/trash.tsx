import { isAdministrator } from '../../../accounts/admin/session/verification.ts';
import { BackLink } from '../../../admin/back-link.tsx';
import { caller } from '../../../admin/caller.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { UrlSearch } from '../../../admin/lists/search-form.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orFail, pageLoader } from '../../../admin/session/page-loader.ts';
import { retention } from '../../../content/retention.ts';
import { privateMeta } from '../../../ui/seo.ts';
import type { trash } from '../../api/trash.ts';
import type { Route } from './+types/trash.ts';
import { TRASH_FAILURE, TrashedPosts } from './trashed-posts.tsx';

export const meta: Route.MetaFunction = () => privateMeta('Trash');

export const clientLoader = pageLoader(
  TRASH_FAILURE,
  async ({ request }: Route.ClientLoaderArgs) => {
    const q = new URL(request.url).searchParams.get('q')?.trim().slice(0, 200) ?? '';
    const [mayErase, listed] = await Promise.all([
      isAdministrator(),
      caller<typeof trash>()('GET', '/admin/trash', { query: { q } }),
    ]);
    return { q, mayErase, page: orFail(listed) };
  },
);

/** Deleted posts. */
export default function Trash({ loaderData }: Route.ComponentProps) {
  const { loaded, failure } = loaderData;
  return (
    <>
      <BackLink to={DASHBOARD}>Back to Dashboard</BackLink>
      <h1 className="display text-2xl">Trash</h1>
      <p className="mt-1 max-w-[60ch] text-muted text-sm">
        Deleted posts stay here for {retention.trash.label}. A restored one is a draft, with its
        revisions and old addresses, but not its preview link.
      </p>
      {loaded?.page.posts.length === 0 && loaded.q === '' ? null : (
        <UrlSearch label="Search the trash" placeholder="Press / to search" className="mt-6" />
      )}
      {loaded === null ? (
        <LoadFailure message={failure} />
      ) : (
        <TrashedPosts loaded={loaded.page} q={loaded.q} mayErase={loaded.mayErase} />
      )}
    </>
  );
}
