import type { Post } from '../../posts/post.ts';
import type { Issue } from '../issues.ts';
import type { ScheduledIssue } from '../scheduled-rows.ts';

/** A post, with the data that decides whether it can be sent. */
export type Sendable = {
  post: Post;
  /** Null while none waits for its time. */
  scheduled: ScheduledIssue | null;
  issues: Issue[];
  readers: number;
  isLive: boolean;
  /** Where emails are written to files; null if a mail server sends them. */
  mailFolder: string | null;
};
