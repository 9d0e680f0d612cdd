import { BusyError } from '../../failure.ts';

/** As often a render is tried again when the pool has too much to do. */
const MAX_ATTEMPTS = 5;

/** @param signal ends the wait at once; what is being rendered then is of no use to anybody */
export async function unlessBusy<T>(render: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await unlessAborted(render(), signal);
    } catch (error) {
      if (!(error instanceof BusyError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function unlessAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return result;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
