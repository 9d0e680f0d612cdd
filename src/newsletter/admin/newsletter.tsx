import { useNavigation } from 'react-router';
import { forAdministrators } from '../../accounts/admin/session/verification.ts';
import { failureMessage, together } from '../../admin/api.ts';
import { caller, type OutputOf } from '../../admin/caller.ts';
import { LoadMore } from '../../admin/lists/list-parts.tsx';
import { UrlSearch } from '../../admin/lists/search-form.tsx';
import { usePagedList } from '../../admin/lists/use-paged-list.ts';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { orLogin } from '../../admin/session/expired-session.ts';
import { dateAndTime, longDate } from '../../admin/times.ts';
import type { inquiries } from '../../inquiries/api/inquiries.ts';
import { listPosts, type PostPage } from '../../posts/admin/list-posts.ts';
import { isPublic } from '../../posts/post.ts';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import { privateMeta } from '../../ui/seo.ts';
import { Subscripts } from '../../ui/subscripts.tsx';
import type { issues } from '../api/issues.ts';
import type { subscribers } from '../api/subscribers.ts';
import type { Issue } from '../issues.ts';
import type { Route } from './+types/newsletter.ts';
import { FormsOff, MailInFiles } from './forms-notice.tsx';
import { doneLabel, numberOf, progressLabel } from './newsletter-labels.ts';

const api = caller<typeof issues>();

const LIST = 'mt-3 divide-y divide-line rounded-card border border-line bg-surface';
const ROW =
  'group flex min-h-14 items-center justify-between gap-x-4 gap-y-0.5 px-4 py-3 text-sm no-underline -outline-offset-2 transition-colors hover:bg-ink/4 max-sm:flex-wrap *:last:shrink-0';

export const meta: Route.MetaFunction = () => privateMeta('Newsletter');

const FAILURE = 'Failed to load the newsletter. Please try again.';

export const clientLoader = forAdministrators(async ({ request }: Route.ClientLoaderArgs) => {
  const url = new URL(request.url);
  const q = url.searchParams.get('q')?.trim().slice(0, 200) ?? '';
  const answers = await Promise.all([
    listPosts({ q, status: 'published' }),
    api('GET', '/admin/newsletter/issues', { query: {} }),
    caller<typeof subscribers>()('GET', '/admin/subscribers', { query: { limit: 1 } }),
    caller<typeof inquiries>()('GET', '/admin/inquiries/unread'),
  ]);
  return { q, answer: orLogin(together(answers), url) };
});

/** The issues sent to the subscribers, and the posts that can be sent. */
export default function Newsletter({ loaderData: { q, answer } }: Route.ComponentProps) {
  if (!answer.ok) {
    return (
      <>
        <h1 className="display text-2xl">Newsletter</h1>
        <LoadFailure message={failureMessage(answer.failure, FAILURE)} />
      </>
    );
  }
  const [posts, { issues, nextCursor }, { counts }, { liveForms, mailFolder }] = answer.value;
  return (
    <>
      <h1 className="display text-2xl">Newsletter</h1>
      <p className="mt-1 text-muted text-sm">
        Send posts by email to{' '}
        <Link to="/admin/subscribers?state=confirmed" className="prose-link whitespace-nowrap py-2">
          {numberOf(counts.confirmed, 'confirmed subscriber')}
        </Link>
        .
      </p>
      <div className="mt-4 space-y-2 empty:hidden">
        {liveForms ? null : <FormsOff />}
        {mailFolder === null ? null : <MailInFiles folder={mailFolder} />}
      </div>
      {issues.length === 0 ? null : (
        <Issues first={{ issues, nextCursor }} mailFolder={mailFolder} />
      )}
      <Posts
        first={posts}
        q={q}
        sent={issues.filter(({ state }) => state === 'sent')}
        mailFolder={mailFolder}
      />
    </>
  );
}

type IssuesProps = {
  first: OutputOf<typeof issues, 'GET', '/admin/newsletter/issues'>;
  mailFolder: string | null;
};

/** The issues that wait for their time, or could not be sent then, above those that were sent. */
function Issues({ first, mailFolder }: IssuesProps) {
  const list = usePagedList({
    first,
    rows: 'issues',
    read: (cursor) => api('GET', '/admin/newsletter/issues', { query: { cursor } }),
    failure: FAILURE,
  });
  const { issues } = list.page ?? first;
  return (
    <>
      {[
        ['Scheduled', issues.filter(({ state }) => state === 'scheduled')] as const,
        [doneLabel(mailFolder), issues.filter(({ state }) => state === 'sent')] as const,
      ].map(([title, part]) =>
        part.length === 0 ? null : (
          <section key={title} className="mt-8">
            <h2 className="font-medium text-lg">{title}</h2>
            <ol className={LIST}>
              {part.map((issue) => (
                <li key={issue.id}>
                  <IssueRow issue={issue} mailFolder={mailFolder} />
                </li>
              ))}
            </ol>
          </section>
        ),
      )}
      <LoadMore list={list} />
    </>
  );
}

function IssueRow({ issue, mailFolder }: { issue: Issue; mailFolder: string | null }) {
  const { id, state, slug, title, subject, sendAt, problem, progress } = issue;
  const isScheduled = state === 'scheduled';
  return (
    <Link to={`/admin/newsletter/${isScheduled ? slug : `issues/${id}`}`} className={ROW}>
      <span className="min-w-0">
        <span
          dir="auto"
          className="block font-medium group-hover:underline [overflow-wrap:anywhere]"
        >
          <Subscripts text={subject ?? title} />
        </span>
        {problem === null ? null : <span className="block text-danger text-xs">{problem}</span>}
        {isScheduled ? null : (
          <span className="block text-muted text-xs tabular-nums">
            {progressLabel(issue, mailFolder)}
          </span>
        )}
      </span>
      <span className="flex items-center gap-3 text-muted text-xs">
        {problem === null ? null : <Badge tone="danger">Not sent</Badge>}
        {isScheduled && problem === null ? <Badge tone="amber">Scheduled</Badge> : null}
        {progress.waiting > 0 ? <Badge tone="amber">In progress</Badge> : null}
        <time dateTime={sendAt}>{isScheduled ? dateAndTime(sendAt) : longDate(sendAt)}</time>
      </span>
    </Link>
  );
}

type PostsProps = {
  first: PostPage;
  q: string;
  sent: readonly Issue[];
  mailFolder: string | null;
};

function Posts({ first, q, sent, mailFolder }: PostsProps) {
  const list = usePagedList({
    first,
    rows: 'posts',
    read: (cursor) => listPosts({ q, status: 'published' }, cursor),
    failure: FAILURE,
  });
  const isLoading = useNavigation().state === 'loading';
  const now = new Date().toISOString();
  const { posts } = list.page ?? first;

  return (
    <section className="mt-8">
      <h2 className="font-medium text-lg">Send a post</h2>
      <UrlSearch
        label="Search published posts"
        placeholder="Press / to search"
        className="mt-3 mb-6"
      />
      {posts.length === 0 ? (
        <p
          role="status"
          className="mt-3 rounded-card border border-line border-dashed px-6 py-12 text-center text-muted text-sm"
        >
          {q === ''
            ? 'No posts are published yet. Published posts can be sent from here.'
            : 'No posts match. Try different words.'}
        </p>
      ) : (
        <ul aria-busy={isLoading} className={`${LIST} transition-opacity aria-busy:opacity-60`}>
          {posts.map((post) => (
            <li key={post.id}>
              <Link to={`/admin/newsletter/${post.slug}`} className={ROW}>
                <span
                  dir="auto"
                  className="min-w-0 font-medium group-hover:underline [overflow-wrap:anywhere]"
                >
                  <Subscripts text={post.title} />
                </span>
                <span className="flex items-center gap-3 text-muted text-xs max-sm:w-full">
                  {sent.some(({ slug }) => slug === post.slug) ? (
                    <Badge tone="teal">{doneLabel(mailFolder)}</Badge>
                  ) : null}
                  {isPublic(post, now) ? null : <Badge tone="stone">Not public yet</Badge>}
                  <time dateTime={post.date}>{longDate(post.date)}</time>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </section>
  );
}
