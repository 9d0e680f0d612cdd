import { setTimeout as delay } from 'node:timers/promises';
import { BUSY, BusyError, fail, type Result } from '../../server/failure.ts';
import { startChild } from '../../server/processes/child-process.ts';
import type { ProcessedPicture, ProcessPicture } from '../process-picture.ts';

type Options = {
  child?: URL;
  /** Milliseconds for one picture. */
  timeout?: number;
  /** Milliseconds that a picture waits for those before it. */
  maxWait?: number;
};

/** Waiting and work together take less than the minute after which connections close. */
const TIMEOUT_MS = 35_000;
const MAX_WAIT_MS = 20_000;

/**
 * One at a time, in child processes: decoders take hundreds of megabytes, which a living process
 * would not return to the system. A picture that crashes a decoder or takes too long fails with
 * `invalid`; one that waits too long throws `BusyError`.
 */
export function createPictureProcessor({
  child: module = new URL('./picture-child.ts', import.meta.url),
  timeout = TIMEOUT_MS,
  maxWait = MAX_WAIT_MS,
}: Options = {}): ProcessPicture {
  const process = async (file: Uint8Array) => {
    const child = await startChild(module, {
      // No secrets of this process. Fewer arenas save memory.
      env: { MALLOC_ARENA_MAX: '2' },
    });
    const kill = () => child.process.kill('SIGKILL');
    const timer = setTimeout(kill, timeout);
    // A child that has sent its result exits, too.
    const outcome = Promise.race([
      new Promise<Result<ProcessedPicture>>((resolve) => {
        child.process.once('message', (result) => resolve(result as Result<ProcessedPicture>));
      }),
      child.ended.then(({ code, signal }) => {
        if (signal !== null) return UNREADABLE;
        throw new Error(`The process for pictures has ended with status ${code}`);
      }),
    ]);
    child.process.send(file);
    try {
      return await outcome;
    } finally {
      clearTimeout(timer);
      kill();
      await child.ended;
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  return async (file) => {
    const before = last;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    last = before.then(() => ended);
    const tooLate = delay(maxWait, undefined, { ref: false }).then(() => {
      throw new BusyError(BUSY);
    });
    try {
      await Promise.race([before, tooLate]);
      return await process(file);
    } finally {
      end();
    }
  };
}

const UNREADABLE = fail({
  kind: 'invalid',
  issues: [
    {
      loc: ['body'],
      msg: 'This picture cannot be read, or takes too long to read. Save it again in another program.',
      type: 'picture_unreadable',
    },
  ],
});
