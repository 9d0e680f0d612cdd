import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Answer, refusalMessage } from './api.ts';
import { loginAddress } from './login-address.ts';

/**
 * Calls to the API that a person asks for, one at a time: whether one is under way, and in words why
 * the last one failed. Where the session is over, it leads to the login and back.
 */
export function useAttempt() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const navigate = useNavigate();
  const location = useLocation();

  /** @param words said when the server gives no reason */
  async function attempt<T>(call: Promise<Answer<T>>, words: string): Promise<Answer<T>> {
    setBusy(true);
    setFailure(null);
    const answer = await call;
    setBusy(false);
    if (answer.ok) return answer;
    if (answer.refusal.kind === 'signed-out') await navigate(loginAddress(location));
    else setFailure(refusalMessage(answer.refusal, words));
    return answer;
  }

  return { isBusy, failure, attempt };
}
