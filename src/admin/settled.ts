import type { ApiResult } from './api.ts';

/** Runs an action; a thrown error is reported to `window` and becomes a failure. */
export async function settled<T>(act: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  try {
    return await act();
  } catch (error) {
    reportError(error);
    return { ok: false, failure: { kind: 'browser' } };
  }
}
