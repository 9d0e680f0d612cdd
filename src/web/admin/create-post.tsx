import { site } from '../../content/site.ts';
import { privateMeta } from '../seo.ts';
import type { Route } from './+types/create-post.ts';
import { createPost } from './api.ts';
import { keptText } from './kept-text.ts';
import { PostForm } from './post-form.tsx';
import { newPostValues } from './post-form-values.ts';

export const meta: Route.MetaFunction = () => privateMeta('Create New Post');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { kept: keptText(new URL(request.url).pathname), saved: newPostValues(site.aiAuthor) };
}

export default function CreatePost({ loaderData }: Route.ComponentProps) {
  return (
    <PostForm
      {...loaderData}
      title="Create New Post"
      post={null}
      submitLabel={(status) => (status === 'draft' ? 'Save Draft' : 'Publish Post')}
      failure="Failed to create post"
      save={(draft) => createPost(draft)}
      onPreview={() => window.alert('A preview would open in a new tab.')}
    />
  );
}
