import { useState } from 'react';
import { forAdministrators } from '../../accounts/admin/session/verification.ts';
import { BackLink } from '../../admin/back-link.tsx';
import { caller } from '../../admin/caller.ts';
import { LoadFailure } from '../../admin/load-failure.tsx';
import { orFail, pageLoader } from '../../admin/session/page-loader.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { useUnsavedChanges } from '../../admin/use-unsaved-changes.ts';
import type { publicPosts } from '../../posts/api/posts.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { privateMeta } from '../../ui/seo.ts';
import { Subscripts } from '../../ui/subscripts.tsx';
import type { issues } from '../api/issues.ts';
import type { Route } from './+types/send-post.ts';
import { EmailPreview } from './email-preview.tsx';
import { readForms, readReaders } from './forms-notice.tsx';
import { SendActions, type Sendable } from './send-actions.tsx';

/** The same limits as the API's. */
const SUBJECT_CHARS = 150;
const INTRODUCTION_CHARS = 5_000;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Newsletter: ${loaderData?.loaded?.post.title ?? 'post'}`);

const FAILURE = 'Failed to load the newsletter. Please try again.';

export const clientLoader = forAdministrators(
  pageLoader(FAILURE, async ({ params: { slug } }: Route.ClientLoaderArgs): Promise<Sendable> => {
    const [post, listed, readers, forms] = await Promise.all([
      caller<typeof publicPosts>()('GET', '/blog/posts/:slug', { param: { slug } }),
      caller<typeof issues>()('GET', '/admin/newsletter/issues', { query: { slug } }),
      readReaders(),
      readForms(),
    ]);
    const { issues: all } = orFail(listed);
    return {
      post: orFail(post),
      scheduled: all.find(({ state }) => state === 'scheduled') ?? null,
      issues: all.filter(({ state }) => state === 'sent'),
      readers,
      ...forms,
    };
  }),
);

/** One post as an email: what is written above it, preview, test and sending. */
export default function SendPost({ loaderData }: Route.ComponentProps) {
  const { loaded, failure } = loaderData;
  return (
    <>
      <BackLink to="/admin/newsletter">Back to newsletter</BackLink>
      {loaded === null ? (
        <>
          <h1 className="display text-2xl">Send a post</h1>
          <LoadFailure message={failure} />
        </>
      ) : (
        <SendForm key={loaded.post.id + (loaded.scheduled?.id ?? '')} sendable={loaded} />
      )}
    </>
  );
}

/** A post as a newsletter: subject and introduction, preview, and when it is sent. */
function SendForm({ sendable }: { sendable: Sendable }) {
  const { post, scheduled } = sendable;
  const stored = {
    subject: scheduled?.subject ?? post.title,
    introduction: scheduled?.introduction ?? '',
  };
  const [subject, setSubject] = useState(stored.subject);
  const [introduction, setIntroduction] = useState(stored.introduction);
  const submission = useSubmit();
  const isDirty = subject !== stored.subject || introduction !== stored.introduction;
  const leaveFreely = useUnsavedChanges(isDirty);
  // Without a subject of its own, an issue follows the title of the post.
  const written = { subject: subject === post.title ? null : subject, introduction };

  const { issues } = submission;
  return (
    <>
      <h1 dir="auto" className="display text-2xl [overflow-wrap:anywhere]">
        <Subscripts text={post.title} />
      </h1>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="min-w-0 space-y-5">
          <TextField
            label="Subject"
            required
            maxLength={SUBJECT_CHARS}
            value={subject}
            error={subject.trim() === '' ? 'A newsletter needs a subject.' : issues.subject}
            onChange={(event) => setSubject(event.target.value)}
          />
          <TextArea
            label="Introduction"
            hint="Optional. Markdown, shown above the post."
            rows={4}
            maxLength={INTRODUCTION_CHARS}
            className="field-sizing-content max-h-96 min-h-28"
            value={introduction}
            error={issues.introduction}
            onChange={(event) => setIntroduction(event.target.value)}
          />
        </div>
        <div className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <SendActions
            {...sendable}
            written={written}
            submission={submission}
            sendAtError={issues.sendAt}
            leaveFreely={leaveFreely}
          />
        </div>
        <EmailPreview slug={post.slug} etag={post.etag} written={written} />
      </div>
    </>
  );
}
