import { exactTitleMeta } from '../../../admin/admin-meta.ts';
import { failureMessage } from '../../../admin/api.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import { valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import { Link } from '../../../ui/link.tsx';
import { recoverPostDraft } from '../drafts/local-draft.ts';
import type { Route } from './+types/edit-post.ts';
import { PostEditor } from './post-editor.tsx';
import { readStored } from './read-stored.ts';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  exactTitleMeta(`Edit: ${loaderData?.post?.title ?? 'post'}`);

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const url = new URL(request.url);
  const stored = orLogin(await readStored(params.slug), url);
  if (!stored.ok) {
    const reason = failureMessage(stored.failure, '');
    return { post: null, changes: null, recovery: null, reason };
  }
  const { post, changes } = stored.value;
  const saved = valuesOfPost(changes?.post ?? post, window.location.origin);
  const recovery = await recoverPostDraft(post.id, saved, url.searchParams.has('draft'));
  return { post, changes, recovery, reason: '' };
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
