import { LogOut, Plus } from 'lucide-react';
import { redirect, useNavigate, useRevalidator } from 'react-router';
import { POST_STATUSES } from '../../domain/posts/post.ts';
import { privateMeta } from '../seo.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { Route } from './+types/dashboard.ts';
import { listPosts, type PostFilter, readStats, revokeToken } from './api.ts';
import { ErrorBox } from './error-box.tsx';
import { readUnread } from './inbox/inbox-api.ts';
import { loginAddress } from './login-address.ts';
import { FormsLine } from './newsletter/forms-notice.tsx';
import { PostSearch } from './post-search.tsx';
import { PostsOverview } from './posts-overview.tsx';
import { clearSession, storedSession } from './session.ts';

export const meta: Route.MetaFunction = () => privateMeta('Admin dashboard');

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const url = new URL(request.url);
  const email = storedSession()?.email ?? '';
  const filter = readFilter(url.searchParams);
  const [posts, stats, forms] = await Promise.all([listPosts(filter), readStats(), readUnread()]);
  const isLive = forms.ok ? forms.value.liveForms : null;
  if (posts.ok && stats.ok) {
    return { email, filter, isLive, overview: { page: posts.value, stats: stats.value } };
  }
  for (const answer of [posts, stats]) {
    if (!answer.ok && answer.refusal.kind === 'signed-out') throw redirect(loginAddress(url));
  }
  return { email, filter, isLive, overview: null };
}

function readFilter(query: URLSearchParams): PostFilter {
  const status = POST_STATUSES.find((known) => known === query.get('status')) ?? '';
  return { q: query.get('q')?.trim() ?? '', status };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { email, filter, isLive, overview } = loaderData;
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
      {overview === null ? (
        <LoadFailure filter={filter} />
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

function LoadFailure({ filter }: { filter: PostFilter }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="mt-6 space-y-4">
      <ErrorBox>Failed to load dashboard data</ErrorBox>
      <PostSearch filter={filter} />
      <Button look="secondary" disabled={state === 'loading'} onClick={() => revalidate()}>
        Try again
      </Button>
    </div>
  );
}
