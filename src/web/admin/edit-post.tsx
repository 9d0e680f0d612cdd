import { useState } from 'react';
import type { Post } from '../../domain/posts/post.ts';
import { Link } from '../ui/link.tsx';
import type { Route } from './+types/edit-post.ts';
import { exactTitleMeta } from './admin-meta.ts';
import { readPost, refusalMessage, updatePost } from './api.ts';
import { LoadFailure } from './load-failure.tsx';
import { type Recovery, recoverPostDraft } from './local-draft.ts';
import { orLogin } from './login-redirect.ts';
import { PostForm } from './post-form.tsx';
import { valuesOfPost } from './post-form-values.ts';
import { PreviewLinks } from './preview-links.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  exactTitleMeta(`Edit: ${loaderData?.post?.title ?? 'post'}`);

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const answer = orLogin(await readPost(params.slug), new URL(request.url));
  if (answer.ok) {
    const post = answer.value;
    const saved = valuesOfPost(post, window.location.origin);
    const isChosen = new URL(request.url).searchParams.has('draft');
    return { post, recovery: await recoverPostDraft(post.id, saved, isChosen), reason: '' };
  }
  return { post: null, recovery: null, reason: refusalMessage(answer.refusal, '') };
}

export default function EditPost({ loaderData }: Route.ComponentProps) {
  const { post, recovery, reason } = loaderData;
  return post === null ? (
    <NotLoaded reason={reason} />
  ) : (
    <Editor key={post.id} loaded={post} recovery={recovery} />
  );
}

function Editor({ loaded, recovery }: { loaded: Post; recovery: Recovery }) {
  /** Another `round` replaces the form. */
  const [start, setStart] = useState({ post: loaded, recovery, round: 0 });
  const { post, round } = start;
  return (
    <>
      <PostForm
        key={round}
        title="Edit Blog Post"
        post={post}
        document={post.id}
        saved={valuesOfPost(post, window.location.origin)}
        recovery={start.recovery}
        submitLabel={() => 'Update Post'}
        failure="Failed to update post"
        save={(draft, replaced) => updatePost(replaced ?? post, draft)}
        onPreview={() => window.open(`/blog/${post.slug}`, '_blank', 'noopener')}
        onLoadCurrent={(current, ours) =>
          setStart({ post: current, recovery: { resumed: null, offered: ours }, round: round + 1 })
        }
      />
      <PreviewLinks key={post.slug} post={post} />
    </>
  );
}

function NotLoaded({ reason }: { reason: string }) {
  return (
    <div className="mx-auto max-w-3xl space-y-5">
      <h1 className="display text-2xl">Edit Blog Post</h1>
      <LoadFailure message="Failed to load post. Please try again." reason={reason} />
      <Link to="/admin/dashboard" className="prose-link">
        Back to Dashboard
      </Link>
    </div>
  );
}
