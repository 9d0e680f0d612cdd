import { useState } from 'react';
import { type ApiFailure, type ApiResult, failureMessage } from './api.ts';
import { issuesByField } from './field-issues.ts';

/** Every end, also a thrown error, clears `isBusy`, and every failure has a message. */
export function useSubmit() {
  const [isBusy, setBusy] = useState(false);
  const [notice, say] = useState('');
  const [failed, setFailed] = useState<{ cause: ApiFailure; message: string } | null>(null);

  /**
   * @param act an error that it throws counts as a failure
   * @param fallback the message when nothing else gives a reason
   * @param done the notice afterwards
   */
  async function submit<T>(
    act: () => Promise<ApiResult<T>>,
    fallback: string,
    done: string | ((value: T) => string) = '',
  ): Promise<ApiResult<T>> {
    setBusy(true);
    setFailed(null);
    say('');
    const answer = await settled(act);
    setBusy(false);
    if (answer.ok) say(typeof done === 'string' ? done : done(answer.value));
    else setFailed({ cause: answer.failure, message: failureMessage(answer.failure, fallback) });
    return answer;
  }

  return {
    isBusy,
    failure: failed?.message ?? null,
    cause: failed?.cause ?? null,
    issues: issuesByField(failed?.cause.kind === 'rejected' ? failed.cause.issues : []),
    notice,
    say,
    submit,
    clear: () => setFailed(null),
  };
}

/** Runs an action; a thrown error is reported to `window` and becomes a failure. */
export async function settled<T>(act: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  try {
    return await act();
  } catch (error) {
    reportError(error);
    return { ok: false, failure: { kind: 'browser' } };
  }
}
