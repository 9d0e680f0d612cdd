import { exactTitleMeta } from '../../../admin/admin-meta.ts';
import { type ApiFailure, failureMessage } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import { valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import { restoredDraft } from '../../../posts/admin/revisions/restored-draft.ts';
import type { revisions } from '../../../posts/api/revisions.ts';
import { Link } from '../../../ui/link.tsx';
import { draftsOf } from '../drafts/drafts.ts';
import type { Route } from './+types/edit-post.ts';
import { PostEditor } from './post-editor.tsx';
import { type FormStart, readStored, savedValues } from './read-stored.ts';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  exactTitleMeta(`Edit: ${loaderData?.start?.post?.title ?? 'post'}`);

type Loaded = { start: FormStart | null; reason: string };

export async function clientLoader({ params, request }: Route.ClientLoaderArgs): Promise<Loaded> {
  const url = new URL(request.url);
  const stored = orLogin(await readStored(params.slug), url);
  const failed = (failure: ApiFailure) => ({ start: null, reason: failureMessage(failure, '') });
  if (!stored.ok) return failed(stored.failure);
  const { post, changes } = stored.value;
  const current = changes?.post ?? post;
  const { drafts, writers } = await draftsOf(post.id, savedValues(stored.value));
  const start = { id: post.id, post, changes, restored: null, writers };
  const version = Number(url.searchParams.get('restore'));
  if (version === 0) {
    const isChosen = url.searchParams.has('draft');
    const resumed = (isChosen ? drafts[0] : null) ?? null;
    const offered = drafts.filter((draft) => draft !== resumed);
    return { start: { ...start, resumed, offered }, reason: '' };
  }
  const param = { slug: post.slug, version };
  const revision = orLogin(
    await caller<typeof revisions>()('GET', '/admin/blog/posts/:slug/revisions/:version', {
      param,
    }),
    url,
  );
  if (!revision.ok) return failed(revision.failure);
  const resumed = {
    post: post.id,
    tab: '',
    values: valuesOfPost(restoredDraft(revision.value, current), window.location.origin),
    base: current.etag,
    savedAt: revision.value.savedAt,
  };
  return { start: { ...start, resumed, restored: version, offered: drafts }, reason: '' };
}

export default function EditPost({ loaderData }: Route.ComponentProps) {
  const { start, reason } = loaderData;
  return start === null ? (
    <NotLoaded reason={reason} />
  ) : (
    <PostEditor key={start.id} loaded={start} />
  );
}

function NotLoaded({ reason }: { reason: string }) {
  return (
    <div className="space-y-5">
      <h1 className="display text-2xl">Edit Blog Post</h1>
      <LoadFailure message="Failed to load post. Please try again." reason={reason} />
      <Link to={DASHBOARD} className="prose-link">
        Back to Dashboard
      </Link>
    </div>
  );
}
