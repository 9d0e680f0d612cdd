import type { Issue } from '../../../domain/newsletter/issues.ts';
import type { ScheduledIssue } from '../../../domain/newsletter/scheduled-rows.ts';
import type { Post } from '../../../domain/posts/post.ts';

/** A post, with the data that decides whether it can be sent. */
export type Sendable = {
  post: Post;
  /** Null while none waits for its time. */
  scheduled: ScheduledIssue | null;
  issues: Issue[];
  readers: number;
  isLive: boolean;
};
