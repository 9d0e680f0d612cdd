import { useEffect, useEffectEvent, useState } from 'react';
import { type ApiFailure, type ApiResult, isMissing } from './api.ts';
import { useGoToLogin } from './session/expired-session.ts';

const POLL_MS = 1_000;

type Polling<Value> = {
  /** False: there is nothing to wait for. */
  isActive: boolean;
  read: () => Promise<ApiResult<Value>>;
  onChange: (value: Value) => void;
};

/**
 * Reads something again each second, until it is done or deleted.
 *
 * @returns why the last poll failed; null when it did not
 */
export function usePolling<Value>({ isActive, read, onChange }: Polling<Value>): ApiFailure | null {
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const goToLogin = useGoToLogin();
  const isPolling = isActive && !(failure !== null && isMissing(failure));

  const poll = useEffectEvent(async (signal: AbortSignal) => {
    const answer = await read();
    if (signal.aborted) return;
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) onChange(answer.value);
    else if (answer.failure.kind === 'unauthenticated') await goToLogin();
  });

  useEffect(() => {
    if (!isPolling) return;
    const polling = new AbortController();
    let timer: number;
    const pollLater = () => {
      timer = window.setTimeout(async () => {
        await poll(polling.signal);
        if (!polling.signal.aborted) pollLater();
      }, POLL_MS);
    };
    pollLater();
    return () => {
      polling.abort();
      clearTimeout(timer);
    };
  }, [isPolling]);

  return failure;
}
