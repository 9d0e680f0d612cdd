import { useNavigation } from 'react-router';
import { type ApiFailure, failureMessage } from '../../../admin/api.ts';
import { BackLink } from '../../../admin/back-link.tsx';
import { caller } from '../../../admin/caller.ts';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import { retention } from '../../../content/retention.ts';
import { privateMeta } from '../../../ui/seo.ts';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { publicPosts } from '../../api/posts.ts';
import type { revisions as revisionsOf } from '../../api/revisions.ts';
import type { Route } from './+types/revisions.ts';
import { ComparedVersions } from './compared-versions.tsx';
import { comparisonIn } from './comparison.ts';
import type { History } from './history.ts';
import { RevisionList } from './revision-list.tsx';

const api = caller<typeof revisionsOf>();

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Revisions: ${loaderData?.history?.post.title ?? 'post'}`);

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const url = new URL(request.url);
  const failed = (failure: ApiFailure) => ({
    history: null,
    failure: failureMessage(failure, 'Failed to load the revisions. Please try again.'),
  });
  // By the post's current slug: the API does not find revisions by a former one.
  const named = { param: params };
  const post = orLogin(await caller<typeof publicPosts>()('GET', '/blog/posts/:slug', named), url);
  if (!post.ok) return failed(post.failure);
  const { slug } = post.value;
  const list = orLogin(
    await api('GET', '/admin/blog/posts/:slug/revisions', { param: { slug } }),
    url,
  );
  if (!list.ok) return failed(list.failure);
  const { revisions } = list.value;
  const comparison = comparisonIn(
    revisions.map(({ version }) => version),
    url.searchParams,
  );
  const read = async (version: number) =>
    orLogin(
      await api('GET', '/admin/blog/posts/:slug/revisions/:version', { param: { slug, version } }),
      url,
    );
  const [selected, against] = await Promise.all([
    read(comparison.version),
    comparison.against === null ? null : read(comparison.against),
  ]);
  if (!selected.ok) return failed(selected.failure);
  if (against !== null && !against.ok) return failed(against.failure);
  const compared = { selected: selected.value, against: against?.value ?? null };
  return { history: { post: post.value, revisions, ...compared } satisfies History, failure: null };
}

export default function Revisions({ loaderData, params }: Route.ComponentProps) {
  const { history, failure } = loaderData;
  const slug = history?.post.slug ?? params.slug;
  return (
    <>
      <BackLink to={`/admin/edit-post/${slug}`}>Back to the form</BackLink>
      <h1 className="display text-2xl">Revisions</h1>
      {history === null ? (
        <LoadFailure message={failure} />
      ) : (
        <LoadedHistory key={history.post.id} history={history} />
      )}
    </>
  );
}

function LoadedHistory({ history }: { history: History }) {
  const { post, revisions, selected } = history;
  const isLoading = useNavigation().state === 'loading';

  return (
    <>
      <p dir="auto" className="mt-1 text-muted [overflow-wrap:anywhere]">
        <Subscripts text={post.title} />
      </p>
      <div className="mt-6 grid items-start gap-x-8 gap-y-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <section aria-labelledby="saves" className="lg:sticky lg:top-24">
          <h2 id="saves" className="mb-3 font-medium text-lg">
            {revisions.length === 1 ? 'Saved once' : `Saved ${revisions.length} times`}
          </h2>
          <RevisionList revisions={revisions} current={post.version} selected={selected.version} />
          <p className="mt-3 text-muted text-xs">
            Versions that were never public are kept for {retention.versions.label}; after that,
            only the last one of each day is kept.
          </p>
        </section>
        <ComparedVersions history={history} isLoading={isLoading} />
      </div>
    </>
  );
}
