import { data, redirect } from 'react-router';
import { post as strings } from '../../content/blog.ts';
import { pageContext } from '../../context.ts';
import { privateMeta } from '../../ui/seo.ts';
import type { ReadPost } from '../post.ts';
import { typedPost } from '../preview.ts';
import { changesOf } from '../unpublished-changes.ts';
import type { Route } from './+types/post-changes.ts';
import { Article } from './article.tsx';
import { articleHandle } from './article-script.ts';
import { PostNotFound } from './post-not-found.tsx';

export const handle = articleHandle;

/**
 * A public post with its unpublished changes, to those who are signed in; a post without any is at its own address. With
 * `?typed`, any post with what its reader has typed into its form and not saved. To everybody else there is nothing, as at
 * a draft.
 */
export async function loader({ params: { slug }, request, context }: Route.LoaderArgs) {
  const { site, viewer } = context.get(pageContext);
  if (viewer !== null && new URL(request.url).searchParams.has('typed')) {
    const typed = await typedPost(site, slug, viewer.email);
    if (!typed.ok) throw data(null, { status: 503, statusText: 'Service Unavailable' });
    if (typed.value !== null) return data({ post: withoutSource(typed.value), isTyped: true });
  }
  const changes = viewer === null ? undefined : await changesOf(site, slug);
  if (changes === undefined) return data({ post: null, isTyped: false }, 404);
  if (changes === null) throw redirect(`/blog/${slug}`);
  return data({ post: withoutSource(changes.post), isTyped: false });
}

/** The Markdown source may contain comments that the page does not show. */
function withoutSource(post: ReadPost): ReadPost {
  return { ...post, content: '' };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(loaderData?.post?.title ?? strings.notFound.title);

export default function PostChanges({ loaderData, params }: Route.ComponentProps) {
  const { post, isTyped } = loaderData;
  if (post === null) return <PostNotFound slug={params.slug} />;
  return <Article post={post} banner={isTyped ? strings.typed : strings.changes} />;
}
