import { useState } from 'react';
import { redirect, useRevalidator } from 'react-router';
import type { Post } from '../../domain/posts/post.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import type { Route } from './+types/edit-post.ts';
import { exactTitleMeta } from './admin-meta.ts';
import { readPost, updatePost } from './api.ts';
import { ErrorBox } from './error-box.tsx';
import { type KeptText, keptText } from './kept-text.ts';
import { loginAddress } from './login-address.ts';
import { PostForm } from './post-form.tsx';
import { valuesOfPost } from './post-form-values.ts';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  exactTitleMeta(`Edit: ${loaderData?.post?.title ?? 'post'}`);

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const url = new URL(request.url);
  const answer = await readPost(params.slug);
  if (answer.ok) return { post: answer.value, kept: keptText(url.pathname) };
  if (answer.refusal.kind === 'signed-out') throw redirect(loginAddress(url));
  return { post: null, kept: null };
}

export default function EditPost({ loaderData }: Route.ComponentProps) {
  const { post, kept } = loaderData;
  return post === null ? <LoadFailure /> : <Editor key={post.id} loaded={post} kept={kept} />;
}

function Editor({ loaded, kept }: { loaded: Post; kept: KeptText | null }) {
  const [start, setStart] = useState({ post: loaded, kept, round: 0 });
  const { post, round } = start;
  return (
    <PostForm
      key={round}
      title="Edit Blog Post"
      post={post}
      saved={valuesOfPost(post, window.location.origin)}
      kept={start.kept}
      submitLabel={() => 'Update Post'}
      failure="Failed to update post"
      save={(draft, replaced) => updatePost(replaced ?? post, draft)}
      onPreview={() => window.open(`/blog/${post.slug}`, '_blank', 'noopener')}
      onLoadCurrent={(current) => setStart({ post: current, kept: null, round: round + 1 })}
    />
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
