import { LogOut, Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { isAdministrator } from '../../../accounts/admin/session/verification.ts';
import type { session } from '../../../accounts/api/session.ts';
import { send } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { MailFailure, NoticeBox } from '../../../admin/notice-box.tsx';
import { orFail, pageLoader } from '../../../admin/session/page-loader.ts';
import { clearSession, storedSession } from '../../../admin/session/session.ts';
import { listDrafts } from '../../../editor/admin/drafts/drafts.ts';
import { UnsavedDrafts } from '../../../editor/admin/drafts/unsaved-drafts.tsx';
import type { inquiries } from '../../../inquiries/api/inquiries.ts';
import { FormsLine } from '../../../newsletter/admin/forms-notice.tsx';
import {
  type Overview,
  PostsOverview,
  readFilter,
} from '../../../posts/admin/dashboard/posts-overview.tsx';
import { SavedNotice } from '../../../posts/admin/dashboard/saved-notice.tsx';
import { listPosts, type PostFilter } from '../../../posts/admin/list-posts.ts';
import type { adminPosts } from '../../../posts/api/admin-posts.ts';
import type { trash } from '../../../posts/api/trash.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { Route } from './+types/dashboard.ts';

export const meta: Route.MetaFunction = () => privateMeta('Admin dashboard');

export const clientLoader = pageLoader('', async ({ request }: Route.ClientLoaderArgs) => {
  const filter = readFilter(new URL(request.url).searchParams);
  const [listed, stats, forms, unsaved] = await Promise.all([
    readList(filter),
    caller<typeof adminPosts>()('GET', '/admin/stats'),
    isAdministrator().then((isOne) =>
      isOne ? caller<typeof inquiries>()('GET', '/admin/inquiries/unread') : null,
    ),
    listDrafts(),
  ]);
  const overview: Overview = { ...listed, stats: orFail(stats) };
  return { filter, overview, forms: forms?.ok ? forms.value : null, unsaved };
});

async function readList(filter: PostFilter) {
  if (filter.status !== 'trash') return { page: orFail(await listPosts(filter)) };
  const [listed, mayErase] = await Promise.all([
    caller<typeof trash>()('GET', '/admin/trash', { query: { q: filter.q } }),
    isAdministrator(),
  ]);
  return { trash: orFail(listed), mayErase };
}

export default function Dashboard({ loaderData: { loaded, failure } }: Route.ComponentProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="items-baseline gap-x-4 xl:flex">
          <h1 className="display text-2xl">Admin Dashboard</h1>
          <p className="text-muted text-sm [overflow-wrap:anywhere]">
            Signed in as <EmailText text={storedSession()?.email ?? ''} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
          <LogoutButton />
          <ButtonLink href="/admin/create-post">
            <Plus aria-hidden className="size-4" />
            Create New Post
          </ButtonLink>
        </div>
      </div>
      <MailFailure answer={loaded?.forms?.mailFailure ?? null} />
      {loaded?.forms?.backupFailure ? (
        <NoticeBox className="mt-6">
          <p className="[overflow-wrap:anywhere]">
            <b className="font-semibold">The daily backup could not be made:</b>{' '}
            {loaded.forms.backupFailure}. It is tried again every hour.
          </p>
        </NoticeBox>
      ) : null}
      <SavedNotice />
      {loaded === null ? (
        <LoadFailure message="Failed to load dashboard data" reason={failure} />
      ) : (
        <>
          <UnsavedDrafts drafts={loaded.unsaved} />
          <PostsOverview loaded={loaded.overview} filter={loaded.filter} />
        </>
      )}
      {loaded?.forms ? (
        <div className="mt-8">
          <FormsLine live={loaded.forms.liveForms} />
        </div>
      ) : null}
    </>
  );
}

function LogoutButton() {
  const navigate = useNavigate();
  async function logOut() {
    const token = storedSession()?.token;
    clearSession();
    // Signing out here does not wait for the server, which may be out of reach, nor for the page to stay open.
    if (token !== undefined) {
      void caller<typeof session>((method, path) => send(method, path, { token, keepalive: true }))(
        'POST',
        '/admin/logout',
      );
    }
    await navigate('/admin/login');
  }
  return (
    <Button variant="secondary" onClick={logOut}>
      <LogOut aria-hidden className="size-4" />
      Sign out
    </Button>
  );
}
