import { startChild } from '../../child-process.ts';
import { fail, type Result } from '../../failure.ts';
import type { ProcessedPicture } from './process-picture.ts';

/**
 * What is kept of an uploaded file, or why it is refused.
 *
 * @throws BusyError when no process can be started for it
 */
export type ProcessPicture = (file: Uint8Array) => Promise<Result<ProcessedPicture>>;

type Options = {
  /** The module of the process. */
  child?: URL;
  /** For one picture, in milliseconds. */
  timeout?: number;
};

/** Below the minute after which connections are closed. */
const TIMEOUT_MS = 40_000;

/**
 * Processes each picture in a process of its own, whose memory ends with it: decoders take hundreds
 * of megabytes, which a process that goes on would keep. One that breaks a decoder, or takes too
 * long, is refused with `invalid` and costs that process alone.
 */
export function createPictureProcessor({
  child: module = new URL('./picture-child.ts', import.meta.url),
  timeout = TIMEOUT_MS,
}: Options = {}): ProcessPicture {
  return async (file) => {
    const child = await startChild(module, {
      // None of this process's secrets is needed. Fewer arenas keep less memory.
      env: { MALLOC_ARENA_MAX: '2' },
    });
    const late = setTimeout(() => child.process.kill('SIGKILL'), timeout);
    // Whichever comes first; a process that has answered ends as well.
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
      clearTimeout(late);
      child.process.kill('SIGKILL');
      await child.ended;
    }
  };
}

const UNREADABLE = fail({
  kind: 'invalid',
  issues: [
    {
      loc: ['body'],
      msg: 'This picture cannot be read, or takes too long. Save it anew in another program.',
      type: 'picture_unreadable',
    },
  ],
});
