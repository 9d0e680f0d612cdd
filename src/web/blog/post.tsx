import { Suspense, useEffect } from 'react';
import { Await, data, redirect, redirectDocument } from 'react-router';
import { list, post as strings } from '../../content/blog.ts';
import type { PageSeo } from '../../content/page-seo.ts';
import { site } from '../../content/site.ts';
import type { Post } from '../../domain/posts/post.ts';
import { pageContext } from '../context.ts';
import { isCrawler } from '../crawler.ts';
import type { PageHandle } from '../root.tsx';
import { pageMeta, privateMeta, publicUrlFrom } from '../seo.ts';
import { blogPosting } from '../structured-data.ts';
import { Link } from '../ui/link.tsx';
import type { Route } from './+types/post.ts';
import { Article, ArticleSkeleton } from './article.tsx';
import { COPY_CODE_SCRIPT } from './copy-code.ts';
import { COVER_FALLBACK_SCRIPT } from './cover.tsx';
import { DRAFT_PREVIEW_SCRIPT } from './draft-preview.ts';
import { fetchPost } from './posts-api.ts';

export const handle = {
  hydrate: false,
  inlineScript: COVER_FALLBACK_SCRIPT + COPY_CODE_SCRIPT,
  // A separate script: the one above must keep its hash in the draft that replaces this page.
  scriptFor: (loaderData) => (loaderData?.post === null ? DRAFT_PREVIEW_SCRIPT : ''),
} satisfies PageHandle<Route.ComponentProps['loaderData']>;

/** Redirects permanently from a former slug; only administrators see drafts. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, viewer } = context.get(pageContext);
  const post = await (viewer === null
    ? services.publishedPost(params.slug)
    : services.anyPost(params.slug));
  if (post === null) return data({ post: null, draft: false }, 404);
  if (post.slug !== params.slug.toLowerCase()) throw redirect(`/blog/${post.slug}`, 301);
  const draft = post.status === 'draft' || post.date > services.now();
  return data({ post, draft });
}

/** The post comes from the API; crawlers load the document. */
export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  if (isCrawler()) throw redirectDocument(request.url);
  return { post: fetchPost(params.slug), draft: undefined };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const post = loaderData?.post;
  if (post instanceof Promise || post === undefined) return privateMeta(list.title);
  if (post === null) return privateMeta(strings.notFound.title);
  const draft = loaderData?.draft ?? false;
  const head = pageMeta(postSeo(post), {
    publicUrl: publicUrlFrom(matches),
    ogType: 'article',
    noindex: draft,
    jsonLd: import.meta.env.SSR ? [blogPosting(post)] : [],
  });
  return draft ? head : [...head, markdownLink(post)];
};

/** The link to the post as Markdown. */
function markdownLink({ slug }: Post) {
  const href = `/blog/${slug}.md`;
  return { tagName: 'link', rel: 'alternate', type: 'text/markdown', href } as const;
}

function postSeo(post: Post): PageSeo {
  return {
    title: `${post.title} | ${site.name}`,
    description: post.description,
    keywords: post.tags,
    canonical: `/blog/${post.slug}`,
  };
}

export default function BlogPost({ loaderData, params }: Route.ComponentProps) {
  const { post, draft } = loaderData;
  if (post === null) return <PostNotFound slug={params.slug} />;
  if (!(post instanceof Promise)) return <Article post={post} banner={draftBanner(draft)} />;
  return (
    <Suspense fallback={<ArticleSkeleton />}>
      <Await resolve={post}>
        {(fetched) =>
          fetched === null ? <PostNotFound slug={params.slug} /> : <FetchedPost post={fetched} />
        }
      </Await>
    </Suspense>
  );
}

/** A post that arrived after its page was rendered sets the document title itself. */
function FetchedPost({ post }: { post: Post }) {
  const { title } = postSeo(post);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const draft = post.status === 'draft' || post.date > new Date().toISOString();
  return <Article post={post} banner={draftBanner(draft)} />;
}

function draftBanner(draft: boolean | undefined): string | null {
  return draft ? strings.draft : null;
}

function PostNotFound({ slug }: { slug: string }) {
  const { title, message } = strings.notFound;
  return (
    <div data-post-missing="" className="page pt-40 pb-16">
      <h1 className="display text-4xl">{title}</h1>
      <p className="mt-4 text-lg text-muted [overflow-wrap:anywhere]">
        {message.replace('{slug}', () => slug)}
      </p>
      <p className="mt-8">
        <Link to={strings.back.href} className="prose-link">
          {strings.back.label}
        </Link>
      </p>
    </div>
  );
}
