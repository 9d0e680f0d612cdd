import type { Answer } from './api.ts';

/** What came of an action; one that throws is reported as an error of the page, and has failed. */
export async function settled<T>(act: () => Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await act();
  } catch (error) {
    reportError(error);
    return { ok: false, refusal: { kind: 'browser' } };
  }
}
