import { type Result, succeed } from '../../server/failure.ts';
import { startChild } from '../../server/processes/child-process.ts';
import { connectCalls } from '../../server/processes/remote-calls.ts';
import { type OpenSession, SourceAbandonedError, type SourceSession } from '../source-session.ts';

type Options = {
  /** Module of the child process. */
  child?: URL;
  /** The child process's limit in megabytes (2^20 bytes), with all that V8 does not count. */
  memory?: number;
  /** Milliseconds in which nothing is read or answered. */
  timeout?: number;
};

/** The site itself has 350 MB, and its unit allows 1 GB. */
export const IMPORT_MEMORY_MB = 512;

/** A file of 250 MB is parsed in 10 s. */
const TIMEOUT_MS = 120_000;
const WATCH_MS = 1_000;

/**
 * Opens each source in a child process, which ends with the session. What takes too much memory or time is given up with
 * `SourceAbandonedError`, and the site goes on.
 */
export function createImportProcess({
  child: module = new URL('./import-child.ts', import.meta.url),
  memory = IMPORT_MEMORY_MB,
  timeout = TIMEOUT_MS,
}: Options = {}): OpenSession {
  return async (request, host, signal) => {
    const child = await startChild(module, {
      // What V8 says when its memory is over, with a stack trace, is said to the person who imports.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${memory}`],
      // No secrets of this process. Fewer arenas save memory.
      env: { MALLOC_ARENA_MAX: '2' },
    });
    const { process: started, ended } = child;
    let heard = performance.now();
    /** The first error of the site itself: it comes back from the child without its class. */
    let failure: unknown;
    const ofSite =
      <Args extends unknown[], T>(act: (...args: Args) => Promise<Result<T>>) =>
      async (...args: Args) => {
        try {
          return await act(...args);
        } catch (error) {
          failure ??= error;
          throw error;
        } finally {
          heard = performance.now();
        }
      };
    const remote = connectCalls(
      {
        send: (message) => started.connected && started.send(message as object, () => undefined),
        onMessage: (take) =>
          started.on('message', (message) => {
            heard = performance.now();
            take(message);
          }),
      },
      { store: ofSite(host.store), fetch: ofSite(host.fetch), progress: host.progress },
    );
    const end = (reason: unknown) => {
      remote.end(reason);
      started.kill('SIGKILL');
    };
    const abort = () => end(signal?.reason);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    const timer = setInterval(
      () => {
        const { own, others } = remote.pending();
        if (own === 0 || others > 0) heard = performance.now();
        else if (performance.now() - heard > timeout)
          end(new SourceAbandonedError(tooLong(timeout)));
      },
      Math.min(WATCH_MS, timeout),
    );
    void ended.then(({ code, signal: killed }) => {
      clearInterval(timer);
      signal?.removeEventListener('abort', abort);
      // A signal that was not sent here: its own limit, V8's, or that of the system.
      remote.end(
        killed === null
          ? new Error(`The process for imports has ended with status ${code}`)
          : new SourceAbandonedError(tooMuch(memory)),
      );
    });
    const orFailure = (error: unknown): never => {
      throw failure ?? error;
    };
    const session: SourceSession = {
      summary: () => remote.call('summary'),
      rows: () => remote.stream('rows'),
      assignSlugs: (slugs) => remote.call('assignSlugs', slugs),
      prepare: (position) =>
        remote
          .call<Awaited<ReturnType<SourceSession['prepare']>>>('prepare', position)
          .catch(orFailure),
      readPost: (index, slug) => remote.call('readPost', index, slug),
      versions: (index, slug) => remote.stream('versions', index, slug),
      content: (path) => remote.stream('content', path),
      async close() {
        end(new Error('The session was closed'));
        await ended;
      },
    };
    try {
      const opened = await remote.call<Result<undefined>>('open', request, memory * 1024 * 1024);
      if (opened.ok) return succeed(session);
      await session.close();
      return opened;
    } catch (error) {
      await session.close();
      throw error;
    }
  };
}

function tooMuch(memory: number): string {
  return `It needs more memory than imports can use (${memory} MB). Split the source into smaller ones, or import it on the command line with --memory.`;
}

function tooLong(timeout: number): string {
  return `It was abandoned: reading its source made no progress for ${Math.round(timeout / 1000)} seconds.`;
}
