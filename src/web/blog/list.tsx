import { Suspense } from 'react';
import { Await, data, redirectDocument } from 'react-router';
import { list, seo } from '../../content/blog.ts';
import type { PostSummary } from '../../domain/posts/post.ts';
import { pageContext } from '../context.ts';
import { isCrawler } from '../crawler.ts';
import type { PageHandle } from '../root.tsx';
import { pageMeta, publicUrlFrom } from '../seo.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Hero } from '../ui/hero.tsx';
import type { Route } from './+types/list.ts';
import { COVER_FALLBACK_SCRIPT } from './cover.tsx';
import { PostCard, PostCardSkeleton } from './post-card.tsx';
import { fetchPosts } from './posts-api.ts';

export const handle = {
  readingOnly: true,
  inlineScript: COVER_FALLBACK_SCRIPT,
} satisfies PageHandle;

const POSTS_PER_PAGE = 100;

export async function loader({ request, context }: Route.LoaderArgs) {
  const number = pageNumber(request);
  const { services } = context.get(pageContext);
  const { posts, total } = await services.publishedPosts({
    limit: POSTS_PER_PAGE,
    offset: (number - 1) * POSTS_PER_PAGE,
  });
  const pages = Math.max(1, Math.ceil(total / POSTS_PER_PAGE));
  if (number > pages) throw data(null, { status: 404, statusText: 'Not Found' });
  return { posts, number, pages };
}

/** The newest posts come from the API; a crawler and a numbered page go to the server. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (isCrawler() || pageNumber(request) > 1) throw redirectDocument(request.url);
  return { posts: fetchPosts(), number: 1, pages: 1 };
}

function pageNumber(request: Request): number {
  const page = new URL(request.url).searchParams.get('page') ?? '1';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const number = loaderData?.number ?? 1;
  const page = number === 1 ? seo : { ...seo, title: `${seo.title} (${number})` };
  return pageMeta(page, { publicUrl: publicUrlFrom(matches) });
};

export default function BlogList({ loaderData }: Route.ComponentProps) {
  const { posts, number, pages } = loaderData;
  return (
    <>
      <Hero title={list.title} lead={list.lead} />
      <div className="page">
        {posts instanceof Promise ? (
          <Suspense fallback={<Loading />}>
            <Await resolve={posts}>{(loaded) => <Posts posts={loaded} />}</Await>
          </Suspense>
        ) : (
          <Posts posts={posts} />
        )}
        {pages > 1 ? <Pages number={number} pages={pages} /> : null}
      </div>
    </>
  );
}

function Posts({ posts }: { posts: readonly PostSummary[] }) {
  if (posts.length === 0) {
    return (
      <div className="border-line border-t py-16">
        <h2 className="display text-2xl">{list.empty.title}</h2>
        <p className="mt-3 mb-6 max-w-[60ch] text-muted">{list.empty.hint}</p>
        <ButtonLink look="secondary" href={list.empty.action.href}>
          {list.empty.action.label}
        </ButtonLink>
      </div>
    );
  }
  return (
    <ul className="post-grid">
      {posts.map((post, index) => (
        <li key={post.id}>
          <PostCard post={post} eager={index < 2} />
        </li>
      ))}
    </ul>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">{list.loading}</span>
      <ul aria-hidden="true" className="post-grid">
        {[1, 2, 3, 4, 5].map((place) => (
          <li key={place}>
            <PostCardSkeleton />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Pages({ number, pages }: { number: number; pages: number }) {
  return (
    <nav aria-label={list.title} className="mt-12 flex items-center justify-between gap-4">
      {number > 1 ? (
        <ButtonLink look="secondary" rel="prev" href={pageAddress(number - 1)}>
          {list.newer}
        </ButtonLink>
      ) : (
        <span />
      )}
      <span className="text-muted text-sm tabular-nums">
        {number} / {pages}
      </span>
      {number < pages ? (
        <ButtonLink look="secondary" rel="next" href={pageAddress(number + 1)}>
          {list.older}
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  );
}

function pageAddress(number: number): string {
  return number === 1 ? '/blog' : `/blog?page=${number}`;
}
