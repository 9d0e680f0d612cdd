import { withoutValues } from '../server/log.ts';

const HOUR_MS = 60 * 60 * 1000;

type Log = { warn: (fields: object, message: string) => void };

/** Counts mails that did not leave, and logs one in an hour. */
export function createMailFailures(log: Log, now: () => number) {
  let failures = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function report(answer: string): void {
    failures += 1;
    if (now() - loggedAt < HOUR_MS) return;
    loggedAt = now();
    log.warn({ answer: withoutValues(answer) }, 'Mail does not leave');
  }

  return { count: () => failures, report };
}
