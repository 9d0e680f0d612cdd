import { type ApiFailure, failureMessage } from '../../../admin/api.ts';
import { BackLink } from '../../../admin/back-link.tsx';
import { caller } from '../../../admin/caller.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import { valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import { restoredDraft } from '../../../posts/admin/revisions/history.ts';
import type { revisions } from '../../../posts/api/revisions.ts';
import { privateMeta } from '../../../ui/seo.ts';
import { draftsOf } from '../drafts/drafts.ts';
import type { Route } from './+types/edit-post.ts';
import { PostForm } from './post-form.tsx';
import { type FormStart, latestOf, readStored, savedValues } from './read-stored.ts';

/** With this title exactly (specification section 2). */
export const meta: Route.MetaFunction = ({ loaderData }) => {
  const title = `Edit: ${loaderData?.start?.post?.title ?? 'post'}`;
  return privateMeta(title).map((tag) => ('title' in tag ? { title } : tag));
};

type Loaded = { start: FormStart | null; reason: string };

export async function clientLoader({ params, request }: Route.ClientLoaderArgs): Promise<Loaded> {
  const url = new URL(request.url);
  const failed = (failure: ApiFailure) => ({ start: null, reason: failureMessage(failure, '') });
  const stored = orLogin(await readStored(params.slug), url);
  if (!stored.ok) return failed(stored.failure);
  const { id, slug } = stored.value.post;
  const { drafts, writers } = await draftsOf(id, savedValues(stored.value));
  const start = { ...stored.value, id, writers };
  const version = Number(url.searchParams.get('restore'));
  if (version === 0) {
    const count = url.searchParams.has('draft') ? 1 : 0;
    const [resumed = null] = drafts.slice(0, count);
    return {
      start: { ...start, resumed, restored: null, offered: drafts.slice(count) },
      reason: '',
    };
  }
  const path = '/admin/blog/posts/:slug/revisions/:version';
  const call = { param: { slug, version } };
  const revision = orLogin(await caller<typeof revisions>()('GET', path, call), url);
  if (!revision.ok) return failed(revision.failure);
  const current = latestOf(stored.value);
  const resumed = {
    post: id,
    tab: '',
    values: valuesOfPost(restoredDraft(revision.value, current), window.location.origin),
    base: current.etag,
    savedAt: revision.value.savedAt,
  };
  return { start: { ...start, resumed, restored: version, offered: drafts }, reason: '' };
}

export default function EditPost({ loaderData: { start, reason } }: Route.ComponentProps) {
  if (start !== null) return <PostForm key={start.id} start={start} />;
  return (
    <div className="space-y-5">
      <BackLink to={DASHBOARD}>Back to Dashboard</BackLink>
      <h1 className="display text-2xl">Edit Blog Post</h1>
      <LoadFailure message="Failed to load post. Please try again." reason={reason} />
    </div>
  );
}
