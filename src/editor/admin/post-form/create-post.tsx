import { privateMeta } from '../../../ui/seo.ts';
import { draftsOf, newId, newPostDrafts } from '../drafts/drafts.ts';
import { continuedText } from '../drafts/unsaved-drafts.tsx';
import type { Route } from './+types/create-post.ts';
import { PostForm } from './post-form.tsx';
import { type FormStart, savedValues } from './read-stored.ts';

export const meta: Route.MetaFunction = () => privateMeta('Create New Post');

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<FormStart> {
  const stored = { post: null, changes: null };
  const saved = savedValues(stored);
  const start = { ...stored, resumed: null, continued: null, writers: [] };
  const chosen = new URL(request.url).searchParams.get('draft');
  if (chosen === null) return { ...start, id: newId(), offered: newPostDrafts(saved) };
  const [resumed = null, ...offered] = (await draftsOf(chosen, saved)).drafts;
  return { ...start, id: chosen, resumed, continued: continuedText(resumed), offered };
}

export default function CreatePost({ loaderData }: Route.ComponentProps) {
  return <PostForm start={loaderData} />;
}
