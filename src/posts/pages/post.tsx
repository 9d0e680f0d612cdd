import { Suspense, useEffect } from 'react';
import { Await, data, redirect, redirectDocument } from 'react-router';
import { list, post as strings } from '../../content/blog.ts';
import { site } from '../../content/site.ts';
import { pageContext } from '../../context.ts';
import { isCrawler } from '../../ui/crawler.ts';
import { Link } from '../../ui/link.tsx';
import { privateMeta, publicUrlFrom } from '../../ui/seo.ts';
import { Title } from '../../ui/unbroken.tsx';
import { isPublic, type Neighbours, type ReadPost } from '../post.ts';
import { postNeighbours, publishedPost } from '../public-posts.ts';
import { anyPost } from '../reading.ts';
import type { Route } from './+types/post.ts';
import { Article, ArticleSkeleton } from './article.tsx';
import { articleHandle } from './article-script.ts';
import { CitePost } from './cite-post.tsx';
import { fetchPost } from './fetch-posts.ts';
import { articleMeta, signposts } from './metadata.ts';
import { Versions } from './notices.tsx';
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
  const head = articleMeta(post, { publicUrl: publicUrlFrom(matches), noindex: isDraft(post) });
  const href = `/blog/${post.slug}.md`;
  const markdown = { tagName: 'link', rel: 'alternate', type: 'text/markdown', href } as const;
  return isDraft(post) ? head : [...head, markdown];
};

export default function BlogPost({ loaderData, matches, params }: Route.ComponentProps) {
  const post: ReadPost | null | Promise<ReadPost | null> = loaderData.post;
  const show = (shown: ReadPost | null) =>
    shown === null ? (
      <PostNotFound slug={params.slug} />
    ) : (
      <ShownPost post={shown} matches={matches} />
    );
  if (!(post instanceof Promise)) return show(post);
  return (
    <Suspense fallback={<ArticleSkeleton />}>
      <Await resolve={post}>{show}</Await>
    </Suspense>
  );
}

type ShownPostProps = { post: ReadPost; matches: Route.ComponentProps['matches'] };

function ShownPost({ post, matches }: ShownPostProps) {
  const title = `${post.title} | ${site.name}`;
  // A post that arrives after its page was rendered is not known to `meta`.
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (isDraft(post)) return <Article post={post} banner={strings.draft} dataPath={null} />;
  const publicUrl = publicUrlFrom(matches);
  const after = (
    <>
      <CitePost post={post} publicUrl={publicUrl} />
      <Versions {...post} />
      <SignUp matches={matches} />
      {post.neighbours && <PostNeighbours {...post.neighbours} />}
    </>
  );
  return <Article post={post} banner={null} after={after} url={`${publicUrl}/blog/${post.slug}`} />;
}

function PostNeighbours({ newer, older }: Neighbours) {
  const { label, ...labels } = strings.neighbours;
  if (newer === null && older === null) return null;
  const links = [
    { rel: 'prev', post: newer, name: labels.newer },
    { rel: 'next', post: older, name: labels.older },
  ];
  return (
    <nav
      data-screen-only=""
      aria-label={label}
      className="mt-16 grid max-w-measure gap-6 border-line border-t pt-6 sm:grid-cols-2"
    >
      {links.map(
        ({ rel, post, name }) =>
          post && (
            <Link key={rel} to={`/blog/${post.slug}`} rel={rel} className="group block">
              <span className="eyebrow">{name}</span>
              <span
                dir="auto"
                className="display mt-1 block text-balance text-lg leading-snug group-hover:text-teal"
              >
                <Title text={post.title} />
              </span>
            </Link>
          ),
      )}
    </nav>
  );
}
