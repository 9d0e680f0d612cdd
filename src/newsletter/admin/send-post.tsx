import { forAdministrators } from '../../accounts/admin/session/verification.ts';
import { firstFailure } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { orLogin } from '../../admin/session/expired-session.ts';
import type { inquiries } from '../../inquiries/api/inquiries.ts';
import type { publicPosts } from '../../posts/api/posts.ts';
import { privateMeta } from '../../ui/seo.ts';
import type { issues, scheduledIssues } from '../api/issues.ts';
import type { subscribers } from '../api/subscribers.ts';
import type { Route } from './+types/send-post.ts';
import { BackToNewsletter } from './back-to-newsletter.tsx';
import { type Sendable, SendForm } from './send-form.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Newsletter: ${loaderData?.loaded?.post.title ?? 'post'}`);

const FAILURE = 'Failed to load the newsletter. Please try again.';

export const clientLoader = forAdministrators(
  async ({ params: { slug }, request }: Route.ClientLoaderArgs) => {
    const url = new URL(request.url);
    const answers = await Promise.all([
      caller<typeof publicPosts>()('GET', '/blog/posts/:slug', { param: { slug } }),
      caller<typeof scheduledIssues>()('GET', '/admin/newsletter/scheduled', { query: { slug } }),
      caller<typeof issues>()('GET', '/admin/newsletter/issues', { query: { slug } }),
      caller<typeof subscribers>()('GET', '/admin/subscribers', { query: { limit: 1 } }),
      caller<typeof inquiries>()('GET', '/admin/inquiries/unread'),
    ]);
    const [post, scheduled, sent, subscribed, forms] = answers;
    for (const answer of answers) orLogin<unknown>(answer, url);
    if (post.ok && scheduled.ok && sent.ok && subscribed.ok && forms.ok) {
      const loaded: Sendable = {
        post: post.value,
        scheduled: scheduled.value.scheduled[0] ?? null,
        issues: sent.value.issues,
        readers: subscribed.value.counts.confirmed,
        isLive: forms.value.liveForms,
        mailFolder: forms.value.mailFolder,
      };
      return { loaded, failure: '' };
    }
    return { loaded: null, failure: firstFailure(answers, FAILURE) };
  },
);

/** One post as an email: what is written above it, preview, test and sending. */
export default function SendPost({ loaderData }: Route.ComponentProps) {
  const { loaded, failure } = loaderData;
  return (
    <>
      <BackToNewsletter />
      {loaded === null ? (
        <>
          <h1 className="display text-2xl">Send a post</h1>
          <LoadFailure message={failure} />
        </>
      ) : (
        <SendForm key={loaded.post.id + loaded.scheduled?.etag} sendable={loaded} />
      )}
    </>
  );
}
