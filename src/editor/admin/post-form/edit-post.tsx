import { useState } from 'react';
import { exactTitleMeta } from '../../../admin/admin-meta.ts';
import { type ApiFailure, type ApiResult, failureMessage } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import { valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import { PreviewLinks } from '../../../posts/admin/preview-links/preview-links.tsx';
import { updatePost } from '../../../posts/admin/update-post.ts';
import type { publicPosts } from '../../../posts/api/posts.ts';
import type { unpublishedChanges } from '../../../posts/api/unpublished-changes.ts';
import { isPublic, type Post } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import { Link } from '../../../ui/link.tsx';
import { type Recovery, recoverPostDraft } from '../drafts/local-draft.ts';
import type { Route } from './+types/edit-post.ts';
import { PostForm } from './post-form.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  exactTitleMeta(`Edit: ${loaderData?.post?.title ?? 'post'}`);

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const url = new URL(request.url);
  const read = await caller<typeof publicPosts>()('GET', '/blog/posts/:slug', { param: params });
  const answer = orLogin(read, url);
  if (!answer.ok) return notLoaded(answer.failure);
  const post = answer.value;
  const found = orLogin(await changesTo(post), url);
  if (!found.ok) return notLoaded(found.failure);
  const { changes } = found.value;
  const saved = valuesOfPost(changes?.post ?? post, window.location.origin);
  const recovery = await recoverPostDraft(post.id, saved, url.searchParams.has('draft'));
  return { post, changes, recovery, reason: '' };
}

const NO_CHANGES = { ok: true, value: { changes: null } } as const;

/** Of a post that the public does not see, older changes would hide what was saved since. */
function changesTo(post: Post): Promise<ApiResult<{ changes: UnpublishedChanges | null }>> {
  const isOnSite = isPublic(post, new Date().toISOString());
  const named = { param: { slug: post.slug } };
  return isOnSite
    ? caller<typeof unpublishedChanges>()('GET', '/admin/blog/posts/:slug/changes', named)
    : Promise.resolve(NO_CHANGES);
}

function notLoaded(failure: ApiFailure) {
  return { post: null, changes: null, recovery: null, reason: failureMessage(failure, '') };
}

export default function EditPost({ loaderData }: Route.ComponentProps) {
  const { post, changes, recovery, reason } = loaderData;
  return post === null ? (
    <NotLoaded reason={reason} />
  ) : (
    <Editor key={post.id} loaded={{ post, changes, recovery }} />
  );
}

type Loaded = { post: Post; changes: UnpublishedChanges | null; recovery: Recovery };

function Editor({ loaded }: { loaded: Loaded }) {
  /** Another `round` replaces the form. */
  const [start, setStart] = useState({ ...loaded, round: 0 });
  const { post, changes, round } = start;
  const [hasChanges, setHasChanges] = useState(changes !== null);
  return (
    <>
      <PostForm
        key={round}
        title="Edit Blog Post"
        post={post}
        changes={changes}
        document={post.id}
        saved={valuesOfPost(changes?.post ?? post, window.location.origin)}
        recovery={start.recovery}
        submitLabel={() => 'Update Post'}
        failure="Failed to update post"
        save={(draft, replaced, _, contained) => updatePost(replaced ?? post, draft, contained)}
        onChangesSaved={() => setHasChanges(true)}
        onLoadCurrent={({ current, changes: other = null }, ours) => {
          const recovery = { resumed: null, offered: ours };
          setStart({
            post: other === null ? current : post,
            changes: other,
            recovery,
            round: round + 1,
          });
          setHasChanges(other !== null);
        }}
      />
      <PreviewLinks key={post.slug} post={post} hasChanges={hasChanges} />
    </>
  );
}

function NotLoaded({ reason }: { reason: string }) {
  return (
    <div className="mx-auto max-w-3xl space-y-5">
      <h1 className="display text-2xl">Edit Blog Post</h1>
      <LoadFailure message="Failed to load post. Please try again." reason={reason} />
      <Link to={DASHBOARD} className="prose-link">
        Back to Dashboard
      </Link>
    </div>
  );
}
