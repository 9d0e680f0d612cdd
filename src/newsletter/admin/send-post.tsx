import { forAdministrators } from '../../accounts/admin/session/verification.ts';
import { firstFailure } from '../../admin/api.ts';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { orLogin } from '../../admin/session/expired-session.ts';
import { readUnread } from '../../inquiries/admin/inbox-api.ts';
import { readPost } from '../../posts/admin/posts-api.ts';
import { privateMeta } from '../../ui/seo.ts';
import type { Route } from './+types/send-post.ts';
import { BackToNewsletter } from './back-to-newsletter.tsx';
import { countSubscribers, listIssues, listScheduled } from './newsletter-api.ts';
import { SendForm } from './send-form.tsx';
import type { Sendable } from './sendable.ts';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Send: ${loaderData?.loaded?.post.title ?? 'post'}`);

const FAILURE = 'Failed to load the letter. Please try again.';

export const clientLoader = forAdministrators(
  async ({ params: { slug }, request }: Route.ClientLoaderArgs) => {
    const url = new URL(request.url);
    const answers = await Promise.all([
      readPost(slug),
      listScheduled(slug),
      listIssues({ slug }),
      countSubscribers(),
      readUnread(),
    ]);
    const [post, scheduled, issues, counts, forms] = answers;
    for (const answer of answers) orLogin<unknown>(answer, url);
    if (post.ok && scheduled.ok && issues.ok && counts.ok && forms.ok) {
      const loaded: Sendable = {
        post: post.value,
        scheduled: scheduled.value.scheduled[0] ?? null,
        issues: issues.value.issues,
        readers: counts.value.confirmed,
        isLive: forms.value.liveForms,
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
