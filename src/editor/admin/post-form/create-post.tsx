import { site } from '../../../content/site.ts';
import { newPostValues } from '../../../posts/admin/post-form-values.ts';
import { privateMeta } from '../../../ui/seo.ts';
import { recoverNewPostDraft } from '../drafts/local-draft.ts';
import type { Route } from './+types/create-post.ts';
import { PostEditor } from './post-editor.tsx';

export const meta: Route.MetaFunction = () => privateMeta('Create New Post');

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const saved = newPostValues(site.aiAuthor);
  const chosen = new URL(request.url).searchParams.get('draft');
  return { post: null, changes: null, recovery: await recoverNewPostDraft(saved, chosen) };
}

export default function CreatePost({ loaderData }: Route.ComponentProps) {
  return <PostEditor loaded={loaderData} />;
}
