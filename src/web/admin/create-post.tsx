import { useState } from 'react';
import { useNavigate } from 'react-router';
import { site } from '../../content/site.ts';
import { privateMeta } from '../seo.ts';
import type { Route } from './+types/create-post.ts';
import { createPost, updatePost } from './api.ts';
import { newFormId } from './form-id.ts';
import { recoverNewPostDraft } from './local-draft.ts';
import { PostForm } from './post-form.tsx';
import { newPostValues } from './post-form-values.ts';

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
      document={document}
      submitLabel={(status) => (status === 'draft' ? 'Save Draft' : 'Publish Post')}
      failure="Failed to create post"
      save={(draft, replaced, key) =>
        replaced === null ? createPost(draft, key) : updatePost(replaced, draft)
      }
      onPreview={() => window.alert('A preview would open in a new tab.')}
      onLoadCurrent={({ slug }) => navigate(`/admin/edit-post/${slug}`)}
    />
  );
}
