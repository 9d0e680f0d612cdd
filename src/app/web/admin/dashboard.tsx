import { LogOut, Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { isAdministrator } from '../../../accounts/admin/session/verification.ts';
import type { session } from '../../../accounts/api/session.ts';
import { failureMessage, send, together } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { MailFailure, NoticeBox } from '../../../admin/notice-box.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import { clearSession, storedSession } from '../../../admin/session/session.ts';
import { listDrafts } from '../../../editor/admin/drafts/drafts.ts';
import { UnsavedDrafts } from '../../../editor/admin/drafts/unsaved-drafts.tsx';
import type { inquiries } from '../../../inquiries/api/inquiries.ts';
import { FormsLine } from '../../../newsletter/admin/forms-notice.tsx';
import {
  type Overview,
  PostSearch,
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

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const url = new URL(request.url);
  const email = storedSession()?.email ?? '';
  const filter = readFilter(url.searchParams);
  const [listed, stats, forms, unsaved] = await Promise.all([
    readList(filter),
    caller<typeof adminPosts>()('GET', '/admin/stats'),
    isAdministrator().then((isOne) =>
      isOne ? caller<typeof inquiries>()('GET', '/admin/inquiries/unread') : null,
    ),
    listDrafts(),
  ]);
  const isLive = forms?.ok ? forms.value.liveForms : null;
  const mailFailure = forms?.ok ? forms.value.mailFailure : null;
  const backupFailure = forms?.ok ? forms.value.backupFailure : null;
  const shown = { email, filter, isLive, mailFailure, backupFailure, unsaved };
  const answer = orLogin(together([listed, stats]), url);
  if (!answer.ok) return { ...shown, overview: null, reason: failureMessage(answer.failure, '') };
  const overview: Overview = { ...answer.value[0], stats: answer.value[1] };
  return { ...shown, overview, reason: '' };
}

/** The first page of posts, or of the trash. */
async function readList(filter: PostFilter) {
  if (filter.status !== 'trash') {
    const listed = await listPosts(filter);
    return listed.ok ? { ...listed, value: { page: listed.value } } : listed;
  }
  const [listed, mayErase] = await Promise.all([
    caller<typeof trash>()('GET', '/admin/trash', { query: { q: filter.q } }),
    isAdministrator(),
  ]);
  return listed.ok ? { ...listed, value: { trash: listed.value, mayErase } } : listed;
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { email, filter, isLive, mailFailure, backupFailure, unsaved, overview, reason } =
    loaderData;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="items-baseline gap-x-4 xl:flex">
          <h1 className="display text-2xl">Admin Dashboard</h1>
          <p className="text-muted text-sm [overflow-wrap:anywhere]">
            Signed in as <EmailText text={email} />
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
      <MailFailure answer={mailFailure} />
      <BackupFailure reason={backupFailure} />
      <SavedNotice />
      <UnsavedDrafts drafts={unsaved} />
      {overview === null ? (
        <>
          <LoadFailure message="Failed to load dashboard data" reason={reason} />
          <div className="mt-6">
            <PostSearch filter={filter} />
          </div>
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

function BackupFailure({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <NoticeBox className="mt-6">
      <p className="[overflow-wrap:anywhere]">
        <b className="font-semibold">The daily backup could not be made:</b> {reason}. It is tried
        again every hour.
      </p>
    </NoticeBox>
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
