import { type ReactNode, Suspense, useEffect } from 'react';
import { Await, data, redirect, redirectDocument } from 'react-router';
import { list, post as strings } from '../../content/blog.ts';
import type { PageSeo } from '../../content/page-seo.ts';
import { site } from '../../content/site.ts';
import { pageContext } from '../../context.ts';
import { isCrawler } from '../../ui/crawler.ts';
import { Link } from '../../ui/link.tsx';
import { pageMeta, privateMeta, publicUrlFrom } from '../../ui/seo.ts';
import { Title } from '../../ui/unbroken.tsx';
import { isPublic, type Neighbour, type Neighbours, type ReadPost } from '../post.ts';
import { postNeighbours, publishedPost } from '../public-posts.ts';
import { anyPost } from '../reading.ts';
import type { Route } from './+types/post.ts';
import { Article, ArticleSkeleton } from './article.tsx';
import { articleHandle } from './article-script.ts';
import { blogPosting } from './blog-posting.ts';
import { citationMeta, signposts } from './cite-head.ts';
import { CitePost } from './cite-post.tsx';
import { fetchPost } from './fetch-posts.ts';
import { PostNotFound } from './post-not-found.tsx';
import { SignUp } from './sign-up.tsx';

export const handle = articleHandle;

/** Redirects permanently from a former slug; only administrators see drafts. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { site, viewer, publicUrl, linkHeader } = context.get(pageContext);
  const post =
    (await publishedPost(site, params.slug)) ??
    (viewer === null ? null : await anyPost(site, params.slug));
  if (post === null) return data({ post: null }, 404);
  if (post.slug !== params.slug.toLowerCase()) throw redirect(`/blog/${post.slug}`, 301);
  if (!isPublic(post, site.now())) return data({ post });
  linkHeader(signposts(post, publicUrl));
  return data({ post: { ...post, neighbours: await postNeighbours(site, post) } });
}

/** The post comes from the API; crawlers load the document. */
export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  if (isCrawler()) throw redirectDocument(request.url);
  return { post: fetchPost(params.slug) };
}

/** What is linked beside a post is known of public ones alone. */
const isDraft = ({ neighbours }: ReadPost) => neighbours === undefined;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const post: ReadPost | null | Promise<unknown> | undefined = loaderData?.post;
  if (post instanceof Promise || post === undefined) return privateMeta(list.title);
  if (post === null) return privateMeta(strings.notFound.title);
  const publicUrl = publicUrlFrom(matches);
  const head = pageMeta(postSeo(post), {
    publicUrl,
    ogType: 'article',
    noindex: isDraft(post),
    jsonLd: import.meta.env.SSR ? [blogPosting(post)] : [],
  });
  if (isDraft(post)) return head;
  const url = `${publicUrl}/blog/${post.slug}`;
  return [...head, markdownLink(post), ...(import.meta.env.SSR ? citationMeta(post, url) : [])];
};

/** The link to the post as Markdown. */
function markdownLink({ slug }: ReadPost) {
  const href = `/blog/${slug}.md`;
  return { tagName: 'link', rel: 'alternate', type: 'text/markdown', href } as const;
}

function postSeo(post: ReadPost): PageSeo {
  return {
    title: `${post.title} | ${site.name}`,
    description: post.description,
    keywords: post.tags,
    canonical: `/blog/${post.slug}`,
  };
}

export default function BlogPost({ loaderData, matches, params }: Route.ComponentProps) {
  const shared = { signUp: <SignUp matches={matches} />, publicUrl: publicUrlFrom(matches) };
  const post: ReadPost | null | Promise<ReadPost | null> = loaderData.post;
  if (post === null) return <PostNotFound slug={params.slug} />;
  if (!(post instanceof Promise)) return <ShownPost post={post} {...shared} />;
  return (
    <Suspense fallback={<ArticleSkeleton />}>
      <Await resolve={post}>
        {(fetched) =>
          fetched === null ? (
            <PostNotFound slug={params.slug} />
          ) : (
            <FetchedPost post={fetched} {...shared} />
          )
        }
      </Await>
    </Suspense>
  );
}

/** A post that arrived after its page was rendered sets the document title itself. */
function FetchedPost(props: ShownPostProps) {
  const { title } = postSeo(props.post);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <ShownPost {...props} />;
}

/** `signUp` stands below a public post. */
type ShownPostProps = { post: ReadPost; signUp: ReactNode; publicUrl: string };

function ShownPost({ post, signUp, publicUrl }: ShownPostProps) {
  if (isDraft(post)) return <Article post={post} banner={strings.draft} dataPath={null} />;
  const url = `${publicUrl}/blog/${post.slug}`;
  const after = (
    <>
      <CitePost post={post} publicUrl={publicUrl} />
      {signUp}
      {post.neighbours === undefined ? null : <PostNeighbours {...post.neighbours} />}
    </>
  );
  return <Article post={post} banner={null} after={after} url={url} />;
}

/** Links to the posts before and after a post in the list, newest first. */
function PostNeighbours({ newer, older }: Neighbours) {
  if (newer === null && older === null) return null;
  return (
    <nav
      data-screen-only=""
      aria-label={strings.neighbours.label}
      className="mt-16 grid max-w-measure gap-6 border-line border-t pt-6 sm:grid-cols-2"
    >
      {newer === null ? null : (
        <NeighbourLink {...newer} rel="prev" label={strings.neighbours.newer} />
      )}
      {older === null ? null : (
        <NeighbourLink {...older} rel="next" label={strings.neighbours.older} />
      )}
    </nav>
  );
}

type NeighbourLinkProps = Neighbour & { rel: 'prev' | 'next'; label: string };

function NeighbourLink({ slug, title, rel, label }: NeighbourLinkProps) {
  return (
    <Link to={`/blog/${slug}`} rel={rel} className="group block">
      <span className="eyebrow">{label}</span>
      <span
        dir="auto"
        className="display mt-1 block text-balance text-lg leading-snug [overflow-wrap:anywhere] group-hover:text-teal"
      >
        <Title text={title} />
      </span>
    </Link>
  );
}
