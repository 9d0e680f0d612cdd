import { useState } from 'react';
import { failureMessage } from '../../../admin/api.ts';
import { BackLink } from '../../../admin/back-link.tsx';
import { caller } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { settled } from '../../../admin/settled.ts';
import type { Finding } from '../../../text/finding.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import { Subscripts } from '../../../ui/subscripts.tsx';
import type { preview } from '../../api/preview.ts';
import type { CheckedPostSummary } from '../../check-posts.ts';
import { findingsLabel } from '../findings/findings.ts';
import { placeText } from '../findings/show-finding.ts';
import type { Route } from './+types/check-posts.ts';

const api = caller<typeof preview>();

export const meta: Route.MetaFunction = () => privateMeta('Check all posts');

type Progress = { posts: CheckedPostSummary[]; isDone: boolean; failure: string };

const NONE: Progress = { posts: [], isDone: false, failure: '' };

/** Checks every post as before its publication; each finding leads to its line. */
export default function CheckPosts() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const isRunning = progress !== null && !progress.isDone && progress.failure === '';

  async function run() {
    let state = NONE;
    for (let after: string | null = ''; after !== null; ) {
      setProgress(state);
      const query: { after: string } = { after };
      const answer = await settled(() => api('GET', '/admin/posts/check', { query }));
      if (!answer.ok) {
        const failure = failureMessage(answer.failure, 'The check failed. Please try again.');
        setProgress({ ...state, failure });
        return;
      }
      state = { ...state, posts: [...state.posts, ...answer.value.posts] };
      after = answer.value.next;
    }
    setProgress({ ...state, isDone: true });
  }

  return (
    <>
      <BackLink to="/admin/dashboard">Back to Dashboard</BackLink>
      <h1 className="display text-2xl">Check all posts</h1>
      <p className="mt-1 text-muted text-sm">
        Runs the checks made before publishing on every post: dead links, citations, formulas,
        structures, pictures without alternative text.
      </p>
      <Button className="mt-6" disabled={isRunning} onClick={run}>
        {isRunning ? 'Checking…' : 'Check all posts'}
      </Button>
      <p role="status" className="mt-4 text-sm">
        {progress === null ? '' : summary(progress)}
      </p>
      {progress?.failure ? <ErrorBox>{progress.failure}</ErrorBox> : null}
      <ul className="mt-4 space-y-6">
        {(progress?.posts ?? []).filter(hasFindings).map((post) => (
          <CheckedPost key={post.slug} post={post} />
        ))}
      </ul>
    </>
  );
}

function hasFindings({ findings }: CheckedPostSummary): boolean {
  return findings === null || findings.length > 0;
}

function summary({ posts, isDone }: Progress): string {
  const found = posts.filter(hasFindings).length;
  const told = `${posts.length} ${posts.length === 1 ? 'post' : 'posts'} checked, ${found} with findings`;
  return isDone ? `${told}.` : `${told} so far …`;
}

function CheckedPost({ post: { slug, title, status, findings } }: { post: CheckedPostSummary }) {
  return (
    <li className="rounded-card border border-line bg-surface p-4">
      <h2 className="font-medium [overflow-wrap:anywhere]">
        <Link to={editorPath(slug)} className="prose-link">
          <Subscripts text={title} />
        </Link>
      </h2>
      <p className="text-muted text-sm">
        {status === 'draft' ? 'Draft, ' : ''}
        {findings === null ? 'could not be rendered in time' : findingsLabel(findings)}
      </p>
      <ol className="mt-2 space-y-1 text-sm">
        {(findings ?? []).map((finding) => (
          <li key={`${finding.line} ${finding.code} ${finding.message}`}>
            <FindingLink slug={slug} finding={finding} />
          </li>
        ))}
      </ol>
    </li>
  );
}

function FindingLink({ slug, finding }: { slug: string; finding: Finding }) {
  const { line, reference, severity, message } = finding;
  const place = reference === undefined ? `line=${line}` : `reference=${reference}`;
  return (
    <p className="[overflow-wrap:anywhere]">
      <Link to={`${editorPath(slug)}?${place}`} className="prose-link">
        {placeText(finding)}
      </Link>{' '}
      {severity === 'error' ? 'Error' : 'Warning'}: {message}
    </p>
  );
}

function editorPath(slug: string): string {
  return `/admin/edit-post/${encodeURIComponent(slug)}`;
}
