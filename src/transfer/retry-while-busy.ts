import { BusyError } from '../server/failure.ts';

/** Attempts while the render pool is busy. */
const MAX_ATTEMPTS = 5;

/**
 * Retries a render while the pool is busy.
 *
 * @param signal rejects at once; the render under way is left to end by itself
 * @throws BusyError after the last attempt
 */
export async function retryWhileBusy<T>(
  render: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
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
