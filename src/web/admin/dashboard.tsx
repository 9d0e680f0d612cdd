import { LogOut, Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { POST_STATUSES } from '../../domain/posts/post.ts';
import { privateMeta } from '../seo.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { Route } from './+types/dashboard.ts';
import { firstFailure, listPosts, type PostFilter, readStats, revokeToken } from './api.ts';
import { readUnread } from './inbox/inbox-api.ts';
import { LoadFailure } from './load-failure.tsx';
import { unsavedDrafts } from './local-draft.ts';
import { orLogin } from './login-redirect.ts';
import { FormsLine } from './newsletter/forms-notice.tsx';
import { PostSearch } from './post-search.tsx';
import { PostsOverview } from './posts-overview.tsx';
import { clearSession, storedSession } from './session.ts';
import { UnsavedDrafts } from './unsaved-drafts.tsx';

export const meta: Route.MetaFunction = () => privateMeta('Admin dashboard');

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const url = new URL(request.url);
  const email = storedSession()?.email ?? '';
  const filter = readFilter(url.searchParams);
  const [posts, stats, forms, unsaved] = await Promise.all([
    listPosts(filter),
    readStats(),
    readUnread(),
    unsavedDrafts(),
  ]);
  const isLive = forms.ok ? forms.value.liveForms : null;
  if (posts.ok && stats.ok) {
    return {
      email,
      filter,
      isLive,
      unsaved,
      overview: { page: posts.value, stats: stats.value },
      reason: '',
    };
  }
  for (const answer of [posts, stats]) orLogin<unknown>(answer, url);
  return {
    email,
    filter,
    isLive,
    unsaved,
    overview: null,
    reason: firstFailure([posts, stats], ''),
  };
}

function readFilter(query: URLSearchParams): PostFilter {
  const status = POST_STATUSES.find((known) => known === query.get('status')) ?? '';
  return { q: query.get('q')?.trim() ?? '', status };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { email, filter, isLive, unsaved, overview, reason } = loaderData;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="display text-2xl">Admin Dashboard</h1>
          <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">Signed in as {email}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LogoutButton />
          <ButtonLink href="/admin/create-post">
            <Plus aria-hidden className="size-4" />
            Create New Post
          </ButtonLink>
        </div>
      </div>
      <UnsavedDrafts drafts={unsaved} />
      {overview === null ? (
        <>
          <LoadFailure message="Failed to load dashboard data" reason={reason} />
          <PostSearch filter={filter} />
        </>
      ) : (
        <PostsOverview loaded={overview} filter={filter} />
      )}
      {isLive === null ? null : (
        <div className="mt-8">
          <FormsLine live={isLive} />
        </div>
      )}
    </>
  );
}

function LogoutButton() {
  const navigate = useNavigate();
  async function logOut() {
    const session = storedSession();
    clearSession();
    // Signing out here does not wait for the server: it may be out of reach.
    if (session !== null) void revokeToken(session);
    await navigate('/admin/login');
  }
  return (
    <Button look="secondary" onClick={logOut}>
      <LogOut aria-hidden className="size-4" />
      Logout
    </Button>
  );
}
