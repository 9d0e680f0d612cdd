import { useState } from 'react';
import { useNavigate } from 'react-router';
import { caller } from '../../../admin/caller.ts';
import { site } from '../../../content/site.ts';
import { newPostValues } from '../../../posts/admin/post-form-values.ts';
import { updatePost } from '../../../posts/admin/update-post.ts';
import type { adminPosts } from '../../../posts/api/admin-posts.ts';
import { privateMeta } from '../../../ui/seo.ts';
import { newFormId } from '../drafts/form-id.ts';
import { recoverNewPostDraft } from '../drafts/local-draft.ts';
import type { Route } from './+types/create-post.ts';
import { PostForm } from './post-form.tsx';

const api = caller<typeof adminPosts>();

export const meta: Route.MetaFunction = () => privateMeta('Create New Post');

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const saved = newPostValues(site.aiAuthor);
  const chosen = new URL(request.url).searchParams.get('draft');
  return { recovery: await recoverNewPostDraft(saved, chosen), saved };
}

export default function CreatePost({ loaderData }: Route.ComponentProps) {
  const [document] = useState(newFormId);
  const navigate = useNavigate();
  return (
    <PostForm
      {...loaderData}
      title="Create New Post"
      post={null}
      changes={null}
      document={document}
      submitLabel={(status) => (status === 'draft' ? 'Save Draft' : 'Publish Post')}
      failure="Failed to create post"
      save={(draft, replaced, key, changes) =>
        replaced === null
          ? // The same key for every attempt: the post is created once.
            api('POST', '/admin/blog/posts', { json: draft, header: { 'idempotency-key': key } })
          : updatePost(replaced, draft, changes)
      }
      onChangesSaved={() => undefined}
      onLoadCurrent={({ current }) => navigate(`/admin/edit-post/${current.slug}`)}
    />
  );
}
