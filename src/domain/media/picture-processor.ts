import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fail, type Result } from '../../failure.ts';
import type { ProcessedPicture } from './process-picture.ts';

/** What is kept of an uploaded file, or why it is refused. */
export type ProcessPicture = (file: Uint8Array) => Promise<Result<ProcessedPicture>>;

type Options = {
  /** The module of the process. */
  child?: URL;
  /** For one picture, in milliseconds. */
  timeout?: number;
};

/**
 * Processes each picture in a process of its own, whose memory ends with it: decoders take hundreds
 * of megabytes, which a process that goes on would keep. One that breaks a decoder, or takes too
 * long, is refused with `invalid` and costs that process alone.
 */
export function createPictureProcessor({
  child: module = new URL('./picture-child.ts', import.meta.url),
  timeout = 120_000,
}: Options = {}): ProcessPicture {
  return async (file) => {
    const child = fork(fileURLToPath(module), {
      // Neither this process's flags nor its secrets are needed. Fewer arenas keep less memory.
      execArgv: [],
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      timeout,
      killSignal: 'SIGKILL',
    });
    const ended = once(child, 'exit');
    const answered = once(child, 'message');
    // Whichever comes first; a process that has answered ends as well.
    const outcome = Promise.race([
      answered.then(([result]) => result as Result<ProcessedPicture>),
      ended.then(([code, signal]) => {
        if (signal !== null) return UNREADABLE;
        throw new Error(`The process for pictures has ended with status ${code}`);
      }),
    ]);
    child.send(file);
    try {
      return await outcome;
    } finally {
      child.kill('SIGKILL');
      await ended;
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
