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
import { recoverPostDraft, recoverRestored } from '../drafts/local-draft.ts';
import type { Route } from './+types/edit-post.ts';
import { PostEditor } from './post-editor.tsx';
import { readStored } from './read-stored.ts';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  exactTitleMeta(`Edit: ${loaderData?.post?.title ?? 'post'}`);

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const url = new URL(request.url);
  const stored = orLogin(await readStored(params.slug), url);
  const failed = (failure: ApiFailure) => ({
    ...{ post: null, changes: null, recovery: null },
    reason: failureMessage(failure, ''),
  });
  if (!stored.ok) return failed(stored.failure);
  const { post, changes } = stored.value;
  const current = changes?.post ?? post;
  const saved = valuesOfPost(current, window.location.origin);
  const recovery = await recoverPostDraft(post.id, saved, url.searchParams.has('draft'));
  const version = Number(url.searchParams.get('restore'));
  // After a reload of this tab, what was typed since is resumed.
  if (version === 0 || recovery.resumed !== null) return { post, changes, recovery, reason: '' };
  const param = { slug: post.slug, version };
  const revision = orLogin(
    await caller<typeof revisions>()('GET', '/admin/blog/posts/:slug/revisions/:version', {
      param,
    }),
    url,
  );
  if (!revision.ok) return failed(revision.failure);
  const restored = {
    document: post.id,
    values: valuesOfPost(restoredDraft(revision.value, current), window.location.origin),
    version: current.version,
    writtenAt: (changes ?? revision.value).savedAt,
    form: null,
    sequence: 0,
    restored: version,
  };
  return { post, changes, recovery: recoverRestored(restored, recovery), reason: '' };
}

export default function EditPost({ loaderData }: Route.ComponentProps) {
  const { post, changes, recovery, reason } = loaderData;
  return post === null ? (
    <NotLoaded reason={reason} />
  ) : (
    <PostEditor key={post.id} loaded={{ post, changes, recovery }} />
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
