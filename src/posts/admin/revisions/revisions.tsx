import { History as HistoryIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { BackLink } from '../../../admin/back-link.tsx';
import { caller } from '../../../admin/caller.ts';
import { EmailText } from '../../../admin/email-text.tsx';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orFail, pageLoader } from '../../../admin/session/page-loader.ts';
import { dateAndTime } from '../../../admin/times.ts';
import { useAction } from '../../../admin/use-action.ts';
import { retention } from '../../../content/retention.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Link } from '../../../ui/link.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { publicPosts } from '../../api/posts.ts';
import type { record as recordOf, revisions as revisionsOf } from '../../api/revisions.ts';
import { NEW_POST } from '../../fields.ts';
import type { ListedRevision, Revision } from '../../revisions.ts';
import { valuesOfPost } from '../post-form-values.ts';
import type { Route } from './+types/revisions.ts';
import { comparisonIn, savedByLabel } from './history.ts';
import { NoticesOfPost, RecordOfVersion } from './record-forms.tsx';
import { VersionDiff } from './version-diff.tsx';

const api = caller<typeof revisionsOf>();

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Revisions: ${loaderData?.loaded?.post.title ?? 'post'}`);

export const clientLoader = pageLoader(
  'Failed to load the revisions. Please try again.',
  async ({ params, request }: Route.ClientLoaderArgs) => {
    const post = orFail(
      await caller<typeof publicPosts>()('GET', '/blog/posts/:slug', { param: params }),
    );
    const path = '/admin/blog/posts/:slug/revisions';
    const { revisions } = orFail(await api('GET', path, { param: params }));
    const read = async (version: number) =>
      orFail(await api('GET', `${path}/:version`, { param: { slug: post.slug, version } }));
    const versions = revisions.map(({ version }) => version);
    const recordApi = caller<typeof recordOf>();
    const record = recordApi('GET', '/admin/blog/posts/:slug/record', { param: params });
    const { version, against } = comparisonIn(versions, new URL(request.url).searchParams);
    const [selected, other] = await Promise.all([
      read(version),
      against === null ? null : read(against),
    ]);
    return { post, revisions, record: orFail(await record), selected, against: other };
  },
);

type History = NonNullable<Route.ComponentProps['loaderData']['loaded']>;

export default function Revisions({ loaderData, params }: Route.ComponentProps) {
  const { loaded, failure } = loaderData;
  return (
    <>
      <BackLink to={`/admin/edit-post/${loaded?.post.slug ?? params.slug}`}>
        Back to the form
      </BackLink>
      <h1 className="display text-2xl">Revisions</h1>
      {loaded === null ? <LoadFailure message={failure} /> : <LoadedHistory history={loaded} />}
    </>
  );
}

function LoadedHistory({ history }: { history: History }) {
  const { post, revisions, record, selected } = history;
  const isLoading = useNavigation().state === 'loading';
  const { isBusy, failure, notice, focused, act } = useAction();
  const part = { record, isBusy, act };
  return (
    <div aria-busy={isBusy}>
      <p dir="auto" className="mt-1 text-muted">
        <Subscripts text={post.title} />
      </p>
      <p ref={focused} tabIndex={-1} role="status" className="mt-3 text-sm text-teal empty:hidden">
        {notice}
      </p>
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <section aria-labelledby="saves" className="lg:sticky lg:top-24">
          <h2 id="saves" className="mb-3 font-medium text-lg">
            {revisions.length === 1 ? 'Saved once' : `Saved ${revisions.length} times`}
          </h2>
          <ol className="max-h-80 divide-y divide-line overflow-y-auto rounded-card border border-line bg-surface lg:max-h-[calc(100dvh-12rem)]">
            {revisions.map((revision) => (
              <Item key={revision.version} revision={revision} history={history} />
            ))}
          </ol>
          <p className="mt-3 text-muted text-xs">
            Versions that were never public are kept for {retention.versions.label}; after that,
            only the last one of each day is kept.
          </p>
        </section>
        <section
          aria-labelledby="selected"
          aria-busy={isLoading}
          className="min-w-0 transition-opacity aria-busy:opacity-60"
        >
          <ComparedVersions history={history}>
            <RecordOfVersion {...part} version={selected.version} />
          </ComparedVersions>
        </section>
      </div>
      <NoticesOfPost {...part} />
    </div>
  );
}

function Item({ revision, history }: { revision: ListedRevision; history: History }) {
  const { post, record, selected } = history;
  const { version, savedAt, status, isLatest } = revision;
  const isCurrent = version === post.version;
  const isChanges = isLatest && !isCurrent;
  const frozen = record.records.find((mark) => mark.version === version);
  return (
    <li>
      <Link
        to={`?version=${version}`}
        preventScrollReset
        viewTransition={false}
        aria-current={version === selected.version ? 'true' : undefined}
        className="block min-h-11 border-transparent border-l-2 px-4 py-2 text-sm hover:bg-paper focus-visible:-outline-offset-2 aria-current:border-teal aria-current:bg-teal/8"
      >
        <span className="flex flex-wrap items-center justify-between gap-x-2">
          <span className="font-medium tabular-nums">Revision {version}</span>
          <span className="flex items-center gap-2 font-medium text-teal text-xs">
            {isChanges ? 'Unpublished changes' : isCurrent && 'Current'}
            {frozen === undefined ? null : <span>v{frozen.number}</span>}
            {status === 'draft' && !isChanges ? <Badge tone="stone">Draft</Badge> : null}
          </span>
        </span>
        <span className="block text-muted text-xs">
          <time dateTime={savedAt}>{dateAndTime(savedAt)}</time> {savedByLabel(revision)}
        </span>
      </Link>
    </li>
  );
}

function ComparedVersions({ history, children }: { history: History; children: ReactNode }) {
  const { post, revisions, selected, against } = history;
  const navigate = useNavigate();
  const { version } = selected;
  // Unpublished changes are not restored: the form publishes them.
  const latest = revisions.find(({ isLatest }) => isLatest);
  const empty = { ...selected, ...NEW_POST, status: selected.status, version: 0 };
  const [before = empty, after = selected] = [selected, against ?? empty].sort(
    (a, b) => a.version - b.version,
  );
  // Changes that are not public leave the post on the site.
  const shared = after.version > post.version ? { status: post.status } : null;
  const label = ({ version }: Revision) => (version === 0 ? 'nothing' : `Revision ${version}`);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="selected" className="font-medium text-lg">
            Revision {version}
            {version === post.version && ', the current one'}
          </h2>
          <p className="text-muted text-sm">
            <time dateTime={selected.savedAt}>{dateAndTime(selected.savedAt)}</time>,{' '}
            <EmailText text={savedByLabel(selected)} />
          </p>
        </div>
        {version !== post.version && version !== latest?.version ? (
          <ButtonLink href={`/admin/edit-post/${post.slug}?restore=${version}`} variant="secondary">
            <HistoryIcon aria-hidden className="size-4" />
            Restore this version
          </ButtonLink>
        ) : null}
      </div>
      {children}
      {against === null ? (
        <p className="mt-4 text-muted text-sm">This is the first revision of the post.</p>
      ) : null}
      {revisions.length === 1 ? null : (
        <div className="mt-4 max-w-xl">
          <SelectField
            label="Compare with"
            value={against?.version ?? ''}
            onChange={({ target }) =>
              navigate(`?version=${version}&against=${target.value}`, { preventScrollReset: true })
            }
          >
            {against === null ? <option value="">Choose a version</option> : null}
            {revisions.map((other) => (
              <option key={other.version} value={other.version}>
                Revision {other.version} ({dateAndTime(other.savedAt)})
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <div key={`${before.version} ${after.version}`} className="mt-6">
        <VersionDiff
          before={valuesOfPost({ ...before, ...shared }, window.location.origin)}
          after={valuesOfPost({ ...after, ...shared }, window.location.origin)}
          labels={{ before: label(before), after: label(after) }}
        />
      </div>
    </>
  );
}
