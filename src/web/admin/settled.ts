import type { Answer } from './api.ts';

/** Runs an action; a thrown error is reported to `window` and becomes a failure. */
export async function settled<T>(act: () => Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await act();
  } catch (error) {
    reportError(error);
    return { ok: false, refusal: { kind: 'browser' } };
  }
}
