import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { succeed } from '../../server/failure.ts';
import { endBeforeSite, READY, sendToParent } from '../../server/processes/child-process.ts';
import { connectCalls } from '../../server/processes/remote-calls.ts';
import {
  openSession,
  type SourceHost,
  type SourceRequest,
  type SourceSession,
} from '../source-session.ts';

// A child process for one source of an import: opens it, and answers what the site asks of it.

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
endBeforeSite();
// Ctrl+C signals the whole process group; the parent ends its work first.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => process.exit());

/**
 * Ends the process when it has more memory than it may, or its parent is gone. In a thread of its own, since this one may
 * be busy; V8's own limit counts neither buffers nor what lies outside of its old space.
 */
const WATCH = `
const { workerData: { maxBytes, parent } } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL');
}, 50);
`;

/** The interval of progress messages, in milliseconds. */
const PROGRESS_MS = 1_000;

const remote = connectCalls(
  { send: sendToParent, onMessage: (take) => process.on('message', take) },
  {
    async open(request: SourceRequest, maxBytes: number) {
      new Worker(WATCH, { eval: true, workerData: { maxBytes, parent: process.ppid } }).unref();
      const opened = await openSession(request, host);
      if (!opened.ok) return opened;
      session = opened.value;
      return succeed(undefined);
    },
    ...Object.fromEntries(
      (
        ['summary', 'rows', 'assignSlugs', 'prepare', 'readPost', 'versions', 'content'] as const
      ).map((name) => [
        name,
        (...args: never[]) => (ofSession()[name] as (...args: never[]) => unknown)(...args),
      ]),
    ),
  },
);

let session: SourceSession | undefined;
function ofSession(): SourceSession {
  if (session === undefined) throw new Error('Nothing was opened');
  return session;
}

let lastReport = 0;
const host: SourceHost = {
  store: (path) => remote.call('store', path),
  fetch: (url) => remote.call('fetch', url),
  progress() {
    if (performance.now() - lastReport < PROGRESS_MS) return;
    lastReport = performance.now();
    void remote.call('progress');
  },
};
sendToParent(READY);
