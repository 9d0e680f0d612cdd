import { useState } from 'react';
import { redirect, useRevalidator } from 'react-router';
import type { Post } from '../../domain/posts/post.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import type { Route } from './+types/edit-post.ts';
import { exactTitleMeta } from './admin-meta.ts';
import { readPost, updatePost } from './api.ts';
import { ErrorBox } from './error-box.tsx';
import { type Found, keptOfPost } from './kept-draft.ts';
import { loginAddress } from './login-address.ts';
import { PostForm } from './post-form.tsx';
import { valuesOfPost } from './post-form-values.ts';
import { PreviewLinks } from './preview-links.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  exactTitleMeta(`Edit: ${loaderData?.post?.title ?? 'post'}`);

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const answer = await readPost(params.slug);
  if (answer.ok) {
    const post = answer.value;
    const saved = valuesOfPost(post, window.location.origin);
    return { post, found: await keptOfPost(post.id, saved) };
  }
  if (answer.refusal.kind === 'signed-out') throw redirect(loginAddress(new URL(request.url)));
  return { post: null, found: null };
}

export default function EditPost({ loaderData }: Route.ComponentProps) {
  const { post, found } = loaderData;
  return post === null ? <LoadFailure /> : <Editor key={post.id} loaded={post} found={found} />;
}

function Editor({ loaded, found }: { loaded: Post; found: Found }) {
  const [start, setStart] = useState({ post: loaded, found, round: 0 });
  const { post, round } = start;
  return (
    <>
      <PostForm
        key={round}
        title="Edit Blog Post"
        post={post}
        document={post.id}
        saved={valuesOfPost(post, window.location.origin)}
        found={start.found}
        submitLabel={() => 'Update Post'}
        failure="Failed to update post"
        save={(draft, replaced) => updatePost(replaced ?? post, draft)}
        onPreview={() => window.open(`/blog/${post.slug}`, '_blank', 'noopener')}
        onLoadCurrent={(current, ours) =>
          setStart({ post: current, found: { kept: null, offered: ours }, round: round + 1 })
        }
      />
      <PreviewLinks key={post.slug} post={post} />
    </>
  );
}

function LoadFailure() {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="mx-auto max-w-3xl space-y-5">
      <h1 className="display text-2xl">Edit Blog Post</h1>
      <ErrorBox>Failed to load post. Please try again.</ErrorBox>
      <div className="flex flex-wrap items-center gap-4">
        <Button look="secondary" disabled={state === 'loading'} onClick={() => revalidate()}>
          Try again
        </Button>
        <Link to="/admin/dashboard" className="prose-link">
          Back to Dashboard
        </Link>
      </div>
    </div>
  );
}
