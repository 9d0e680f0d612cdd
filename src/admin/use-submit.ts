import { useState } from 'react';
import { type ApiFailure, type ApiResult, failureMessage } from './api.ts';
import { issuesByField } from './field-issues.ts';
import { settled } from './settled.ts';

/**
 * An action of a button or a form, one at a time: whether it is under way, and why the last one failed.
 * Every end, also a thrown error, clears `isBusy`, and every failure has a message.
 */
export function useSubmit() {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ cause: ApiFailure; message: string } | null>(null);

  /**
   * @param act may do more than one call; an error that it throws counts as a failure
   * @param fallback the message when nothing else gives a reason
   */
  async function submit<T>(
    act: () => Promise<ApiResult<T>>,
    fallback: string,
  ): Promise<ApiResult<T>> {
    setBusy(true);
    setFailed(null);
    const answer = await settled(act);
    setBusy(false);
    if (!answer.ok) {
      setFailed({ cause: answer.failure, message: failureMessage(answer.failure, fallback) });
    }
    return answer;
  }

  return {
    isBusy,
    /** The message for the page. */
    failure: failed?.message ?? null,
    cause: failed?.cause ?? null,
    /** What the server found wrong, by field. */
    issues: issuesByField(failed?.cause.kind === 'rejected' ? failed.cause.issues : []),
    submit,
    /** Clears the failure. */
    clear: () => setFailed(null),
  };
}
