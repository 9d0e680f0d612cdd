import { useEffect, useEffectEvent, useState } from 'react';
import { type ApiFailure, type ApiResult, isMissing } from './api.ts';
import { useGoToLogin } from './session/expired-session.ts';

const POLL_MS = 1_000;

type Polling<Value> = {
  /** False: there is nothing to wait for. */
  isActive: boolean;
  read: () => Promise<ApiResult<Value>>;
  onChange: (value: Value) => void;
  /** By default each second. */
  everyMs?: number;
  /** By default leads to the login and back. */
  onSignedOut?: () => void;
};

/**
 * Reads something again and again, until it is done or deleted.
 *
 * @returns why the last poll failed; null when it did not
 */
export function usePolling<Value>(polling: Polling<Value>): ApiFailure | null {
  const { isActive, read, onChange, everyMs = POLL_MS } = polling;
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const goToLogin = useGoToLogin();
  const isPolling = isActive && !(failure !== null && isMissing(failure));

  const poll = useEffectEvent(async (signal: AbortSignal) => {
    const answer = await read();
    if (signal.aborted) return;
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) onChange(answer.value);
    else if (answer.failure.kind === 'unauthenticated') await (polling.onSignedOut ?? goToLogin)();
  });

  useEffect(() => {
    if (!isPolling) return;
    const ended = new AbortController();
    let timer: number;
    const pollLater = () => {
      timer = window.setTimeout(async () => {
        await poll(ended.signal);
        if (!ended.signal.aborted) pollLater();
      }, everyMs);
    };
    pollLater();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [isPolling, everyMs]);

  return failure;
}
