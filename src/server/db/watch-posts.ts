import { startRecurringJob } from '../recurring-job.ts';
import type { Database } from './connect.ts';

type WatchOptions = {
  onChange: () => void;
  /** Receives the first of errors that follow one another, after which the watch goes on. */
  reportError: (error: unknown) => void;
  interval?: number;
};

/** @returns ends the watch */
export function watchPosts(
  { query }: Pick<Database, 'query'>,
  { onChange, reportError, interval = 500 }: WatchOptions,
): () => Promise<void> {
  let known: number | undefined;
  let isFailing = false;

  async function look(): Promise<void> {
    const counter = query.selectFrom('post_changes').select('changes');
    const { changes } = await counter.executeTakeFirstOrThrow();
    isFailing = false;
    // Also the first time: what was cached before may be older.
    if (changes !== known) onChange();
    known = changes;
  }

  return startRecurringJob(look, {
    everyMs: interval,
    retryMs: interval,
    reportError: (error) => {
      if (!isFailing) reportError(error);
      isFailing = true;
    },
  });
}
