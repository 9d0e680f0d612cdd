import { useEffect, useEffectEvent } from 'react';
import { administratorsLoader } from '../../accounts/admin/session/verification.ts';
import { sendSilently } from '../../admin/api.ts';
import { caller, type OutputOf } from '../../admin/caller.ts';
import { ErrorBox } from '../../admin/error-box.tsx';
import { RowList } from '../../admin/lists/list-parts.tsx';
import { UrlSearch } from '../../admin/lists/search-form.tsx';
import { usePagedList } from '../../admin/lists/use-paged-list.ts';
import { LoadedPage } from '../../admin/load-failure.tsx';
import { orFail } from '../../admin/session/page-loader.ts';
import { dateAndTime, longDate } from '../../admin/times.ts';
import { useAction } from '../../admin/use-action.ts';
import { listPosts, type PostPage } from '../../posts/admin/list-posts.ts';
import { isPublic } from '../../posts/post.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { privateMeta } from '../../ui/seo.ts';
import { Subscripts } from '../../ui/subscripts.tsx';
import type { issues } from '../api/issues.ts';
import type { Issue } from '../issues.ts';
import type { Route } from './+types/newsletter.ts';
import { FormsNotices, readForms, readReaders } from './forms-notice.tsx';
import { numberOf, progressLabel } from './newsletter-labels.ts';

const api = caller<typeof issues>();
/** Nobody has asked for it. */
const polling = caller<typeof issues>(sendSilently);

export const meta: Route.MetaFunction = () => privateMeta('Newsletter');

const FAILURE = 'Failed to load the newsletter. Please try again.';

export const clientLoader = administratorsLoader(
  FAILURE,
  async ({ request }: Route.ClientLoaderArgs) => {
    const q = new URL(request.url).searchParams.get('q') ?? '';
    const [posts, issues, readers, forms] = await Promise.all([
      listPosts({ q, status: 'published' }),
      api('GET', '/admin/newsletter/issues', { query: {} }),
      readReaders(),
      readForms(),
    ]);
    return { q, posts: orFail(posts), issues: orFail(issues), readers, forms };
  },
);

export default function Newsletter({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage title="Newsletter" of={loaderData}>
      {({ readers, forms, issues, posts, q }) => (
        <>
          <p className="mt-1 text-muted text-sm">
            Send posts by email to{' '}
            <Link
              to="/admin/subscribers?state=confirmed"
              className="prose-link whitespace-nowrap py-2"
            >
              {numberOf(readers, 'confirmed subscriber')}
            </Link>
            .
          </p>
          <div className="mt-4 space-y-2 empty:hidden">
            <FormsNotices {...forms} />
          </div>
          <Issues first={issues} />
          <Posts first={posts} q={q} issues={issues.issues} />
        </>
      )}
    </LoadedPage>
  );
}

function Issues({ first }: { first: OutputOf<typeof issues, 'GET', '/admin/newsletter/issues'> }) {
  const list = usePagedList({
    first,
    rows: 'issues',
    read: (cursor) => api('GET', '/admin/newsletter/issues', { query: { cursor } }),
    failure: FAILURE,
  });
  const { isBusy, failure, act } = useAction();
  const all = (list.page ?? first).issues;
  const isSending = all.some(({ progress }) => progress.waiting > 0);

  const poll = useEffectEvent(async () => {
    const answer = await polling('GET', '/admin/newsletter/issues', { query: {} });
    const read = new Map(answer.ok ? answer.value.issues.map((issue) => [issue.id, issue]) : []);
    list.change((page) => ({ ...page, issues: page.issues.map((one) => read.get(one.id) ?? one) }));
  });
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(poll, 2_000);
    return () => clearInterval(timer);
  }, [isSending]);

  function stop({ id, progress }: Issue) {
    const mails = numberOf(progress.waiting, 'waiting email');
    if (!window.confirm(`Stop sending? ${mails} will be withdrawn.`)) return;
    void act(
      () => api('POST', '/admin/newsletter/issues/:id/stop', { param: { id } }),
      'Failed to stop sending. Please try again.',
      '',
    );
  }

  if (all.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="font-medium text-lg">Issues</h2>
      {failure && <ErrorBox className="mt-3">{failure}</ErrorBox>}
      <RowList
        rows={all}
        list={list}
        empty={{ title: 'No issues yet', text: '' }}
        row={(issue) => (
          <IssueRow key={issue.id} issue={issue} isBusy={isBusy} onStop={() => stop(issue)} />
        )}
      />
    </section>
  );
}

type IssueRowProps = { issue: Issue; isBusy: boolean; onStop: () => void };

function IssueRow({ issue, isBusy, onStop }: IssueRowProps) {
  const { state, slug, problem, sentBy, sendAt, stoppedAt, progress } = issue;
  const isScheduled = state === 'scheduled';
  const title = <Subscripts text={issue.subject ?? issue.title} />;
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        <p dir="auto" className="font-medium">
          {isScheduled ? (
            <Link to={`/admin/newsletter/${slug}`} className="prose-link inline-block py-2.5">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p role="status" className="text-muted text-xs tabular-nums">
          {isScheduled ? problem : progressLabel(issue)}
        </p>
        <p className="text-muted text-xs">
          By {sentBy} on <time dateTime={sendAt}>{dateAndTime(sendAt)}</time>
        </p>
      </div>
      {isScheduled && problem === null ? <Badge tone="amber">Scheduled</Badge> : null}
      {problem === null ? null : <Badge tone="danger">Not sent</Badge>}
      {stoppedAt === null ? null : <Badge tone="stone">Stopped</Badge>}
      {progress.waiting === 0 ? null : (
        <Button variant="danger" disabled={isBusy} onClick={onStop}>
          Stop sending
        </Button>
      )}
    </li>
  );
}

function Posts({ first, q, issues }: { first: PostPage; q: string; issues: readonly Issue[] }) {
  const sent = new Set(issues.filter(({ state }) => state === 'sent').map(({ slug }) => slug));
  const list = usePagedList({
    first,
    rows: 'posts',
    read: (cursor) => listPosts({ q, status: 'published' }, cursor),
    failure: FAILURE,
  });
  const now = new Date().toISOString();
  const { posts } = list.page ?? first;

  return (
    <section className="mt-8">
      <h2 className="font-medium text-lg">Send a post</h2>
      <UrlSearch label="Search published posts" className="mt-3 mb-6" />
      <RowList
        rows={posts}
        list={list}
        empty={{
          title: q === '' ? 'No posts are published yet' : 'No posts match',
          text: q === '' ? 'Published posts can be sent from here.' : 'Try different words.',
        }}
        row={(post) => (
          <li key={post.id}>
            <Link
              to={`/admin/newsletter/${post.slug}`}
              className="group flex min-h-14 items-center justify-between gap-x-4 gap-y-0.5 px-4 py-3 no-underline -outline-offset-2 transition-colors hover:bg-ink/4 max-sm:flex-wrap"
            >
              <span
                dir="auto"
                className="min-w-0 font-medium group-hover:underline [overflow-wrap:anywhere]"
              >
                <Subscripts text={post.title} />
              </span>
              <span className="flex shrink-0 items-center gap-3 text-muted text-xs">
                {sent.has(post.slug) ? <Badge tone="teal">Sent</Badge> : null}
                {isPublic(post, now) ? null : <Badge tone="stone">Not public yet</Badge>}
                <time dateTime={post.date}>{longDate(post.date)}</time>
              </span>
            </Link>
          </li>
        )}
      />
    </section>
  );
}
