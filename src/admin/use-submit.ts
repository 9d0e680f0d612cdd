import { useState } from 'react';
import { type ApiFailure, type ApiResult, failureMessage } from './api.ts';
import { useGoToLogin } from './session/expired-session.ts';
import { settled } from './settled.ts';

type SubmitOptions = {
  /** Called when the session has ended, instead of leading to the login and back. */
  onSignedOut?: () => void;
};

/**
 * An action of a button or a form, one at a time: whether it is under way, and why the last one failed.
 * Every end, also a thrown error, clears `isBusy`, and every failure has a message.
 */
export function useSubmit({ onSignedOut }: SubmitOptions = {}) {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ cause: ApiFailure; message: string } | null>(null);
  const goToLogin = useGoToLogin();

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
    if (answer.ok) return answer;
    const { failure: cause } = answer;
    if (cause.kind !== 'unauthenticated') {
      setFailed({ cause, message: failureMessage(cause, fallback) });
    } else if (onSignedOut === undefined) {
      await goToLogin();
    } else onSignedOut();
    return answer;
  }

  return {
    isBusy,
    /** The message for the page. */
    failure: failed?.message ?? null,
    cause: failed?.cause ?? null,
    submit,
    /** Clears the failure. */
    clear: () => setFailed(null),
  };
}
