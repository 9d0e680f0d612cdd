import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Answer, type Refusal, refusalMessage } from './api.ts';
import { loginUrl } from './login-url.ts';
import { settled } from './settled.ts';

type SubmitOptions = {
  /** Called when the session has ended, instead of leading to the login and back. */
  onSignedOut?: () => void;
};

/**
 * Something that a person asks for by a button or a form, one at a time: whether it is under way,
 * and why the last one failed. However it ends, it is not under way any more and a failure has a
 * message.
 */
export function useSubmit({ onSignedOut }: SubmitOptions = {}) {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ refusal: Refusal; message: string } | null>(null);
  const navigate = useNavigate();
  const location = useLocation();

  /**
   * @param act may also do what follows a call; what it throws counts as a failure
   * @param fallback said when nothing else gives a reason
   */
  async function submit<T>(act: () => Promise<Answer<T>>, fallback: string): Promise<Answer<T>> {
    setBusy(true);
    setFailed(null);
    const answer = await settled(act);
    setBusy(false);
    if (answer.ok) return answer;
    const { refusal } = answer;
    if (refusal.kind !== 'signed-out') {
      setFailed({ refusal, message: refusalMessage(refusal, fallback) });
    } else if (onSignedOut === undefined) {
      await navigate(loginUrl(location));
    } else onSignedOut();
    return answer;
  }

  return {
    isBusy,
    /** In words. */
    failure: failed?.message ?? null,
    refusal: failed?.refusal ?? null,
    submit,
    /** Takes the failure off the page. */
    clear: () => setFailed(null),
  };
}
