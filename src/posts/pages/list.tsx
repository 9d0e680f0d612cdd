import { Fragment, Suspense } from 'react';
import { Await, data, redirectDocument } from 'react-router';
import { list, search, seo } from '../../content/blog.ts';
import { pageContext } from '../../context.ts';
import type { PageHandle } from '../../root.tsx';
import { countSearch } from '../../server/limits/search-limit.ts';
import { Button } from '../../ui/button.tsx';
import { isCrawler } from '../../ui/crawler.ts';
import { TextField } from '../../ui/field.tsx';
import { Hero } from '../../ui/hero.tsx';
import { Link } from '../../ui/link.tsx';
import { countPages, ListHeading, ListNotice, listMeta, WholeList } from '../../ui/list-page.tsx';
import { NumberedPages } from '../../ui/numbered-pages.tsx';
import { publicUrlFrom } from '../../ui/seo.ts';
import { Subscripts } from '../../ui/subscripts.tsx';
import { Surface } from '../../ui/surface.tsx';
import type { PostSummary } from '../post.ts';
import type { Fragment as Excerpted } from '../post-search.ts';
import { type SearchPage, searchPosts } from '../post-search.ts';
import { publishedPosts } from '../public-posts.ts';
import type { Route } from './+types/list.ts';
import { COVER_FALLBACK_SCRIPT } from './cover.tsx';
import { fetchPosts } from './fetch-posts.ts';
import { CARD, PostCard, PostRow, SKELETON } from './post-card.tsx';
import { SignUp } from './sign-up.tsx';

export const handle = { hydrate: false, inlineScript: COVER_FALLBACK_SCRIPT } satisfies PageHandle;

const POSTS_PER_PAGE = 100;
const RESULTS_PER_PAGE = 20;
/** Characters, as in the API. */
const MAX_QUERY_LENGTH = 200;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { number, q } = parseListQuery(request);
  const { site, clientIp, viewer, retryAfter } = context.get(pageContext);
  if (q === '') {
    const limit = POSTS_PER_PAGE;
    const { posts, total } = await publishedPosts(site, { limit, page: number });
    return { posts, search: null, number, pages: countPages(total, limit, number) };
  }
  const counted = countSearch(site, { ip: clientIp, isSignedIn: viewer !== null });
  if (!counted.ok) {
    if (counted.failure.kind === 'too-many') retryAfter(counted.failure.retryAfter);
    return data({ posts: [], search: { q, isRateLimited: true as const }, number, pages: 1 }, 429);
  }
  const limit = RESULTS_PER_PAGE;
  const found = await searchPosts(site, q, { limit, offset: (number - 1) * limit });
  const search = { q, isRateLimited: false as const, ...found };
  return { posts: [], search, number, pages: countPages(found.total, limit, number) };
}

/** The first page comes from the API; crawlers, later pages and searches load the document. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { number, q } = parseListQuery(request);
  if (isCrawler() || number > 1 || q !== '') throw redirectDocument(request.url);
  return { posts: fetchPosts(), search: null, number: 1, pages: 1 };
}

function parseListQuery(request: Request): { number: number; q: string } {
  const { searchParams } = new URL(request.url);
  const page = searchParams.get('page') ?? '1';
  const q = searchParams.get('q')?.trim().slice(0, MAX_QUERY_LENGTH).toWellFormed() ?? '';
  return { number: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1, q };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { number = 1, search: result = null } = loaderData ?? {};
  const searchTitle = result && search.pageTitle.replace('{q}', () => result.q);
  return listMeta(seo, publicUrlFrom(matches), { number, searchTitle });
};

export default function BlogList({ loaderData, matches }: Route.ComponentProps) {
  const { posts, search: result, number, pages } = loaderData;
  return (
    <>
      <Hero
        title={list.title}
        lead={list.lead}
        figure={
          <div className="flex h-full items-end">
            <SearchBox q={result?.q ?? ''} />
          </div>
        }
      />
      <div className="page">
        {result === null ? (
          <>
            {posts instanceof Promise ? (
              <Suspense fallback={<Loading />}>
                <Await resolve={posts}>{(loaded) => <Posts posts={loaded} />}</Await>
              </Suspense>
            ) : (
              <Posts posts={posts} />
            )}
            <NumberedPages
              label={list.title}
              previous={list.newer}
              next={list.older}
              number={number}
              pages={pages}
              path={seo.canonical}
            />
            <SignUp matches={matches} />
          </>
        ) : result.isRateLimited ? (
          <ListNotice {...search.tooMany} ways={[search.all]} />
        ) : (
          <Results {...result} number={number} pages={pages} />
        )}
      </div>
    </>
  );
}

function Posts({ posts }: { posts: readonly PostSummary[] }) {
  if (posts.length === 0) return <ListNotice {...list.empty} ways={[list.empty.action]} />;
  return (
    <ul className={GRID}>
      {posts.map((post, index) => (
        <li key={post.id}>
          <PostCard post={post} index={index} />
        </li>
      ))}
      <li className={`@container ${restOfRow(posts.length)}`}>
        <div className={`${CARD} justify-center @xl:grid @xl:grid-cols-2 @xl:items-center`}>
          <div className="p-6">
            <h2 className="display text-xl">{list.follow.title}</h2>
            <p className="mt-3 max-w-[60ch] text-balance text-muted">{list.follow.text}</p>
            <p className="mt-2 flex flex-wrap gap-x-6">
              <Link to={list.follow.newsletter.href} className={WAY}>
                {list.follow.newsletter.label}
              </Link>
              <a href="/feed.xml" className={WAY}>
                {list.follow.feed}
              </a>
            </p>
          </div>
          <Surface name="home" className="hidden size-full border-line border-s @xl:block" />
        </div>
      </li>
    </ul>
  );
}

/** The newest post spans two columns. */
const GRID =
  'grid grid-cols-[minmax(0,1fr)] gap-6 min-[48rem]:grid-cols-2 lg:grid-cols-3 min-[48rem]:*:first:col-span-2';

/** The columns that the cards leave of the last row, of two and of three. */
function restOfRow(cards: number): string {
  const ofTwo = cards % 2 === 1 ? 'min-[48rem]:max-lg:col-span-2' : '';
  return `${ofTwo} ${['lg:col-span-2', '', 'lg:col-span-3'][cards % 3]}`;
}

const WAY = 'prose-link inline-flex min-h-11 items-center text-sm';

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">{list.loading}</span>
      <ul aria-hidden="true" className={GRID}>
        {[1, 2, 3, 4, 5].map((key) => (
          <li key={key} className={`h-96 ${SKELETON}`} />
        ))}
      </ul>
    </div>
  );
}

type ResultsProps = SearchPage & { q: string; number: number; pages: number };

function Results({ q, results, total, number, pages }: ResultsProps) {
  if (total === 0) {
    const { title, hint } = search.empty;
    return <ListNotice title={fillIn(title, q)} hint={hint} ways={[search.all]} />;
  }
  const heading = total === 1 ? search.found.one : search.found.many;
  return (
    <>
      <ListHeading title={fillIn(heading.replace('{count}', total.toLocaleString('en')), q)}>
        <WholeList {...search.all} />
      </ListHeading>
      <ol className="[&_mark]:rounded-[0.2em] [&_mark]:bg-teal/18 [&_mark]:px-[0.1em] [&_mark]:text-ink">
        {results.map((result) => (
          <li key={result.post.id}>
            <PostRow
              post={result.post}
              title={<Marked fragments={result.title} />}
              text={<Marked fragments={result.excerpt} />}
            />
          </li>
        ))}
      </ol>
      <NumberedPages
        label={search.pages}
        previous={search.better}
        next={search.worse}
        number={number}
        pages={pages}
        path={search.all.href}
        query={{ q }}
      />
    </>
  );
}

function Marked({ fragments }: { fragments: readonly Excerpted[] }) {
  return fragments.map(({ text, found }, index) => {
    const Tag = found ? 'mark' : Fragment;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which are never reordered
      <Tag key={index}>
        <Subscripts text={text} />
      </Tag>
    );
  });
}

/** A function, because the query may contain `$&`, a pattern of `replace`. */
function fillIn(text: string, q: string): string {
  return text.replace('{q}', () => q);
}

function SearchBox({ q }: { q: string }) {
  return (
    <search className="w-full max-w-lg">
      <form action="/blog" className="grid grid-cols-[1fr_auto] items-end gap-2 [&>button]:h-12">
        <TextField
          type="search"
          name="q"
          label={search.label}
          defaultValue={q}
          maxLength={200}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" variant="secondary">
          {search.submit}
        </Button>
      </form>
    </search>
  );
}
